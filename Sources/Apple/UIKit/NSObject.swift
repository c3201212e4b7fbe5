/// A number of seconds.
public typealias TimeInterval = Double

/// The protocol that class-only delegate protocols inherit from on iOS.
public typealias NSObjectProtocol = AnyObject

/// A base class for ported classes that inherit from `NSObject` on iOS.
///
/// Responders and gesture recognizers do not inherit from this class. There is no Objective-C
/// runtime: no key-value coding, and selectors are ``TouchKit/Selector``.
@MainActor
open class NSObject {
    /// Creates an object.
    public init() {}

    /// A text that describes the object: the name of its class.
    open var description: String { "\(type(of: self))" }

    /// Returns whether the object is an instance of a class or of its subclasses.
    public func isKind(of aClass: AnyClass) -> Bool { isInstance(self, of: aClass) }

    /// Returns the class itself.
    public static func classForCoder() -> AnyClass { self }
}

extension NSObject: Hashable {
    /// Returns whether both values are the same object.
    public nonisolated static func == (left: NSObject, right: NSObject) -> Bool { left === right }

    /// Hashes the identity of the object.
    public nonisolated func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

extension UIResponder {
    /// Returns whether the object is an instance of a class or of its subclasses.
    public func isKind(of aClass: AnyClass) -> Bool { isInstance(self, of: aClass) }

    /// Returns the class itself.
    public static func classForCoder() -> AnyClass { self }
}

extension UIGestureRecognizer {
    /// Returns whether the object is an instance of a class or of its subclasses.
    public func isKind(of aClass: AnyClass) -> Bool { isInstance(self, of: aClass) }

    /// Returns the class itself.
    public static func classForCoder() -> AnyClass { self }
}

/// Returns whether the class of `object` is `aClass` or one of its subclasses.
private func isInstance(_ object: AnyObject, of aClass: AnyClass) -> Bool {
    var current: AnyClass? = type(of: object)
    while let candidate = current {
        if candidate == aClass { return true }
        current = _getSuperclass(candidate)
    }
    return false
}
