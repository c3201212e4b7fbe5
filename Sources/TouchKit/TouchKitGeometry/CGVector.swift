/// A structure that contains a two-dimensional vector, in points unless stated otherwise.
public struct CGVector: Hashable, Sendable {
    /// The x component of the vector, positive to the right.
    public var dx: CGFloat
    /// The y component of the vector, positive downwards.
    public var dy: CGFloat

    /// The vector whose components are both zero.
    public static let zero = CGVector(dx: 0, dy: 0)

    /// Creates a vector with components specified as floating-point values.
    public init(dx: CGFloat, dy: CGFloat) {
        self.dx = dx
        self.dy = dy
    }
}
