/// A container for one value or for a reference that is not retained, for example the key of a
/// dictionary of touches.
public struct NSValue: Hashable {
    private let value: AnyHashable
    private weak var object: AnyObject?

    /// Creates a value that contains the identity of an object without retaining the object.
    public init(nonretainedObject object: AnyObject?) {
        value = AnyHashable(object.map(ObjectIdentifier.init))
        self.object = object
    }

    /// Creates a value that contains a point.
    public init(cgPoint: CGPoint) {
        value = AnyHashable(cgPoint)
    }

    /// Creates a value that contains a size.
    public init(cgSize: CGSize) {
        value = AnyHashable(cgSize)
    }

    /// Creates a value that contains a rectangle.
    public init(cgRect: CGRect) {
        value = AnyHashable(cgRect)
    }

    /// The object, or `nil` if it was deallocated or the value contains none.
    public var nonretainedObjectValue: Any? { object }
    /// The point, or zero if the value contains none.
    public var cgPointValue: CGPoint { value.base as? CGPoint ?? .zero }
    /// The size, or zero if the value contains none.
    public var cgSizeValue: CGSize { value.base as? CGSize ?? .zero }
    /// The rectangle, or zero if the value contains none.
    public var cgRectValue: CGRect { value.base as? CGRect ?? .zero }

    /// Returns whether both values contain the same.
    public static func == (left: NSValue, right: NSValue) -> Bool { left.value == right.value }

    /// Hashes the contained value.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(value)
    }
}
