import Glibc
import TouchKitGeometry

/// The lines and curves of all benchmark cases, generated from one seed in a fixed order.
struct Workloads {
    /// The width of the bitmap, in pixels.
    static let width = 1280
    /// The height of the bitmap, in pixels.
    static let height = 720
    /// The dirty rectangle of W4.
    static let dirty = PixelRect(x: 580, y: 300, width: 120, height: 120)
    /// The background of W3 and W4, `0xFFRRGGBB`.
    static let background: UInt32 = 0xFF20_2830

    /// 10,000 lines 10 wide, 20…400 long.
    let w1: [Line]
    /// 100,000 lines 6 wide, 3…12 long.
    let w2: [Line]
    /// 1,000 lines 3…20 wide, 5…600 long.
    let w3: [Line]
    /// 50 lines 3…20 wide, 100…600 long, which cross the dirty rectangle.
    let w4: [Line]
    /// 200 white lines 3…20 wide, 5…44 long, each in a separate cell of 64 × 64 pixels.
    let quality: [Line]
    /// 1,000 curves 3…20 wide; consecutive points differ by at most 150 pixels in each direction.
    let curves: [Curve]

    /// Generates all workloads.
    init() {
        var random = XorShift()
        w1 = (0..<10_000).map { _ in Self.line(&random, length: 20...400, width: 10...10) }
        w2 = (0..<100_000).map { _ in Self.line(&random, length: 3...12, width: 6...6) }
        w3 = (0..<1_000).map { _ in Self.line(&random, length: 5...600, width: 3...20) }
        var crossing: [Line] = []
        while crossing.count < 50 {
            let line = Self.line(&random, length: 100...600, width: 3...20)
            let x = Double(Self.dirty.minX + Self.dirty.maxX) / 2
            let y = Double(Self.dirty.minY + Self.dirty.maxY) / 2
            if line.distance(x, y) <= Double(Self.dirty.width) / 2 - 4 { crossing.append(line) }
        }
        w4 = crossing
        quality = (0..<200).map { Self.cellLine(&random, cell: $0) }
        curves = (0..<1_000).map { _ in Self.curve(&random) }
    }

    /// Returns a curve with all points inside the bitmap, half the width plus two pixels from the
    /// edges.
    private static func curve(_ random: inout XorShift) -> Curve {
        let lineWidth = random.next(3, 20)
        let margin = lineWidth / 2 + 2
        let columns = margin...Double(Self.width) - margin
        let rows = margin...Double(height) - margin
        var x = random.next(columns.lowerBound, columns.upperBound)
        var y = random.next(rows.lowerBound, rows.upperBound)
        func next() -> SIMD2<Float> {
            let point = SIMD2(Float(x), Float(y))
            x = min(max(x + random.next(-150, 150), columns.lowerBound), columns.upperBound)
            y = min(max(y + random.next(-150, 150), rows.lowerBound), rows.upperBound)
            return point
        }
        return Curve(
            start: next(), control1: next(), control2: next(), end: next(),
            width: Float(lineWidth), color: 0xFF00_0000 | UInt32(random.next() * 16_777_215))
    }

    /// Returns a line inside the bitmap with a margin of two pixels.
    private static func line(
        _ random: inout XorShift, length: ClosedRange<Double>, width: ClosedRange<Double>
    ) -> Line {
        while true {
            let line = candidate(
                &random, length: length, width: width, x: 0...Double(Self.width),
                y: 0...Double(height))
            let margin = line.width / 2 + 2
            if let fitting = line.fitting(
                x: margin...Double(Self.width) - margin, y: margin...Double(height) - margin)
            {
                return fitting.line(color: 0xFF00_0000 | UInt32(random.next() * 16_777_215))
            }
        }
    }

    /// Returns a line inside its cell; there are 20 cells per row.
    private static func cellLine(_ random: inout XorShift, cell: Int) -> Line {
        while true {
            var line = candidate(&random, length: 5...44, width: 3...20, x: 2...62, y: 2...62)
            let margin = line.width / 2 + 2
            if line.fitting(x: margin...64 - margin, y: margin...64 - margin) != nil {
                let left = Double(cell % 20) * 64
                let top = Double(cell / 20) * 64
                line.x0 += left
                line.x1 += left
                line.y0 += top
                line.y1 += top
                return line.line(color: 0xFFFF_FFFF)
            }
        }
    }

    /// Returns a random line that may not fit.
    private static func candidate(
        _ random: inout XorShift, length: ClosedRange<Double>, width: ClosedRange<Double>,
        x: ClosedRange<Double>, y: ClosedRange<Double>
    ) -> Candidate {
        let width = random.next(width.lowerBound, width.upperBound)
        let length = random.next(length.lowerBound, length.upperBound)
        let angle = random.next(0, 2 * Double.pi)
        let x0 = random.next(x.lowerBound, x.upperBound)
        let y0 = random.next(y.lowerBound, y.upperBound)
        return Candidate(
            x0: x0, y0: y0, x1: x0 + length * cos(angle), y1: y0 + length * sin(angle),
            width: width)
    }
}

/// A line that has not been tested for its position.
private struct Candidate {
    var x0: Double
    var y0: Double
    var x1: Double
    var y1: Double
    let width: Double

    /// Returns the line if both ends are inside the ranges.
    func fitting(x: ClosedRange<Double>, y: ClosedRange<Double>) -> Candidate? {
        x.contains(x0) && x.contains(x1) && y.contains(y0) && y.contains(y1) ? self : nil
    }

    /// Converts the line to single precision.
    func line(color: UInt32) -> Line {
        Line(
            x0: Float(x0), y0: Float(y0), x1: Float(x1), y1: Float(y1), width: Float(width),
            color: color)
    }
}

extension Line {
    /// Returns the distance of a point from the center line, in pixels.
    func distance(_ x: Double, _ y: Double) -> Double {
        let dx = Double(x1) - Double(x0)
        let dy = Double(y1) - Double(y0)
        let along = ((x - Double(x0)) * dx + (y - Double(y0)) * dy) / (dx * dx + dy * dy)
        let part = min(max(along, 0), 1)
        return hypot(x - Double(x0) - part * dx, y - Double(y0) - part * dy)
    }
}
