import TouchKitGeometry

/// An upright rectangle with edges anywhere between pixels.
struct FillShape {
    let left: Double
    let top: Double
    let right: Double
    let bottom: Double
    /// The edges of what it covers wholly: small, as many fills are kept at a time.
    private let wholeEdges: SIMD4<Int32>
    /// The pixels that it covers wholly.
    var whole: PixelRect {
        PixelRect(
            minX: Int(wholeEdges[0]), minY: Int(wholeEdges[1]), maxX: Int(wholeEdges[2]),
            maxY: Int(wholeEdges[3]))
    }

    /// Nil where an edge isn't a number or nothing is inside.
    init?(_ rect: CGRect) {
        guard !rect.isNull, let left = DisplayList.bounded(rect.minX),
            let top = DisplayList.bounded(rect.minY), let right = DisplayList.bounded(rect.maxX),
            let bottom = DisplayList.bounded(rect.maxY), left < right, top < bottom
        else { return nil }
        self.left = left
        self.top = top
        self.right = right
        self.bottom = bottom
        let firstColumn = Self.wholeAbove(left)
        let firstRow = Self.wholeAbove(top)
        wholeEdges = SIMD4(
            firstColumn, firstRow, max(Self.wholeBelow(right), firstColumn),
            max(Self.wholeBelow(bottom), firstRow))
    }

    // Rounding is a call into the C library where the processor can't be told to do it; edges are bounded.

    @inline(__always)
    private static func wholeAbove(_ value: Double) -> Int32 {
        let whole = Int32(value)
        return Double(whole) < value ? whole + 1 : whole
    }

    @inline(__always)
    private static func wholeBelow(_ value: Double) -> Int32 {
        let whole = Int32(value)
        return Double(whole) > value ? whole - 1 : whole
    }

    /// The pixels it touches.
    var box: PixelRect {
        PixelRect(covering: CGRect(x: left, y: top, width: right - left, height: bottom - top))
    }

    /// Paints it into a tile: what is covered wholly as one, then the rows and columns about it.
    func paint(into tile: Tile, clip: PixelRect, color: BlendColor) {
        let whole = whole
        fillRect(tile, whole.intersection(clip), color)
        let rows =
            max(whole.minY, clip.minY)..<max(whole.minY, clip.minY, min(whole.maxY, clip.maxY))
        if top < Double(whole.minY) {
            paintRow(whole.minY - 1, into: tile, clip: clip, color: color)
        }
        if bottom > Double(whole.maxY) {
            paintRow(whole.maxY, into: tile, clip: clip, color: color)
        }
        if left < Double(whole.minX) {
            paintColumn(whole.minX - 1, rows, into: tile, clip: clip, color: color)
        }
        if right > Double(whole.maxX) {
            paintColumn(whole.maxX, rows, into: tile, clip: clip, color: color)
        }
    }

    /// Paints a row that it covers in part.
    private func paintRow(_ y: Int, into tile: Tile, clip: PixelRect, color: BlendColor) {
        guard y >= clip.minY, y < clip.maxY else { return }
        let row = tile.row(y)
        let vertical = Self.overlap(y, top, bottom)
        let first = max(whole.minX, clip.minX)
        let end = min(whole.maxX, clip.maxX)
        if first < end {
            blendRun(row + first, end - first, color, coverage: Self.coverage(vertical))
        }
        paintCorner(whole.minX - 1, row, vertical, clip: clip, color: color)
        paintCorner(whole.maxX, row, vertical, clip: clip, color: color)
    }

    /// Paints the pixel of a row that is covered in part in which a column's part begins or ends.
    private func paintCorner(
        _ x: Int, _ row: UnsafeMutablePointer<UInt32>, _ vertical: Double, clip: PixelRect,
        color: BlendColor
    ) {
        guard x >= clip.minX, x < clip.maxX else { return }
        blend1(row + x, color, Self.coverage(Self.overlap(x, left, right) * vertical))
    }

    /// Paints a column that it covers in part, in rows that it covers wholly.
    private func paintColumn(
        _ x: Int, _ rows: Range<Int>, into tile: Tile, clip: PixelRect, color: BlendColor
    ) {
        guard x >= clip.minX, x < clip.maxX else { return }
        let coverage = Self.coverage(Self.overlap(x, left, right))
        for y in rows { blend1(tile.row(y) + x, color, coverage) }
    }

    /// The part of the pixel's extent that lies between two edges.
    private static func overlap(_ pixel: Int, _ low: Double, _ high: Double) -> Double {
        max(0, min(Double(pixel + 1), high) - max(Double(pixel), low))
    }

    /// A share as 0…256.
    private static func coverage(_ share: Double) -> UInt32 { UInt32(share * 256 + 0.5) }
}
