/// An upright rectangle, in points unless said otherwise; its right and bottom edges lie outside.
public struct CGRect: Hashable, Sendable {
    /// The corner at the top left (for a size that isn't negative).
    public var origin: CGPoint
    /// The extent from the origin.
    public var size: CGSize

    /// The rectangle at the origin without an extent.
    public static let zero = CGRect(x: 0, y: 0, width: 0, height: 0)
    /// The rectangle that contains nothing, not even a place; the result of an empty intersection.
    public static let null = CGRect(x: .infinity, y: .infinity, width: 0, height: 0)

    /// Makes a rectangle from its corner and extent.
    public init(origin: CGPoint, size: CGSize) {
        self.origin = origin
        self.size = size
    }

    /// Makes a rectangle from four numbers.
    public init(x: CGFloat, y: CGFloat, width: CGFloat, height: CGFloat) {
        self.init(origin: CGPoint(x: x, y: y), size: CGSize(width: width, height: height))
    }

    /// Makes a rectangle at the origin without an extent, as in Core Graphics.
    public init() {
        self.init(x: 0, y: 0, width: 0, height: 0)
    }

    /// The left edge.
    public var minX: CGFloat { size.width < 0 ? origin.x + size.width : origin.x }
    /// The top edge.
    public var minY: CGFloat { size.height < 0 ? origin.y + size.height : origin.y }
    /// The right edge.
    public var maxX: CGFloat { size.width < 0 ? origin.x : origin.x + size.width }
    /// The bottom edge.
    public var maxY: CGFloat { size.height < 0 ? origin.y : origin.y + size.height }
    /// The middle between left and right.
    public var midX: CGFloat { origin.x + size.width / 2 }
    /// The middle between top and bottom.
    public var midY: CGFloat { origin.y + size.height / 2 }
    /// The extent to the right, never negative.
    public var width: CGFloat { abs(size.width) }
    /// The extent downwards, never negative.
    public var height: CGFloat { abs(size.height) }

    /// Whether this is the rectangle that contains nothing.
    public var isNull: Bool { origin.x == .infinity || origin.y == .infinity }
    /// Whether the rectangle has no area.
    public var isEmpty: Bool { isNull || size.width == 0 || size.height == 0 }

    /// The same rectangle with a size that isn't negative.
    public var standardized: CGRect {
        isNull ? .null : CGRect(x: minX, y: minY, width: width, height: height)
    }

    /// Whether the point lies inside; left and top edges belong to the rectangle, right and bottom
    /// edges don't.
    public func contains(_ point: CGPoint) -> Bool {
        !isNull && point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
    }

    /// Whether the other rectangle lies wholly inside.
    public func contains(_ other: CGRect) -> Bool {
        union(other) == standardized
    }

    /// Whether the two rectangles share some place.
    public func intersects(_ other: CGRect) -> Bool {
        !isNull && !other.isNull && minX <= other.maxX && other.minX <= maxX
            && minY <= other.maxY && other.minY <= maxY
    }

    /// The part that both rectangles cover; `null` if there is none.
    public func intersection(_ other: CGRect) -> CGRect {
        guard !isNull, !other.isNull else { return .null }
        let left = max(minX, other.minX)
        let top = max(minY, other.minY)
        let right = min(maxX, other.maxX)
        let bottom = min(maxY, other.maxY)
        guard left <= right, top <= bottom else { return .null }
        return CGRect(x: left, y: top, width: right - left, height: bottom - top)
    }

    /// The smallest rectangle that covers both.
    public func union(_ other: CGRect) -> CGRect {
        if isNull { return other.standardized }
        if other.isNull { return standardized }
        let left = min(minX, other.minX)
        let top = min(minY, other.minY)
        return CGRect(
            x: left, y: top,
            width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
    }

    /// The rectangle with its edges moved inwards (outwards for negative amounts); `null` where
    /// nothing is left.
    public func insetBy(dx: CGFloat, dy: CGFloat) -> CGRect {
        guard !isNull else { return .null }
        let inset = CGRect(
            x: minX + dx, y: minY + dy, width: width - 2 * dx, height: height - 2 * dy)
        return inset.size.width < 0 || inset.size.height < 0 ? .null : inset
    }

    /// The rectangle at another place.
    public func offsetBy(dx: CGFloat, dy: CGFloat) -> CGRect {
        isNull ? .null : CGRect(x: minX + dx, y: minY + dy, width: width, height: height)
    }

    /// The smallest rectangle with whole-number edges that covers this one.
    public var integral: CGRect {
        guard !isNull else { return .null }
        let left = minX.rounded(.down)
        let top = minY.rounded(.down)
        return CGRect(
            x: left, y: top,
            width: maxX.rounded(.up) - left, height: maxY.rounded(.up) - top)
    }

    /// The smallest upright rectangle that covers this one after the transform.
    public func applying(_ transform: CGAffineTransform) -> CGRect {
        guard !isNull else { return .null }
        if transform.isIdentity { return standardized }
        let corner = CGPoint(x: minX, y: minY).applying(transform)
        // The images of the two sides; the box spans all their sums, so no corner is left out.
        let across = CGVector(dx: transform.a * width, dy: transform.b * width)
        let down = CGVector(dx: transform.c * height, dy: transform.d * height)
        return CGRect(
            x: corner.x + min(across.dx, 0) + min(down.dx, 0),
            y: corner.y + min(across.dy, 0) + min(down.dy, 0),
            width: abs(across.dx) + abs(down.dx),
            height: abs(across.dy) + abs(down.dy))
    }
}
