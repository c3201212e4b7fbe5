/// A method by its name: what `#selector` makes where there is Objective-C.
///
/// It knows the class, or the protocol, that has the method, so it can tell who implements it, and
/// call it. Keep it in a constant:
///
/// ```swift
/// static let deleteLine = Selector("deleteLine") { (view: DrawView) in view.deleteLine }
/// ```
///
/// Two selectors are equal if name and class are.
public struct Selector: Sendable {
    /// The method's name.
    public let name: String
    private let type: ObjectIdentifier
    private let implements: @MainActor @Sendable (AnyObject) -> Bool
    private let call: @MainActor @Sendable (AnyObject, Any?) -> Bool

    /// Names a method without a parameter.
    ///
    /// - Parameters:
    ///   - name: The method's name.
    ///   - method: The method of an object, without a call: `{ (view: DrawView) in view.deleteLine }`.
    public init<Target>(
        _ name: String, _ method: @escaping @MainActor @Sendable (Target) -> @MainActor () -> Void
    ) {
        self.name = name
        type = ObjectIdentifier(Target.self)
        implements = { $0 is Target }
        call = { object, _ in
            guard let target = object as? Target else { return false }
            method(target)()
            return true
        }
    }

    /// Names a method with one parameter: the sender, or whatever the caller hands over.
    ///
    /// - Parameters:
    ///   - name: The method's name.
    ///   - method: The method of an object, without a call.
    public init<Target, Argument>(
        _ name: String,
        _ method: @escaping @MainActor @Sendable (Target) -> @MainActor (Argument) -> Void
    ) {
        self.name = name
        type = ObjectIdentifier(Target.self)
        implements = { $0 is Target }
        call = { object, argument in
            guard let target = object as? Target, let argument = argument as? Argument else {
                return false
            }
            method(target)(argument)
            return true
        }
    }

    /// Whether an object has the method.
    @MainActor
    public func isImplemented(by object: AnyObject) -> Bool {
        implements(object)
    }

    /// Calls the method.
    ///
    /// - Parameters:
    ///   - object: Whose method it is.
    ///   - argument: What a method with a parameter gets.
    /// - Returns: Whether it was called: not if the object doesn't have it, or the argument is none
    ///   that it takes.
    @MainActor
    @discardableResult
    public func perform(on object: AnyObject, with argument: Any? = nil) -> Bool {
        call(object, argument)
    }
}

extension Selector: Hashable {
    /// Whether name and class are the same.
    public static func == (left: Selector, right: Selector) -> Bool {
        left.name == right.name && left.type == right.type
    }

    /// Hashes name and class.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(type)
    }
}

extension Selector: CustomStringConvertible {
    /// The method's name.
    public var description: String { name }
}
