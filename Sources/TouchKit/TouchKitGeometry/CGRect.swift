#if !TOUCHKIT_FOUNDATION
/// A structure that contains the location and dimensions of a rectangle, in points unless stated
/// otherwise.
public struct CGRect: Hashable, Sendable {
    /// The origin of the rectangle: the upper-left corner, unless the size is negative.
    public var origin: CGPoint
    /// The width and height of the rectangle.
    public var size: CGSize

    /// The rectangle whose origin and size are both zero.
    public static let zero = CGRect(x: 0, y: 0, width: 0, height: 0)
    /// The null rectangle, which contains no point, for example the result of intersecting two
    /// disjoint rectangles.
    public static let null = CGRect(x: .infinity, y: .infinity, width: 0, height: 0)

    /// Creates a rectangle with the specified origin and size.
    public init(origin: CGPoint, size: CGSize) {
        self.origin = origin
        self.size = size
    }

    /// Creates a rectangle with coordinates and dimensions specified as floating-point values.
    public init(x: CGFloat, y: CGFloat, width: CGFloat, height: CGFloat) {
        self.init(origin: CGPoint(x: x, y: y), size: CGSize(width: width, height: height))
    }

    /// Creates a rectangle with origin (0,0) and size (0,0).
    public init() {
        self.init(x: 0, y: 0, width: 0, height: 0)
    }

    /// The smallest x-coordinate of the rectangle.
    public var minX: CGFloat { size.width < 0 ? origin.x + size.width : origin.x }
    /// The smallest y-coordinate of the rectangle.
    public var minY: CGFloat { size.height < 0 ? origin.y + size.height : origin.y }
    /// The largest x-coordinate of the rectangle.
    public var maxX: CGFloat { size.width < 0 ? origin.x : origin.x + size.width }
    /// The largest y-coordinate of the rectangle.
    public var maxY: CGFloat { size.height < 0 ? origin.y : origin.y + size.height }
    /// The x-coordinate of the rectangle's center.
    public var midX: CGFloat { origin.x + size.width / 2 }
    /// The y-coordinate of the rectangle's center.
    public var midY: CGFloat { origin.y + size.height / 2 }
    /// The width of the rectangle, never negative.
    public var width: CGFloat { abs(size.width) }
    /// The height of the rectangle, never negative.
    public var height: CGFloat { abs(size.height) }

    /// Whether the rectangle is the null rectangle.
    public var isNull: Bool { origin.x == .infinity || origin.y == .infinity }
    /// Whether the rectangle has zero width or height, or is the null rectangle.
    public var isEmpty: Bool { isNull || size.width == 0 || size.height == 0 }

    /// The equivalent rectangle with a positive width and height.
    public var standardized: CGRect {
        isNull ? .null : CGRect(x: minX, y: minY, width: width, height: height)
    }

    /// Returns whether the rectangle contains the specified point. Points on the left and top edges
    /// are inside, points on the right and bottom edges are not.
    public func contains(_ point: CGPoint) -> Bool {
        !isNull && point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
    }

    /// Returns whether the rectangle contains the rectangle `other` completely.
    public func contains(_ other: CGRect) -> Bool {
        union(other) == standardized
    }

    /// Returns whether two rectangles intersect. Rectangles that share only an edge intersect, too.
    public func intersects(_ other: CGRect) -> Bool {
        !isNull && !other.isNull && minX <= other.maxX && other.minX <= maxX
            && minY <= other.maxY && other.minY <= maxY
    }

    /// Returns the intersection of two rectangles, or the null rectangle if they do not intersect.
    public func intersection(_ other: CGRect) -> CGRect {
        guard !isNull, !other.isNull else { return .null }
        let left = max(minX, other.minX)
        let top = max(minY, other.minY)
        let right = min(maxX, other.maxX)
        let bottom = min(maxY, other.maxY)
        guard left <= right, top <= bottom else { return .null }
        return CGRect(x: left, y: top, width: right - left, height: bottom - top)
    }

    /// Returns the smallest rectangle that contains the two source rectangles.
    public func union(_ other: CGRect) -> CGRect {
        if isNull { return other.standardized }
        if other.isNull { return standardized }
        let left = min(minX, other.minX)
        let top = min(minY, other.minY)
        return CGRect(
            x: left, y: top,
            width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
    }

    /// Returns the rectangle with its left and right edges moved inwards by `dx` and its top and
    /// bottom edges by `dy`, or outwards for negative values. The result is the null rectangle if
    /// the insets are larger than the rectangle.
    public func insetBy(dx: CGFloat, dy: CGFloat) -> CGRect {
        guard !isNull else { return .null }
        let inset = CGRect(
            x: minX + dx, y: minY + dy, width: width - 2 * dx, height: height - 2 * dy)
        return inset.size.width < 0 || inset.size.height < 0 ? .null : inset
    }

    /// Returns the rectangle with its origin moved by `dx` and `dy`.
    public func offsetBy(dx: CGFloat, dy: CGFloat) -> CGRect {
        isNull ? .null : CGRect(x: minX + dx, y: minY + dy, width: width, height: height)
    }

    /// The smallest rectangle with integer coordinates that contains the source rectangle.
    public var integral: CGRect {
        guard !isNull else { return .null }
        let left = minX.rounded(.down)
        let top = minY.rounded(.down)
        return CGRect(
            x: left, y: top,
            width: maxX.rounded(.up) - left, height: maxY.rounded(.up) - top)
    }
}
#endif
