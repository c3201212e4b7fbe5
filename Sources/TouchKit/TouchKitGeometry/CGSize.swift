/// A width and a height, in points unless said otherwise.
public struct CGSize: Hashable, Sendable {
    /// Extent to the right.
    public var width: CGFloat
    /// Extent downwards.
    public var height: CGFloat

    /// The size without an extent.
    public static let zero = CGSize(width: 0, height: 0)

    /// Makes a size from its extents.
    public init(width: CGFloat, height: CGFloat) {
        self.width = width
        self.height = height
    }

    /// Makes a size without an extent, as in Core Graphics.
    public init() {
        self.init(width: 0, height: 0)
    }

    /// Makes a size from whole-number extents.
    public init(width: Int, height: Int) {
        self.init(width: CGFloat(width), height: CGFloat(height))
    }
}
