import TouchKitGeometry

/// An axis-aligned rectangle with edges at fractional pixel positions.
struct RectShape {
    /// The left edge, in canvas pixels.
    let left: Double
    /// The top edge, in canvas pixels.
    let top: Double
    /// The right edge, in canvas pixels.
    let right: Double
    /// The bottom edge, in canvas pixels.
    let bottom: Double
    /// The edges of the fully covered pixels, as 32-bit integers to keep display list items small.
    private let fullyCoveredEdges: SIMD4<Int32>
    /// The rectangle of the fully covered pixels.
    var fullyCovered: PixelRect {
        PixelRect(
            minX: Int(fullyCoveredEdges[0]), minY: Int(fullyCoveredEdges[1]),
            maxX: Int(fullyCoveredEdges[2]),
            maxY: Int(fullyCoveredEdges[3]))
    }

    /// Creates a shape, or returns `nil` if an edge is not finite or the rectangle is empty.
    init?(_ rect: CGRect) {
        guard !rect.isNull, let left = DisplayList.bounded(rect.minX),
            let top = DisplayList.bounded(rect.minY), let right = DisplayList.bounded(rect.maxX),
            let bottom = DisplayList.bounded(rect.maxY), left < right, top < bottom
        else { return nil }
        self.left = left
        self.top = top
        self.right = right
        self.bottom = bottom
        let firstColumn = Self.roundedUp(left)
        let firstRow = Self.roundedUp(top)
        fullyCoveredEdges = SIMD4(
            firstColumn, firstRow, max(Self.roundedDown(right), firstColumn),
            max(Self.roundedDown(bottom), firstRow))
    }

    // Calling `rounded(_:)` would call the C library on processors without a rounding instruction.
    // The edges are clamped, so the conversion cannot overflow.

    /// Returns the value rounded up to an integer.
    @inline(__always)
    private static func roundedUp(_ value: Double) -> Int32 {
        let fullyCovered = Int32(value)
        return Double(fullyCovered) < value ? fullyCovered + 1 : fullyCovered
    }

    /// Returns the value rounded down to an integer.
    @inline(__always)
    private static func roundedDown(_ value: Double) -> Int32 {
        let fullyCovered = Int32(value)
        return Double(fullyCovered) > value ? fullyCovered - 1 : fullyCovered
    }

    /// The pixels that the rectangle touches.
    var box: PixelRect {
        PixelRect(covering: CGRect(x: left, y: top, width: right - left, height: bottom - top))
    }

    /// Paints the pixels inside `clip` into a tile: first the fully covered pixels, then the partly
    /// covered rows and columns.
    func paint(into tile: Tile, clip: PixelRect, color: BlendColor) {
        let fullyCovered = fullyCovered
        fillRect(tile, fullyCovered.intersection(clip), color)
        let rows =
            max(
                fullyCovered.minY, clip.minY)..<max(
                fullyCovered.minY, clip.minY, min(fullyCovered.maxY, clip.maxY))
        if top < Double(fullyCovered.minY) {
            paintRow(fullyCovered.minY - 1, into: tile, clip: clip, color: color)
        }
        if bottom > Double(fullyCovered.maxY) {
            paintRow(fullyCovered.maxY, into: tile, clip: clip, color: color)
        }
        if left < Double(fullyCovered.minX) {
            paintColumn(fullyCovered.minX - 1, rows, into: tile, clip: clip, color: color)
        }
        if right > Double(fullyCovered.maxX) {
            paintColumn(fullyCovered.maxX, rows, into: tile, clip: clip, color: color)
        }
    }

    /// Paints a row that is covered partly in the vertical direction.
    private func paintRow(_ y: Int, into tile: Tile, clip: PixelRect, color: BlendColor) {
        guard y >= clip.minY, y < clip.maxY else { return }
        let row = tile.row(y)
        let vertical = Self.overlap(y, top, bottom)
        let first = max(fullyCovered.minX, clip.minX)
        let end = min(fullyCovered.maxX, clip.maxX)
        if first < end {
            blendRun(row + first, end - first, color, coverage: Self.coverage(vertical))
        }
        paintCorner(fullyCovered.minX - 1, row, vertical, clip: clip, color: color)
        paintCorner(fullyCovered.maxX, row, vertical, clip: clip, color: color)
    }

    /// Paints the pixel at the left or right end of a row. `vertical` is the fraction 0…1 of the
    /// row that is covered.
    private func paintCorner(
        _ x: Int, _ row: UnsafeMutablePointer<UInt32>, _ vertical: Double, clip: PixelRect,
        color: BlendColor
    ) {
        guard x >= clip.minX, x < clip.maxX else { return }
        blend1(row + x, color, Self.coverage(Self.overlap(x, left, right) * vertical))
    }

    /// Paints a column that is covered partly in the horizontal direction, except for the partly
    /// covered rows.
    private func paintColumn(
        _ x: Int, _ rows: Range<Int>, into tile: Tile, clip: PixelRect, color: BlendColor
    ) {
        guard x >= clip.minX, x < clip.maxX else { return }
        let coverage = Self.coverage(Self.overlap(x, left, right))
        for y in rows { blend1(tile.row(y) + x, color, coverage) }
    }

    /// Returns the length 0…1 of the intersection of a pixel with the interval from `low` to `high`
    /// in one direction.
    private static func overlap(_ pixel: Int, _ low: Double, _ high: Double) -> Double {
        max(0, min(Double(pixel + 1), high) - max(Double(pixel), low))
    }

    /// Converts a fraction 0…1 to a coverage of 0…256.
    private static func coverage(_ fraction: Double) -> UInt32 { UInt32(fraction * 256 + 0.5) }
}
