import Testing
import TouchKitGeometry
import TouchKitRaster
import TouchTrackerTestSupport

/// The outlines of stroked paths.
@Suite("Stroked paths")
struct PathStrokeTests {
    /// Returns a stroke style.
    private func style(
        _ width: Double, _ cap: LineCap = .butt, _ join: LineJoin = .miter, limit: Double = 10
    ) -> LineStyle {
        LineStyle(width: width, cap: cap, join: join, miterLimit: limit)
    }

    /// Returns the coverage of a stroked path as text, one string per row.
    private func rows(_ path: Path, _ style: LineStyle, _ width: Int, _ height: Int) -> [String] {
        coverage(of: path, width, height, style: style).map { row in
            String(row.map { $0 == 0 ? "." : $0 == 255 ? "#" : "+" })
        }
    }

    @Test("Caps end a line at its end point or half its width beyond.")
    func caps() {
        let line = Path.through([(2, 2), (6, 2)])
        #expect(rows(line, style(2), 8, 4) == ["........", "..####..", "..####..", "........"])
        #expect(
            rows(line, style(2, .square), 8, 4) == ["........", ".######.", ".######.", "........"])
        #expect(
            rows(line, style(2, .round), 8, 4) == ["........", ".+####+.", ".+####+.", "........"])
    }

    @Test("Miter joins are used up to the miter limit, bevels beyond; round and bevel joins match.")
    func joins() {
        // A right angle, at which the miter is √2 times the line width.
        let corner = Path.through([(2, 8), (2, 2), (8, 2)])
        /// Returns the coverage of the three pixels at the corner.
        func tip(_ style: LineStyle) -> [Int] {
            let rows = coverage(of: corner, 10, 10, style: style)
            return [rows[0][0], rows[1][1], rows[0][1]]
        }
        #expect(tip(style(4)) == [255, 255, 255])
        #expect(tip(style(4, limit: 1.5)) == [255, 255, 255])
        // The corner is cut off from (0, 2) to (2, 0).
        #expect(tip(style(4, limit: 1.4)) == [0, 255, 128])
        #expect(tip(style(4, .butt, .bevel)) == [0, 255, 128])
        // A quarter of a disc with radius 2 around (2, 2).
        let round = tip(style(4, .butt, .round))
        #expect((76...84).contains(round[0]) && round[1] == 255 && round[2] > 220)
    }

    @Test("A closed path has joins everywhere; an open path that returns to its start has caps.")
    func closing() {
        let places = [(3.0, 3.0), (13.0, 3.0), (13.0, 13.0), (3.0, 13.0)]
        let closed = coverage(of: .through(places, isClosed: true), 16, 16, style: style(4))
        for (x, y) in [(1, 1), (14, 1), (1, 14), (14, 14)] { #expect(closed[y][x] == 255) }
        #expect(closed[8][8] == 0)
        let open = coverage(of: .through(places + [(3.0, 3.0)]), 16, 16, style: style(4))
        #expect(open[1][1] == 0 && open[1][14] == 255 && open[14][1] == 255)
    }

    @Test("A line of length 0 is a disc, a square or nothing; a single point is nothing.")
    func dots() {
        var dot = Path.through([(5, 5), (5, 5)])
        /// Returns the sum of the coverage.
        func sum(_ cap: LineCap) -> Double {
            Double(
                coverage(of: dot, 10, 10, style: style(6, cap)).reduce(0) { $0 + $1.reduce(0, +) })
                / 255
        }
        #expect(sum(.butt) == 0)
        #expect(sum(.square) == 36)
        #expect(abs(sum(.round) - 28.27) < 0.2)
        dot = Path()
        dot.move(to: CGPoint(x: 5, y: 5))
        #expect(sum(.round) == 0)
        dot.close()
        #expect(abs(sum(.round) - 28.27) < 0.2)
    }

    @Test("A line that turns back equals the line with a join at the turn.")
    func turningBack() {
        let path = Path.through([(4, 8), (12, 8), (4, 8)])
        /// Returns the first and the last covered column.
        func columns(_ join: LineJoin) -> (Int, Int) {
            let row = coverage(of: path, 20, 16, style: style(6, .butt, join))[8]
            return (row.firstIndex { $0 > 0 } ?? -1, row.lastIndex { $0 > 0 } ?? -1)
        }
        #expect(columns(.miter) == (4, 11))
        #expect(columns(.bevel) == (4, 11))
        #expect(columns(.round) == (4, 14))
    }

    @Test("A line thinner than a pixel is painted fainter; a width of 0 paints nothing.")
    func thinLines() {
        /// Returns the coverage of a line across its width.
        func coverageSum(_ width: Double) -> Int {
            coverage(
                of: .through([(2, 5.5), (15, 5.5), (28, 5.5)]), 30, 10, style: style(width)
            ).reduce(0) { $0 + $1[15] }
        }
        #expect(coverageSum(1) == 255)
        #expect(abs(coverageSum(0.5) - 128) <= 1)
        #expect(abs(coverageSum(0.25) - 64) <= 1)
        for none in [0, -3, .nan, .infinity] as [Double] { #expect(coverageSum(none) == 0) }
    }

    @Test(
        "Round strokes cover all points within half their width, compared with 16 × 16 samples.",
        arguments: 0..<12)
    func quality(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed) + 40)
        var places: [(Double, Double)] = []
        for _ in 0..<(3 + seed % 4) {
            places.append((random.number(in: 8...52), random.number(in: 8...52)))
        }
        let points = places.map { CGPoint(x: $0.0, y: $0.1) }
        let width = random.number(in: 1...14)
        let rows = coverage(of: .through(places), 60, 60, style: style(width, .round, .round))
        var sum = 0.0
        var rim = 0
        var far = 0
        for y in 0..<60 {
            for x in 0..<60 {
                let middle = CGPoint(x: Double(x) + 0.5, y: Double(y) + 0.5)
                let away = middle.distance(fromPolyline: points) - width / 2
                // The corner of a pixel is 0.71 pixels from its center.
                let wanted =
                    abs(away) > 0.8
                    ? (away < 0 ? 255 : 0)
                    : sampled(x, y) { $0.distance(fromPolyline: points) <= width / 2 }
                let error = abs(Double(rows[y][x]) - wanted)
                if (wanted > 0 && wanted < 255) || error > 0 {
                    rim += 1
                    sum += error
                    // Where edges cross inside a pixel, their coverage is added.
                    if error > 24 { far += 1 }
                }
            }
        }
        #expect(sum / Double(rim) < 5)
        #expect(far < rim / 20)
    }

    @Test("Tight bends of curves leave no holes in a wide stroke.", arguments: 0..<10)
    func bends(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed) + 70)
        /// Returns a random point.
        func place() -> CGPoint {
            CGPoint(x: random.number(in: 30...70), y: random.number(in: 30...70))
        }
        var path = Path()
        path.move(to: place())
        path.addCurve(to: place(), control1: place(), control2: place())
        path.addQuadCurve(to: place(), control: place())
        /// Collects closely spaced points of the path.
        struct Places: PathSink {
            var places: [CGPoint] = []
            mutating func begin(at point: CGPoint) { places.append(point) }
            mutating func addLine(to point: CGPoint, isSmooth: Bool) { places.append(point) }
            mutating func end(isClosed: Bool) {}
        }
        var line = Places()
        path.flatten(map: .identity, tolerance: 0.1, into: &line)
        let width = random.number(in: 10...40)
        let rows = coverage(of: path, 100, 100, style: style(width, .round, .round))
        var wrong = 0
        for y in 0..<100 {
            for x in 0..<100 {
                let away = CGPoint(x: Double(x) + 0.5, y: Double(y) + 0.5)
                    .distance(fromPolyline: line.places)
                // The corner of a pixel is 0.71 pixels from its center.
                if away < width / 2 - 0.9 && rows[y][x] != 255 { wrong += 1 }
                if away > width / 2 + 0.9 && rows[y][x] != 0 { wrong += 1 }
            }
        }
        #expect(wrong == 0)
    }

    @Test("Dashes are at the positions computed by hand.")
    func dashPlaces() {
        var style = style(2)
        style.dashes = [4, 2]
        /// Returns the coverage of a dashed line as text.
        func row(_ phase: Double, _ places: [(Double, Double)]) -> String {
            style.dashPhase = phase
            return rows(.through(places), style, 16, 4)[1]
        }
        let line = [(1.0, 2.0), (15.0, 2.0)]
        #expect(row(0, line) == ".####..####..##.")
        #expect(row(1, line) == ".###..####..###.")
        #expect(row(5, line) == "..####..####..#.")
        #expect(row(-2, line) == "...####..####...")
        #expect(row(6_000_000, line) == row(0, line))
        // Additional points leave the pattern unchanged. An odd number of lengths is repeated.
        #expect(row(0, [(1, 2), (3, 2), (8, 2), (15, 2)]) == ".####..####..##.")
        style.dashes = [3]
        #expect(row(0, line) == ".###...###...##.")
        style.dashes = [1, 2, 3]
        #expect(row(0, line) == ".#..###.##...#..")
    }

    @Test("Invalid dash lengths and patterns without gaps give a solid line.")
    func noDashes() {
        var style = style(2)
        let line = Path.through([(1, 2), (15, 2)])
        for dashes in [[], [0, 0], [4, 0], [-1, 2], [.nan, 1], [.infinity, 1]] as [[Double]] {
            style.dashes = dashes
            #expect(rows(line, style, 16, 4)[1] == ".##############.")
        }
        style.dashes = [0, 3]
        #expect(rows(line, style, 16, 4)[1] == "................")
        style.dashes = [3, 5]
        style.dashPhase = .nan
        #expect(rows(line, style, 16, 4)[1] == ".###.....###....")
    }

    @Test("On a closed path, a dash at the end is joined with the dash at the start.")
    func seam() {
        var style = style(4)
        style.dashes = [10, 6]
        style.dashPhase = 5
        let box = Path.through([(4, 4), (20, 4), (20, 20), (4, 20)], isClosed: true)
        // The outline of 64 pixels is four times the dash pattern, and begins inside a dash.
        #expect(coverage(of: box, 24, 24, style: style)[2][2] == 255)
        style.dashPhase = 12
        #expect(coverage(of: box, 24, 24, style: style)[2][2] == 0)
    }

    @Test("Dashes outside the clip cost nothing, and visible dashes keep their positions.")
    func farDashes() {
        var style = style(2)
        style.dashes = [4, 2]
        // The line begins so far away that most of its dashes are outside the clip and are skipped.
        /// Returns the coverage of a dashed line that begins at `x`.
        func row(from x: Double) -> [Int] {
            levels(
                composed(16, 4, over: .black) {
                    $0.pushClip(PixelRect(x: 0, y: 0, width: 16, height: 4))
                    $0.stroke(
                        .through([(x, 2), (15, 2), (15, -600_000)]), style: style,
                        paint: .color(.white))
                })[1]
        }
        let far = row(from: -600_000)
        let near = row(from: -6)
        #expect(near.contains(255) && near.contains(0))
        #expect(far == near)
    }

    @Test("Dashes too short to be visible are painted as a line with proportionally lower opacity.")
    func shortDashes() {
        var style = style(4)
        for (dashes, wanted) in [([0.1, 0.1], 128), ([1e-9, 3e-9], 64), ([3e-300, 1e-300], 191)] {
            style.dashes = dashes
            let middle = coverage(of: .through([(-1e6, 5), (1e6, 5)]), 16, 10, style: style)[5][8]
            #expect(abs(middle - wanted) <= 2)
        }
        style.cap = .round
        #expect(coverage(of: .through([(2, 5), (14, 5)]), 16, 10, style: style)[5][8] == 255)
    }

    @Test(
        "A stroke under a similarity equals the transformed stroke; otherwise the pen is stretched."
    )
    func maps() {
        let path = Path.through([(5, 5), (20, 8), (12, 22)])
        let turn = CGAffineTransform(rotationAngle: 0.3).concatenating(
            CGAffineTransform(scaleX: 2, y: -2)
        ).concatenating(CGAffineTransform(translationX: 10, y: 60))
        var mapped = path
        mapped.apply(turn)
        #expect(
            coverage(of: path, 64, 64, style: style(3), map: turn)
                == coverage(of: mapped, 64, 64, style: style(6)))
        // The transform doubles the width, also that of the vertical line.
        let wide = CGAffineTransform(scaleX: 2, y: 1)
        let line = coverage(of: .through([(8, 2), (8, 14)]), 32, 16, style: style(4), map: wide)
        #expect(line[8].filter { $0 == 255 }.count == 8)
        let level = coverage(of: .through([(2, 8), (14, 8)]), 32, 16, style: style(4), map: wide)
        #expect(level.filter { $0[16] == 255 }.count == 4)
        // A singular transform paints nothing.
        let flat = CGAffineTransform(a: 1, b: 0, c: 1, d: 0, tx: 0, ty: 5)
        let none = coverage(of: path, 32, 16, style: style(4), map: flat)
        #expect(none.allSatisfy { $0.allSatisfy { $0 == 0 } })
    }
}
