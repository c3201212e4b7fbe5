/// A direction with a length, in points unless said otherwise.
public struct CGVector: Hashable, Sendable {
    /// Component to the right.
    public var dx: CGFloat
    /// Component downwards.
    public var dy: CGFloat

    /// The vector without a length.
    public static let zero = CGVector(dx: 0, dy: 0)

    /// Makes a vector from its components.
    public init(dx: CGFloat, dy: CGFloat) {
        self.dx = dx
        self.dy = dy
    }
}
