import TouchKitGeometry
import TouchKitRaster
import TouchTrackerTestSupport

/// A drawing the simple way: an array of strokes, painted from the lowest up each time.
struct DrawingModel {
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
    /// From the lowest to the topmost.
    var strokes: [Stroke] = []

    /// Everything painted on an empty picture.
    func picture() -> Bitmap {
        let isOpaque = background.alpha == 255
        let bitmap = Bitmap(width: width, height: height, isOpaque: isOpaque)
        for y in 0..<height {
            for x in 0..<width { bitmap[x, y] = isOpaque ? background.opaquePixel : 0 }
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

    /// The strokes whose middle line comes as near as that, the topmost first.
    func strokes(near point: CGPoint, within distance: Double) -> [StrokeID] {
        strokes.reversed().filter { stroke in
            !stroke.isHidden && Self.distance(stroke.points, to: point) <= distance
        }.map(\.id)
    }

    static func distance(_ points: [CGPoint], to point: CGPoint) -> Double {
        let ends = points.count == 1 ? points : Array(points.dropFirst())
        return zip(points, ends).map { start, end in
            let along = CGVector(dx: end.x - start.x, dy: end.y - start.y)
            let square = along.dx * along.dx + along.dy * along.dy
            let dot = (point.x - start.x) * along.dx + (point.y - start.y) * along.dy
            let part = square > 0 ? min(max(dot / square, 0), 1) : 0
            let dx = point.x - start.x - along.dx * part
            let dy = point.y - start.y - along.dy * part
            return (dx * dx + dy * dy).squareRoot()
        }.min() ?? .infinity
    }
}

/// Numbers as the cache keeps them, in 24 bits, so that model and cache have the same.
func kept(_ value: Double) -> Double { Double(Float(value)) }

/// Makes strokes of all kinds: dots, lines short and long, scribbles; some leave the picture.
struct RandomStrokes {
    var random: SeededRandom
    let width: Double
    let height: Double

    init(seed: UInt64, width: Int, height: Int) {
        random = SeededRandom(seed: seed)
        self.width = Double(width)
        self.height = Double(height)
    }

    mutating func place() -> CGPoint {
        CGPoint(
            x: kept(random.number(in: -20...width + 20)),
            y: kept(random.number(in: -20...height + 20)))
    }

    mutating func near(_ point: CGPoint, _ distance: Double) -> CGPoint {
        CGPoint(
            x: kept(point.x + random.number(in: -distance...distance)),
            y: kept(point.y + random.number(in: -distance...distance)))
    }

    mutating func points() -> [CGPoint] {
        var points = [place()]
        switch random.next(below: 8) {
        case 0: break
        case 1, 2: points.append(near(points[0], 12))
        case 3: for _ in 0..<30 { points.append(near(points[points.count - 1], 25)) }
        case 4: points.append(CGPoint(x: place().x, y: points[0].y))
        default: points.append(place())
        }
        return points
    }

    mutating func lineWidth() -> Double {
        [0.5, 1, 2.25, 6, 10, 10, 10, 30][random.next(below: 8)]
    }

    mutating func color() -> PixelColor {
        let channel = { (random: inout SeededRandom) in UInt8(random.next(below: 256)) }
        return PixelColor(
            red: channel(&random), green: channel(&random), blue: channel(&random),
            alpha: random.next(below: 3) == 0 ? channel(&random) : 255)
    }
}
