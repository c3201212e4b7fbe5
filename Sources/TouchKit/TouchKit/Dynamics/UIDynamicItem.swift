/// The methods that can make a custom object eligible to participate in physics-based animation.
/// `UIView` conforms.
@MainActor
public protocol UIDynamicItem: AnyObject {
    /// The center point of the dynamic item, in the reference view's coordinates. The animator sets
    /// the center in each frame in which the item moves.
    var center: CGPoint { get set }
    /// The bounds of the dynamic item, in points. The animator reads the size when the item is
    /// added.
    var bounds: CGRect { get }
    /// The transform of the dynamic item. The animator sets the transform when the item rotates.
    var transform: CGAffineTransform { get set }
}

extension UIView: UIDynamicItem {}

/// Horizontal and vertical offset values, in points.
public struct UIOffset: Hashable, Sendable {
    /// The horizontal offset; positive is to the right.
    public var horizontal: CGFloat
    /// The vertical offset; positive is downwards.
    public var vertical: CGFloat

    /// The offset with both values 0.
    public static let zero = UIOffset(horizontal: 0, vertical: 0)

    /// Creates an offset.
    public init(horizontal: CGFloat, vertical: CGFloat) {
        self.horizontal = horizontal
        self.vertical = vertical
    }
}
