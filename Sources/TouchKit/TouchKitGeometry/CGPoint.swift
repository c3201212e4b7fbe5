/// A length or coordinate in points; UIKit's name for `Double`.
public typealias CGFloat = Double

/// A place in a two-dimensional coordinate system, in points unless said otherwise.
public struct CGPoint: Hashable, Sendable {
    /// Distance from the left edge, growing to the right.
    public var x: CGFloat
    /// Distance from the top edge, growing downwards.
    public var y: CGFloat

    /// The origin, (0, 0).
    public static let zero = CGPoint(x: 0, y: 0)

    /// Makes a point from its coordinates.
    public init(x: CGFloat, y: CGFloat) {
        self.x = x
        self.y = y
    }

    /// Makes the origin, as in Core Graphics.
    public init() {
        self.init(x: 0, y: 0)
    }

    /// Makes a point from whole-number coordinates.
    public init(x: Int, y: Int) {
        self.init(x: CGFloat(x), y: CGFloat(y))
    }

    /// The point moved through an affine transform.
    public func applying(_ transform: CGAffineTransform) -> CGPoint {
        CGPoint(
            x: transform.a * x + transform.c * y + transform.tx,
            y: transform.b * x + transform.d * y + transform.ty)
    }
}
