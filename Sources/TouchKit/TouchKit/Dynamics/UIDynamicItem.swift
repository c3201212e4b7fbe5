/// Something that dynamics can move: a view, or whatever an application has place it.
@MainActor
public protocol UIDynamicItem: AnyObject {
    /// The middle, in points of the reference view; written with each frame.
    var center: CGPoint { get set }
    /// The extent, in points; read when dynamics begins with the item.
    var bounds: CGRect { get }
    /// How the item is turned; written when it turns.
    var transform: CGAffineTransform { get set }
}

extension UIView: UIDynamicItem {}

/// A distance from a place, in points.
public struct UIOffset: Hashable, Sendable {
    /// To the right.
    public var horizontal: CGFloat
    /// Downwards.
    public var vertical: CGFloat

    /// No distance.
    public static let zero = UIOffset(horizontal: 0, vertical: 0)

    /// Makes an offset.
    public init(horizontal: CGFloat, vertical: CGFloat) {
        self.horizontal = horizontal
        self.vertical = vertical
    }
}
