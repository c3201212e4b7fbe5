/// An action of a gesture recognizer: a method of a weakly referenced target, or a closure.
struct TargetAction {
    private weak var target: AnyObject?
    /// Whether the action was created with a target, and is therefore not performed after the
    /// target was deallocated.
    private let hasTarget: Bool
    /// The selector of the method, or `nil` for a closure.
    private let selector: Selector?
    /// A closure that performs the action with the target and the recognizer as its arguments.
    private let call: @MainActor (AnyObject?, UIGestureRecognizer) -> Void

    /// Creates an action that calls the method `selector` of `target`.
    init(target: AnyObject, selector: Selector) {
        self.target = target
        hasTarget = true
        self.selector = selector
        call = { target, recognizer in
            if let target { selector.perform(on: target, with: recognizer) }
        }
    }

    /// Creates an action that calls a closure, with the target as an argument.
    ///
    /// - Parameters:
    ///   - target: The target, which is referenced weakly, or `nil` for a closure without a target.
    ///   - call: The closure to call.
    init(
        target: AnyObject?, call: @escaping @MainActor (AnyObject?, UIGestureRecognizer) -> Void
    ) {
        self.target = target
        hasTarget = target != nil
        selector = nil
        self.call = call
    }

    /// Performs the action, unless its target was deallocated.
    @MainActor
    func send(_ recognizer: UIGestureRecognizer) {
        if hasTarget && target == nil { return }
        call(target, recognizer)
    }

    /// Returns whether both actions call the same selector on the same target. Closures are always
    /// different.
    func isSame(as other: TargetAction) -> Bool {
        guard let selector, selector == other.selector, let target else { return false }
        return target === other.target
    }

    /// Returns whether the action has the given target and selector. A `nil` argument matches all
    /// targets or selectors.
    func matches(_ target: AnyObject?, _ action: Selector?) -> Bool {
        if let target, target !== self.target { return false }
        if let action, action != selector { return false }
        return true
    }
}

/// Typed targets and actions of gesture recognizers, as a replacement for `#selector`, which is
/// only available on Apple platforms.
///
/// The parameter of an action has the recognizer's own class. All gesture recognizers conform to
/// the protocol.
///
/// ```swift
/// UITapGestureRecognizer(target: self, action: { $0.doubleTap })
/// pan.addAction { pan in print(pan.translation(in: nil)) }
/// ```
@MainActor
public protocol UIGestureActions: AnyObject {
    /// Creates a gesture recognizer with a target and an action selector.
    init(target: AnyObject?, action: Selector?)
}

extension UIGestureActions where Self: UIGestureRecognizer {
    /// Creates a gesture recognizer that calls a method of a target with the recognizer as its
    /// argument.
    ///
    /// - Parameters:
    ///   - target: The target, which is referenced weakly.
    ///   - action: A closure that returns the method without calling it: `{ $0.doubleTap }`.
    public init<Target: AnyObject>(
        target: Target, action: @escaping @MainActor (Target) -> @MainActor (Self) -> Void
    ) {
        self.init(target: nil, action: nil)
        addTarget(target, action: action)
    }

    /// Creates a gesture recognizer that calls a method of a target without arguments.
    ///
    /// - Parameters:
    ///   - target: The target, which is referenced weakly.
    ///   - action: A closure that returns the method without calling it: `{ $0.clear }`.
    public init<Target: AnyObject>(
        target: Target, action: @escaping @MainActor (Target) -> @MainActor () -> Void
    ) {
        self.init(target: nil, action: nil)
        addTarget(target) { target in { _ in action(target)() } }
    }

    /// Adds a target and a method to call with the recognizer as its argument.
    ///
    /// Typed actions have no selector. `removeTarget(target, action: nil)` removes them together
    /// with all other actions of the target.
    ///
    /// - Parameters:
    ///   - target: The target, which is referenced weakly.
    ///   - action: A closure that returns the method without calling it: `{ $0.doubleTap }`.
    public func addTarget<Target: AnyObject>(
        _ target: Target, action: @escaping @MainActor (Target) -> @MainActor (Self) -> Void
    ) {
        add(
            TargetAction(target: target) { target, recognizer in
                guard let target = target as? Target, let recognizer = recognizer as? Self else {
                    return
                }
                action(target)(recognizer)
            })
    }

    /// Adds a closure to call as an action, with the recognizer as its argument.
    public func addAction(_ action: @escaping @MainActor (Self) -> Void) {
        add(
            TargetAction(target: nil) { _, recognizer in
                if let recognizer = recognizer as? Self { action(recognizer) }
            })
    }
}
