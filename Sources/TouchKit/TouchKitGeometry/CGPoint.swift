#if !TOUCHKIT_FOUNDATION
/// The basic type for floating-point scalar values in Core Graphics; always `Double`.
public typealias CGFloat = Double

/// A structure that contains a point in a two-dimensional coordinate system, in points unless
/// stated otherwise.
public struct CGPoint: Hashable, Sendable {
    /// The x-coordinate of the point, which increases to the right.
    public var x: CGFloat
    /// The y-coordinate of the point, which increases downwards.
    public var y: CGFloat

    /// The point with location (0,0).
    public static let zero = CGPoint(x: 0, y: 0)

    /// Creates a point with coordinates specified as floating-point values.
    public init(x: CGFloat, y: CGFloat) {
        self.x = x
        self.y = y
    }

    /// Creates a point with location (0,0).
    public init() {
        self.init(x: 0, y: 0)
    }

    /// Creates a point with coordinates specified as integer values.
    public init(x: Int, y: Int) {
        self.init(x: CGFloat(x), y: CGFloat(y))
    }
}
#endif
