import Geometry

/// An upright rectangle with round corners.
struct RoundedShape {
    private let fill: FillShape
    private let radius: Double

    /// Nil where a number isn't finite or nothing is inside. A radius larger than half a side is
    /// that half.
    init?(_ rect: CGRect, radius: Double) {
        guard let fill = FillShape(rect), radius.isFinite else { return nil }
        self.fill = fill
        self.radius = max(
            0, min(radius, (fill.right - fill.left) / 2, (fill.bottom - fill.top) / 2))
    }

    /// The pixels it touches.
    var box: PixelRect { fill.box }

    /// Paints it into a tile: bands without corners as a plain rectangle is, corners by the distance
    /// to their arc.
    func paint(into tile: Tile, clip: PixelRect, color: BlendColor) {
        let reach = Int(radius.rounded(.up)) + 1
        let upper = Int(fill.top.rounded(.down)) + reach
        let lower = max(upper, Int(fill.bottom.rounded(.up)) - reach)
        let left = Int(fill.left.rounded(.down)) + reach
        let right = max(left, Int(fill.right.rounded(.up)) - reach)
        func plain(_ part: PixelRect) {
            let part = part.intersection(clip)
            if !part.isEmpty { fill.paint(into: tile, clip: part, color: color) }
        }
        plain(PixelRect(minX: clip.minX, minY: upper, maxX: clip.maxX, maxY: lower))
        plain(PixelRect(minX: left, minY: clip.minY, maxX: right, maxY: upper))
        plain(PixelRect(minX: left, minY: lower, maxX: right, maxY: clip.maxY))
        for y in clip.minY..<clip.maxY where y < upper || y >= lower {
            let row = tile.row(y)
            for x in clip.minX..<max(clip.minX, min(clip.maxX, left)) {
                blend1(row + x, color, cornerCoverage(x, y))
            }
            for x in max(clip.minX, right)..<max(clip.minX, right, clip.maxX) {
                blend1(row + x, color, cornerCoverage(x, y))
            }
        }
    }

    /// Coverage of a pixel near a corner, 0…256: by the distance to the rounded edge.
    private func cornerCoverage(_ x: Int, _ y: Int) -> UInt32 {
        let px = Double(x) + 0.5
        let py = Double(y) + 0.5
        let dx = max(fill.left + radius - px, px - (fill.right - radius), 0)
        let dy = max(fill.top + radius - py, py - (fill.bottom - radius), 0)
        if dx > 0 && dy > 0 {
            let inside = radius - (dx * dx + dy * dy).squareRoot() + 0.5
            return UInt32(max(0, min(inside, 1)) * 256 + 0.5)
        }
        let across = max(0, min(px + 0.5, fill.right) - max(px - 0.5, fill.left))
        let down = max(0, min(py + 0.5, fill.bottom) - max(py - 0.5, fill.top))
        return UInt32(across * down * 256 + 0.5)
    }
}
