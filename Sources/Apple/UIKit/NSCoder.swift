/// The type of the parameter of `init(coder:)`, of which there are no objects.
///
/// There are no nibs, storyboards and archives. The type exists so that a class may declare
/// `required init?(coder: NSCoder)`; the initializer is never called. A body that calls
/// `super.init(coder:)` does not compile: `scripts/port-from-ios` converts such initializers.
public final class NSCoder {
    private init() {}
}
