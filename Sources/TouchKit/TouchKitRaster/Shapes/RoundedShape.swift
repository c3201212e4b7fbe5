import TouchKitGeometry

/// An upright rectangle with round corners.
struct RoundedShape {
    private let fill: FillShape
    private let radius: Double
    /// The rows between the upper corners and the lower ones, the columns between the left ones and
    /// the right ones: in them it is a plain rectangle.
    private let plainRows: Range<Int>
    private let plainColumns: Range<Int>

    /// Nil where a number isn't finite or nothing is inside. A radius larger than half a side is
    /// that half.
    init?(_ rect: CGRect, radius: Double) {
        guard let fill = FillShape(rect), radius.isFinite else { return nil }
        self.fill = fill
        self.radius = max(
            0, min(radius, (fill.right - fill.left) / 2, (fill.bottom - fill.top) / 2))
        let reach = Int(self.radius.rounded(.up)) + 1
        let upper = Int(fill.top.rounded(.down)) + reach
        plainRows = upper..<max(upper, Int(fill.bottom.rounded(.up)) - reach)
        let left = Int(fill.left.rounded(.down)) + reach
        plainColumns = left..<max(left, Int(fill.right.rounded(.up)) - reach)
    }

    /// The pixels it touches.
    var box: PixelRect { fill.box }

    /// Whether it covers every pixel of a part wholly.
    func covers(_ part: PixelRect) -> Bool {
        guard fill.whole.contains(part) else { return false }
        // It is convex: what holds for the corners holds between them.
        return isSolid(part.minX, part.minY) && isSolid(part.maxX - 1, part.minY)
            && isSolid(part.minX, part.maxY - 1) && isSolid(part.maxX - 1, part.maxY - 1)
    }

    /// Whether a pixel, wholly in the rectangle, is not cut by an arc.
    private func isSolid(_ x: Int, _ y: Int) -> Bool {
        let dx = offset(x, fill.left, fill.right)
        let dy = offset(y, fill.top, fill.bottom)
        // A hundredth of a pixel more than is needed: numbers are rounded.
        let solid = radius - 0.51
        return dx <= 0 || dy <= 0 || (solid > 0 && dx * dx + dy * dy <= solid * solid)
    }

    /// How far a pixel's middle lies beyond the nearer of two arcs' middles; negative between them.
    private func offset(_ pixel: Int, _ low: Double, _ high: Double) -> Double {
        let middle = Double(pixel) + 0.5
        return max(low + radius - middle, middle - (high - radius))
    }

    /// Paints it into a tile: bands without corners as a plain rectangle is, corners by the distance
    /// to their arc.
    func paint(into tile: Tile, clip: PixelRect, color: BlendColor) {
        let (upper, lower) = (plainRows.lowerBound, plainRows.upperBound)
        let (left, right) = (plainColumns.lowerBound, plainColumns.upperBound)
        paintPlain(
            PixelRect(minX: clip.minX, minY: upper, maxX: clip.maxX, maxY: lower), into: tile,
            clip, color)
        paintPlain(
            PixelRect(minX: left, minY: clip.minY, maxX: right, maxY: upper), into: tile, clip,
            color)
        paintPlain(
            PixelRect(minX: left, minY: lower, maxX: right, maxY: clip.maxY), into: tile, clip,
            color)
        for y in clip.minY..<clip.maxY where y < upper || y >= lower {
            let row = CornerRow(fill, radius, y)
            row.paint(tile.row(y), clip.minX, min(clip.maxX, left), color)
            row.paint(tile.row(y), max(clip.minX, right), clip.maxX, color)
        }
    }

    private func paintPlain(
        _ part: PixelRect, into tile: Tile, _ clip: PixelRect, _ color: BlendColor
    ) {
        let part = part.intersection(clip)
        if !part.isEmpty { fill.paint(into: tile, clip: part, color: color) }
    }
}

/// A row of a rounded rectangle that meets corners; columns are counted from its left edge, where
/// numbers are small.
private struct CornerRow {
    /// The column that counts as 0.
    private let anchor: Int
    private let left: Float
    private let right: Float
    private let radius: Float
    /// How far the row's middle lies above or below the arcs' middles; 0 between them.
    private let down: Float
    /// The part of the row between the upper and the lower edge.
    private let vertical: Float
    /// Columns that are covered wholly; others are looked at one by one.
    private let solid: Range<Int>

    init(_ fill: FillShape, _ radius: Double, _ y: Int) {
        let middle = Double(y) + 0.5
        let offset = max(fill.top + radius - middle, middle - (fill.bottom - radius), 0)
        let covered = max(0, min(middle + 0.5, fill.bottom) - max(middle - 0.5, fill.top))
        anchor = Int(fill.left.rounded(.down))
        left = Float(fill.left - Double(anchor))
        right = Float(fill.right - Double(anchor))
        self.radius = Float(radius)
        down = Float(offset)
        vertical = Float(covered)
        // Where the row crosses a circle a little more than half a pixel inside the arc, half a
        // pixel farther in.
        let inner = max(radius - 0.51, 0)
        let square = inner * inner - offset * offset
        guard covered >= 1, square > 0 else {
            solid = 0..<0
            return
        }
        let half = square.squareRoot()
        let first = max(Int((fill.left + radius - half).rounded(.up)), fill.whole.minX)
        let end = min(Int((fill.right - radius + half).rounded(.down)), fill.whole.maxX)
        solid = first..<max(first, end)
    }

    /// Paints columns near the corners.
    func paint(
        _ row: UnsafeMutablePointer<UInt32>, _ first: Int, _ end: Int, _ color: BlendColor
    ) {
        var x = first
        while x < end {
            if x >= solid.lowerBound && x < solid.upperBound {
                let stop = min(end, solid.upperBound)
                fillRun(row + x, stop &- x, color)
                x = stop
                continue
            }
            blend1(row + x, color, coverage(x))
            x &+= 1
        }
    }

    /// Coverage of a pixel, 0…256: by the distance to the arc, elsewhere by the edges.
    @inline(__always)
    private func coverage(_ x: Int) -> UInt32 {
        let middle = Float(x &- anchor) + 0.5
        let across = max(left + radius - middle, middle - (right - radius))
        if radius > 0 && across > 0 && down > 0 {
            let inside = radius - (across * across + down * down).squareRoot() + 0.5
            return UInt32(max(0, min(inside, 1)) * 256 + 0.5)
        }
        let horizontal = max(0, min(middle + 0.5, right) - max(middle - 0.5, left))
        return UInt32(horizontal * vertical * 256 + 0.5)
    }
}
