import TouchKitGeometry

/// An axis-aligned rectangle with rounded corners.
struct RoundedRectShape {
    /// The rectangle without rounding.
    private let rect: RectShape
    /// The radius of the corners, in pixels.
    private let radius: Double
    /// The rows between the upper and the lower corners, which have no rounding.
    private let straightRows: Range<Int>
    /// The columns between the left and the right corners, which have no rounding.
    private let straightColumns: Range<Int>

    /// Creates a shape, or returns `nil` if a value is not finite or the rectangle is empty.
    ///
    /// The radius is limited to half of the shorter side.
    init?(_ rect: CGRect, radius: Double) {
        guard let rect = RectShape(rect), radius.isFinite else { return nil }
        self.rect = rect
        self.radius = max(
            0, min(radius, (rect.right - rect.left) / 2, (rect.bottom - rect.top) / 2))
        let reach = Int(self.radius.rounded(.up)) + 1
        let upper = Int(rect.top.rounded(.down)) + reach
        straightRows = upper..<max(upper, Int(rect.bottom.rounded(.up)) - reach)
        let left = Int(rect.left.rounded(.down)) + reach
        straightColumns = left..<max(left, Int(rect.right.rounded(.up)) - reach)
    }

    /// The pixels that the shape touches.
    var box: PixelRect { rect.box }

    /// Returns whether the shape covers all pixels of `part` completely.
    func covers(_ part: PixelRect) -> Bool {
        guard rect.fullyCovered.contains(part) else { return false }
        // The shape is convex, so testing the corners of the part is sufficient.
        return isFullyCovered(part.minX, part.minY) && isFullyCovered(part.maxX - 1, part.minY)
            && isFullyCovered(part.minX, part.maxY - 1)
            && isFullyCovered(part.maxX - 1, part.maxY - 1)
    }

    /// Returns whether the arc of a corner does not cut a pixel, which must be fully inside the
    /// rectangle.
    private func isFullyCovered(_ x: Int, _ y: Int) -> Bool {
        let dx = offset(x, rect.left, rect.right)
        let dy = offset(y, rect.top, rect.bottom)
        // The additional 0.01 pixel compensates for rounding errors.
        let solid = radius - 0.51
        return dx <= 0 || dy <= 0 || (solid > 0 && dx * dx + dy * dy <= solid * solid)
    }

    /// Returns the distance by which a pixel's center is outside of the nearer arc center in one
    /// direction, in pixels. The result is negative between the arc centers.
    private func offset(_ pixel: Int, _ low: Double, _ high: Double) -> Double {
        let middle = Double(pixel) + 0.5
        return max(low + radius - middle, middle - (high - radius))
    }

    /// Paints the pixels inside `clip` into a tile. Areas without corners are painted as a plain
    /// rectangle; corners are painted by the distance to the arc.
    func paint(into tile: Tile, clip: PixelRect, color: BlendColor) {
        let (upper, lower) = (straightRows.lowerBound, straightRows.upperBound)
        let (left, right) = (straightColumns.lowerBound, straightColumns.upperBound)
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
            let row = CornerRow(rect, radius, y)
            row.paint(tile.row(y), clip.minX, min(clip.maxX, left), color)
            row.paint(tile.row(y), max(clip.minX, right), clip.maxX, color)
        }
    }

    /// Paints a part without rounding.
    private func paintPlain(
        _ part: PixelRect, into tile: Tile, _ clip: PixelRect, _ color: BlendColor
    ) {
        let part = part.intersection(clip)
        if !part.isEmpty { rect.paint(into: tile, clip: part, color: color) }
    }
}

/// A row of a rounded rectangle that contains corners. Columns are relative to the left edge,
/// because floating-point numbers are more precise there.
private struct CornerRow {
    /// The canvas column at which relative columns begin.
    private let anchor: Int
    /// The left edge, relative to `anchor`.
    private let left: Float
    /// The right edge, relative to `anchor`.
    private let right: Float
    /// The radius of the corners, in pixels.
    private let radius: Float
    /// The vertical distance between the row's center and the nearest arc center, or 0 between the
    /// arc centers.
    private let down: Float
    /// The fraction of the row between the top and the bottom edge, 0…1.
    private let vertical: Float
    /// The canvas columns that are fully covered. The coverage of other columns is computed per
    /// pixel.
    private let solid: Range<Int>

    /// Prepares row `y` of a rounded rectangle.
    init(_ rect: RectShape, _ radius: Double, _ y: Int) {
        let middle = Double(y) + 0.5
        let offset = max(rect.top + radius - middle, middle - (rect.bottom - radius), 0)
        let covered = max(0, min(middle + 0.5, rect.bottom) - max(middle - 0.5, rect.top))
        anchor = Int(rect.left.rounded(.down))
        left = Float(rect.left - Double(anchor))
        right = Float(rect.right - Double(anchor))
        self.radius = Float(radius)
        down = Float(offset)
        vertical = Float(covered)
        // The columns inside a circle that is half a pixel inside the arc are fully covered. The
        // additional 0.01 pixel compensates for rounding errors.
        let inner = max(radius - 0.51, 0)
        let square = inner * inner - offset * offset
        guard covered >= 1, square > 0 else {
            solid = 0..<0
            return
        }
        let half = square.squareRoot()
        let first = max(Int((rect.left + radius - half).rounded(.up)), rect.fullyCovered.minX)
        let end = min(Int((rect.right - radius + half).rounded(.down)), rect.fullyCovered.maxX)
        solid = first..<max(first, end)
    }

    /// Paints the columns from `first` up to `end`.
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

    /// Returns the coverage of a pixel, 0…256. In corners, it depends on the distance to the arc;
    /// elsewhere, on the edges.
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
