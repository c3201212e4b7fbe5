/// A rectangle of whole pixels. The right and bottom edges are exclusive.
///
/// The type is separate from `CGRect`, so that pixels and points cannot be confused.
///
/// Members that inner loops use are always inlined, because calls of them were 2 % of the
/// instructions of a frame with ten contacts.
package struct PixelRect: Hashable, Sendable, BitwiseCopyable {
    /// The first column, in pixels.
    package var minX: Int
    /// The first row, in pixels.
    package var minY: Int
    /// The first column to the right of the rectangle, in pixels.
    package var maxX: Int
    /// The first row below the rectangle, in pixels.
    package var maxY: Int

    /// The empty rectangle, whose edges are all 0.
    @inlinable package static var empty: PixelRect {
        PixelRect(minX: 0, minY: 0, maxX: 0, maxY: 0)
    }

    /// Creates a rectangle from its edges, in pixels.
    @inlinable package init(minX: Int, minY: Int, maxX: Int, maxY: Int) {
        self.minX = minX
        self.minY = minY
        self.maxX = maxX
        self.maxY = maxY
    }

    /// Creates a rectangle from its upper-left corner and its size, in pixels.
    @inlinable package init(x: Int, y: Int, width: Int, height: Int) {
        self.init(minX: x, minY: y, maxX: x + width, maxY: y + height)
    }

    /// Creates the smallest rectangle that contains `rect`, which is in pixel coordinates.
    ///
    /// Coordinates beyond ±2²⁴ are clamped, so that sums of coordinates cannot overflow. NaN
    /// becomes 0.
    package init(covering rect: CGRect) {
        if rect.isNull {
            self = .empty
            return
        }
        self.init(
            minX: Self.roundedDown(rect.minX), minY: Self.roundedDown(rect.minY),
            maxX: Self.roundedUp(rect.maxX), maxY: Self.roundedUp(rect.maxY))
    }

    /// Creates the largest rectangle inside `rect`, which is in pixel coordinates, or an empty
    /// rectangle if there is none. Coordinates are clamped to ±2²⁴.
    package init(within rect: CGRect) {
        self.init(
            minX: Self.roundedUp(rect.minX), minY: Self.roundedUp(rect.minY),
            maxX: Self.roundedDown(rect.maxX), maxY: Self.roundedDown(rect.maxY))
        if rect.isNull || isEmpty { self = .empty }
    }

    // Calling `rounded()` would call the C library on processors without a rounding instruction.

    /// Returns the largest integer that is not greater than a number, clamped to ±2²⁴.
    @inline(__always)
    private static func roundedDown(_ value: CGFloat) -> Int {
        let whole = truncated(value)
        return CGFloat(whole) > value && whole > -limit ? whole - 1 : whole
    }

    /// Returns the smallest integer that is not less than a number, clamped to ±2²⁴.
    @inline(__always)
    private static func roundedUp(_ value: CGFloat) -> Int {
        let whole = truncated(value)
        return CGFloat(whole) < value && whole < limit ? whole + 1 : whole
    }

    /// The limit of clamped coordinates, 2²⁴.
    private static let limit = 16_777_216

    /// Returns a number rounded toward zero and clamped to ±2²⁴. NaN becomes 0.
    @inline(__always)
    private static func truncated(_ value: CGFloat) -> Int {
        if value.magnitude < 16_777_216 { return Int(value) }
        return value.isNaN ? 0 : value < 0 ? -limit : limit
    }

    /// The number of columns, never negative.
    @inlinable @inline(__always)
    package var width: Int { max(0, maxX - minX) }
    /// The number of rows, never negative.
    @inlinable @inline(__always)
    package var height: Int { max(0, maxY - minY) }
    /// The number of pixels.
    @inlinable package var area: Int { width * height }
    /// Whether the rectangle has no pixel.
    @inlinable @inline(__always)
    package var isEmpty: Bool { minX >= maxX || minY >= maxY }

    /// Returns whether the rectangle contains the pixel in column `x` and row `y`.
    @inlinable package func contains(x: Int, y: Int) -> Bool {
        x >= minX && x < maxX && y >= minY && y < maxY
    }

    /// Returns whether the rectangle contains every pixel of `other`.
    @inlinable package func contains(_ other: PixelRect) -> Bool {
        other.isEmpty
            || (other.minX >= minX && other.maxX <= maxX && other.minY >= minY
                && other.maxY <= maxY)
    }

    /// Returns whether the two rectangles have a pixel in common.
    @inlinable @inline(__always)
    package func intersects(_ other: PixelRect) -> Bool {
        !intersection(other).isEmpty
    }

    /// Returns the rectangle of the pixels that both rectangles contain, or `empty`.
    @inlinable @inline(__always)
    package func intersection(_ other: PixelRect) -> PixelRect {
        let shared = PixelRect(
            minX: max(minX, other.minX), minY: max(minY, other.minY),
            maxX: min(maxX, other.maxX), maxY: min(maxY, other.maxY))
        return shared.isEmpty ? .empty : shared
    }

    /// Returns the rectangle without the pixels of `other` if the remaining pixels form a
    /// rectangle, or otherwise the unchanged rectangle.
    package func trimmed(by other: PixelRect) -> PixelRect {
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

    /// Returns the smallest rectangle that contains both rectangles.
    @inlinable @inline(__always)
    package func union(_ other: PixelRect) -> PixelRect {
        if isEmpty { return other }
        if other.isEmpty { return self }
        return PixelRect(
            minX: min(minX, other.minX), minY: min(minY, other.minY),
            maxX: max(maxX, other.maxX), maxY: max(maxY, other.maxY))
    }

    /// Returns the rectangle moved by `dx` pixels to the right and `dy` pixels downwards.
    package func offsetBy(dx: Int, dy: Int) -> PixelRect {
        PixelRect(minX: minX + dx, minY: minY + dy, maxX: maxX + dx, maxY: maxY + dy)
    }

    /// Returns the rectangle with each edge moved inwards by `amount` pixels, or outwards if
    /// `amount` is negative.
    package func insetBy(_ amount: Int) -> PixelRect {
        PixelRect(
            minX: minX + amount, minY: minY + amount, maxX: maxX - amount, maxY: maxY - amount)
    }
}
