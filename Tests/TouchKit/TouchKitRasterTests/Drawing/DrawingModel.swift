import TouchKitGeometry
import TouchKitRaster
import TouchTrackerTestSupport

/// A reference implementation of a drawing: an array of strokes, painted from the lowest up each
/// time.
struct DrawingModel {
    /// A stroke with its position in the drawing order.
    struct Stroke {
        var id: StrokeID
        var points: [CGPoint]
        var width: Double
        var color: PixelColor
        var isHidden = false
    }

    let width: Int
    let height: Int
    let background: PixelColor
    /// The strokes, lowest first.
    var strokes: [Stroke] = []

    /// Returns a bitmap with all strokes painted over the background.
    func picture() -> Bitmap {
        let isOpaque = background.alpha == 255
        let bitmap = Bitmap(width, height, isOpaque: isOpaque) { _, _ in
            isOpaque ? background.opaquePixel : 0
        }
        let list = DisplayList()
        for stroke in strokes where !stroke.isHidden {
            let ends = stroke.points.count == 1 ? stroke.points : Array(stroke.points.dropFirst())
            if stroke.points.count <= 2 {
                list.stroke(
                    from: stroke.points[0], to: ends[0], width: stroke.width, cap: .round,
                    color: stroke.color)
                continue
            }
            list.polyline(width: stroke.width, color: stroke.color) { line in
                for (start, end) in zip(stroke.points, ends) { line.add(from: start, to: end) }
            }
        }
        list.paint(onto: bitmap, clip: bitmap.bounds)
        return bitmap
    }

    /// Returns the strokes with a center line within a distance of a point, topmost first.
    func strokes(near point: CGPoint, within distance: Double) -> [StrokeID] {
        strokes.reversed().filter { stroke in
            !stroke.isHidden && point.distance(fromPolyline: stroke.points) <= distance
        }.map(\.id)
    }
}

/// Returns the number of pixels outside a region that differ between two pictures of equal size.
func changedPixels(_ before: Bitmap, _ now: Bitmap, outside region: Region) -> Int {
    var count = 0
    for y in 0..<now.height {
        for x in 0..<now.width
        where before[x, y] != now[x, y] && !region.contains(x: x, y: y) { count += 1 }
    }
    return count
}

/// Returns a number in the precision of the cache (24 bits), so that model and cache are equal.
func roundedTo24Bits(_ value: Double) -> Double { Double(Float(value)) }

/// Generates random strokes: dots, short and long lines, scribbles; some extend beyond the bitmap.
struct RandomStrokes {
    var random: SeededRandom
    let width: Double
    let height: Double

    init(seed: UInt64, width: Int, height: Int) {
        random = SeededRandom(seed: seed)
        self.width = Double(width)
        self.height = Double(height)
    }

    /// Returns a random point, possibly outside the bitmap.
    mutating func point() -> CGPoint {
        CGPoint(
            x: roundedTo24Bits(random.number(in: -20...width + 20)),
            y: roundedTo24Bits(random.number(in: -20...height + 20)))
    }

    /// Returns a random point within a distance of another one.
    mutating func near(_ point: CGPoint, _ distance: Double) -> CGPoint {
        CGPoint(
            x: roundedTo24Bits(point.x + random.number(in: -distance...distance)),
            y: roundedTo24Bits(point.y + random.number(in: -distance...distance)))
    }

    /// Returns the points of a random stroke.
    mutating func points() -> [CGPoint] {
        var points = [point()]
        switch random.next(below: 8) {
        case 0: break
        case 1, 2: points.append(near(points[0], 12))
        case 3: for _ in 0..<30 { points.append(near(points[points.count - 1], 25)) }
        case 4: points.append(CGPoint(x: point().x, y: points[0].y))
        default: points.append(point())
        }
        return points
    }

    /// Returns a random line width.
    mutating func lineWidth() -> Double {
        [0.5, 1, 2.25, 6, 10, 10, 10, 30][random.next(below: 8)]
    }

    /// Returns a random color, sometimes translucent.
    mutating func color() -> PixelColor {
        let channel = { (random: inout SeededRandom) in UInt8(random.next(below: 256)) }
        return PixelColor(
            red: channel(&random), green: channel(&random), blue: channel(&random),
            alpha: random.next(below: 3) == 0 ? channel(&random) : 255)
    }
}
