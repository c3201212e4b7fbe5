import Geometry

/// An upright rectangle with edges anywhere between pixels.
struct FillShape {
    let left: Double
    let top: Double
    let right: Double
    let bottom: Double

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
    }

    /// The pixels it touches.
    var box: PixelRect {
        PixelRect(covering: CGRect(x: left, y: top, width: right - left, height: bottom - top))
    }

    /// Paints it into a tile.
    func paint(into tile: Tile, clip: PixelRect, color: BlendColor) {
        let firstWhole = Int(left.rounded(.up))
        let endWhole = max(Int(right.rounded(.down)), firstWhole)
        for y in clip.minY..<clip.maxY {
            let row = tile.row(y)
            let vertical = Self.overlap(y, top, bottom)
            let inner =
                max(
                    firstWhole, clip.minX)..<max(
                    max(firstWhole, clip.minX), min(endWhole, clip.maxX))
            if vertical >= 1 {
                fillRun(row + inner.lowerBound, inner.count, color)
            } else {
                let coverage = UInt32(vertical * 256 + 0.5)
                for x in inner { blend1(row + x, color, coverage) }
            }
            var x = clip.minX
            while x < clip.maxX {
                if x >= firstWhole && x < endWhole {
                    x = endWhole
                    continue
                }
                let coverage = Self.overlap(x, left, right) * vertical
                blend1(row + x, color, UInt32(coverage * 256 + 0.5))
                x += 1
            }
        }
    }

    /// The part of the pixel's extent that lies between two edges.
    private static func overlap(_ pixel: Int, _ low: Double, _ high: Double) -> Double {
        max(0, min(Double(pixel + 1), high) - max(Double(pixel), low))
    }
}
