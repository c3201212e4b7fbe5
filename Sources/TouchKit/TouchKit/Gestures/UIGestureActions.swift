/// What a recognizer calls: a method of a target that isn't kept alive, or a closure.
struct TargetAction {
    private weak var target: AnyObject?
    /// A closure has no target, and is never let go of because one is gone.
    private let hasTarget: Bool
    private let selector: Selector?
    private let call: @MainActor (AnyObject?, UIGestureRecognizer) -> Void

    /// A method by its name.
    init(target: AnyObject, selector: Selector) {
        self.target = target
        hasTarget = true
        self.selector = selector
        call = { target, recognizer in
            if let target { selector.perform(on: target, with: recognizer) }
        }
    }

    /// A method of a target, or a closure.
    init(
        target: AnyObject?, call: @escaping @MainActor (AnyObject?, UIGestureRecognizer) -> Void
    ) {
        self.target = target
        hasTarget = target != nil
        selector = nil
        self.call = call
    }

    /// Calls it, if the target still lives.
    @MainActor
    func send(_ recognizer: UIGestureRecognizer) {
        if hasTarget && target == nil { return }
        call(target, recognizer)
    }

    /// Whether both are the same method of the same target; closures are never the same.
    func isSame(as other: TargetAction) -> Bool {
        guard let selector, selector == other.selector, let target else { return false }
        return target === other.target
    }

    /// Whether it is meant by a target and a method, nil standing for all.
    func matches(_ target: AnyObject?, _ action: Selector?) -> Bool {
        if let target, target !== self.target { return false }
        if let action, action != selector { return false }
        return true
    }
}

/// Targets and actions where there is no `#selector`, typed by the recognizer's own class.
///
/// ```swift
/// UITapGestureRecognizer(target: self, action: { $0.doubleTap })
/// pan.addAction { pan in print(pan.translation(in: nil)) }
/// ```
@MainActor
public protocol UIGestureActions: AnyObject {
    /// Makes one that calls a method by its name.
    init(target: AnyObject?, action: Selector?)
}

extension UIGestureActions where Self: UIGestureRecognizer {
    /// Makes one that calls a method.
    ///
    /// - Parameters:
    ///   - target: Whose method; it isn't kept alive.
    ///   - action: The method, without a call: `{ $0.doubleTap }`. It takes the recognizer.
    public init<Target: AnyObject>(
        target: Target, action: @escaping @MainActor (Target) -> @MainActor (Self) -> Void
    ) {
        self.init(target: nil, action: nil)
        addTarget(target, action: action)
    }

    /// Makes one that calls a method without a parameter.
    ///
    /// - Parameters:
    ///   - target: Whose method; it isn't kept alive.
    ///   - action: The method, without a call: `{ $0.clear }`.
    public init<Target: AnyObject>(
        target: Target, action: @escaping @MainActor (Target) -> @MainActor () -> Void
    ) {
        self.init(target: nil, action: nil)
        addTarget(target) { target in { _ in action(target)() } }
    }

    /// Calls a method, from the next action on. It can be taken back only with all others of the
    /// target: `removeTarget(target, action: nil)`.
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

    /// Calls a closure, from the next action on.
    public func addAction(_ action: @escaping @MainActor (Self) -> Void) {
        add(
            TargetAction(target: nil) { _, recognizer in
                if let recognizer = recognizer as? Self { action(recognizer) }
            })
    }
}
