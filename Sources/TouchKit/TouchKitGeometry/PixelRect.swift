/// A rectangle of whole pixels; its right and bottom edges lie outside.
///
/// A type of its own, so that pixels and points (`CGRect`) can't be mixed up.
package struct PixelRect: Hashable, Sendable, BitwiseCopyable {
    /// The left edge, in pixels.
    package var minX: Int
    /// The top edge, in pixels.
    package var minY: Int
    /// The first column to the right of the rectangle.
    package var maxX: Int
    /// The first row below the rectangle.
    package var maxY: Int

    /// The rectangle without a pixel.
    package static let empty = PixelRect(minX: 0, minY: 0, maxX: 0, maxY: 0)

    /// Makes a rectangle from its four edges.
    package init(minX: Int, minY: Int, maxX: Int, maxY: Int) {
        self.minX = minX
        self.minY = minY
        self.maxX = maxX
        self.maxY = maxY
    }

    /// Makes a rectangle from its corner and extent.
    package init(x: Int, y: Int, width: Int, height: Int) {
        self.init(minX: x, minY: y, maxX: x + width, maxY: y + height)
    }

    /// The smallest rectangle of whole pixels that covers one given in pixel coordinates.
    ///
    /// What isn't finite or lies beyond ±2²⁴ pixels is pulled to that limit: no screen is larger,
    /// and sums of such numbers can't overflow.
    package init(covering rect: CGRect) {
        if rect.isNull {
            self = .empty
            return
        }
        self.init(
            minX: Self.wholeBelow(rect.minX), minY: Self.wholeBelow(rect.minY),
            maxX: Self.wholeAbove(rect.maxX), maxY: Self.wholeAbove(rect.maxY))
    }

    /// The largest rectangle of whole pixels within one given in pixel coordinates, pulled to the same limits;
    /// empty where there is none.
    package init(within rect: CGRect) {
        self.init(
            minX: Self.wholeAbove(rect.minX), minY: Self.wholeAbove(rect.minY),
            maxX: Self.wholeBelow(rect.maxX), maxY: Self.wholeBelow(rect.maxY))
        if rect.isNull || isEmpty { self = .empty }
    }

    // Rounding is a call into the C library where the processor can't be told to do it.

    /// The largest whole number that isn't above a number, within ±2²⁴.
    @inline(__always)
    private static func wholeBelow(_ value: CGFloat) -> Int {
        let whole = towardsZero(value)
        return CGFloat(whole) > value && whole > -limit ? whole - 1 : whole
    }

    /// The smallest whole number that isn't below a number, within ±2²⁴.
    @inline(__always)
    private static func wholeAbove(_ value: CGFloat) -> Int {
        let whole = towardsZero(value)
        // What lies beyond the limit stays at it.
        return CGFloat(whole) < value && whole < limit ? whole + 1 : whole
    }

    private static let limit = 16_777_216

    @inline(__always)
    private static func towardsZero(_ value: CGFloat) -> Int {
        if value.magnitude < 16_777_216 { return Int(value) }
        return value.isNaN ? 0 : value < 0 ? -limit : limit
    }

    /// The number of columns, never negative.
    package var width: Int { max(0, maxX - minX) }
    /// The number of rows, never negative.
    package var height: Int { max(0, maxY - minY) }
    /// The number of pixels.
    package var area: Int { width * height }
    /// Whether the rectangle has no pixel.
    package var isEmpty: Bool { minX >= maxX || minY >= maxY }

    /// Whether the pixel belongs to the rectangle.
    package func contains(x: Int, y: Int) -> Bool {
        x >= minX && x < maxX && y >= minY && y < maxY
    }

    /// Whether every pixel of the other rectangle belongs to this one.
    package func contains(_ other: PixelRect) -> Bool {
        other.isEmpty
            || (other.minX >= minX && other.maxX <= maxX && other.minY >= minY
                && other.maxY <= maxY)
    }

    /// Whether the two rectangles share a pixel.
    package func intersects(_ other: PixelRect) -> Bool {
        !intersection(other).isEmpty
    }

    /// The pixels that both rectangles have.
    package func intersection(_ other: PixelRect) -> PixelRect {
        let shared = PixelRect(
            minX: max(minX, other.minX), minY: max(minY, other.minY),
            maxX: min(maxX, other.maxX), maxY: min(maxY, other.maxY))
        return shared.isEmpty ? .empty : shared
    }

    /// What another leaves of it, where that is one rectangle; else all of it.
    package func cut(by other: PixelRect) -> PixelRect {
        let shared = intersection(other)
        if shared.isEmpty { return self }
        if shared == self { return .empty }
        var rest = self
        if shared.minX == minX && shared.maxX == maxX {
            if shared.minY == minY {
                rest.minY = shared.maxY
            } else if shared.maxY == maxY {
                rest.maxY = shared.minY
            }
        } else if shared.minY == minY && shared.maxY == maxY {
            if shared.minX == minX {
                rest.minX = shared.maxX
            } else if shared.maxX == maxX {
                rest.maxX = shared.minX
            }
        }
        return rest
    }

    /// The smallest rectangle that covers both.
    package func union(_ other: PixelRect) -> PixelRect {
        if isEmpty { return other }
        if other.isEmpty { return self }
        return PixelRect(
            minX: min(minX, other.minX), minY: min(minY, other.minY),
            maxX: max(maxX, other.maxX), maxY: max(maxY, other.maxY))
    }

    /// The rectangle at another place.
    package func offsetBy(dx: Int, dy: Int) -> PixelRect {
        PixelRect(minX: minX + dx, minY: minY + dy, maxX: maxX + dx, maxY: maxY + dy)
    }

    /// The rectangle with its edges moved inwards (outwards for a negative amount).
    package func insetBy(_ amount: Int) -> PixelRect {
        PixelRect(
            minX: minX + amount, minY: minY + amount, maxX: maxX - amount, maxY: maxY - amount)
    }
}
