/// A reference to a method by name, as a replacement for `#selector`, which is only available on
/// Apple platforms.
///
/// A selector stores the class or protocol that declares the method, so that it can test whether an
/// object implements the method and call it. Store selectors in constants:
///
/// ```swift
/// static let deleteLine = Selector("deleteLine") { (view: DrawView) in view.deleteLine }
/// ```
///
/// Two selectors are equal if the name and the declaring type are equal. In UIKit only the name
/// counts.
public struct Selector: Sendable {
    /// The name of the method.
    public let name: String
    /// The class or protocol that declares the method.
    private let type: ObjectIdentifier
    /// A closure that returns whether an object implements the method.
    private let implements: @MainActor @Sendable (AnyObject) -> Bool
    /// A closure that calls the method of an object with an argument, and returns whether the
    /// method was called.
    private let call: @MainActor @Sendable (AnyObject, Any?) -> Bool

    /// Creates a selector for a method without a parameter.
    ///
    /// - Parameters:
    ///   - name: The name of the method.
    ///   - method: A closure that returns the method of an object without calling it, for example
    ///     `{ (view: DrawView) in view.deleteLine }`.
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

    /// Creates a selector for a method with one parameter, for example the sender of an action.
    ///
    /// - Parameters:
    ///   - name: The name of the method.
    ///   - method: A closure that returns the method of an object without calling it.
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

    /// Returns whether `object` implements the method.
    @MainActor
    public func isImplemented(by object: AnyObject) -> Bool {
        implements(object)
    }

    /// Calls the method of an object.
    ///
    /// - Parameters:
    ///   - object: The object whose method is called.
    ///   - argument: The argument for a method with a parameter.
    /// - Returns: `false` if the method was not called, because the object does not implement it or
    ///   the argument has the wrong type.
    @MainActor
    @discardableResult
    public func perform(on object: AnyObject, with argument: Any? = nil) -> Bool {
        call(object, argument)
    }
}

extension Selector: Hashable {
    /// Returns whether both selectors have the same name and the same declaring type.
    public static func == (left: Selector, right: Selector) -> Bool {
        left.name == right.name && left.type == right.type
    }

    /// Hashes the name and the declaring type.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(type)
    }
}

extension Selector: CustomStringConvertible {
    /// The name of the method.
    public var description: String { name }
}
