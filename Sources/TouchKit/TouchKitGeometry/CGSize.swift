#if !TOUCHKIT_FOUNDATION
/// A structure that contains width and height values, in points unless stated otherwise.
public struct CGSize: Hashable, Sendable {
    /// A width value.
    public var width: CGFloat
    /// A height value.
    public var height: CGFloat

    /// The size whose width and height are both zero.
    public static let zero = CGSize(width: 0, height: 0)

    /// Creates a size with dimensions specified as floating-point values.
    public init(width: CGFloat, height: CGFloat) {
        self.width = width
        self.height = height
    }

    /// Creates a size with zero width and height.
    public init() {
        self.init(width: 0, height: 0)
    }

    /// Creates a size with dimensions specified as integer values.
    public init(width: Int, height: Int) {
        self.init(width: CGFloat(width), height: CGFloat(height))
    }
}
#endif
