/// The methods that can make a custom object eligible to participate in physics-based animation.
/// `UIView` conforms.
@MainActor
public protocol UIDynamicItem: AnyObject {
    /// The center point of the dynamic item, in the reference view's coordinates; set in each
    /// frame.
    var center: CGPoint { get set }
    /// The bounds of the dynamic item, in points; read when the item is added to an animator.
    var bounds: CGRect { get }
    /// The rotation of the dynamic item; set when it changes.
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
