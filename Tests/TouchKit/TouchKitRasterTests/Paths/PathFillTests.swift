import Testing
import TouchKitGeometry
import TouchKitRaster
import TouchTrackerTestSupport

/// The coverage of filled paths, pixel by pixel.
@Suite("Filled paths")
struct PathFillTests {
    @Test("A rectangle covers each pixel by the fraction computed by hand.")
    func rectangle() {
        let path = Path.through([(1.25, 1.5), (3.5, 1.5), (3.5, 3), (1.25, 3)])
        let rows = coverage(of: path, 5, 4)
        #expect(rows[0] == [0, 0, 0, 0, 0])
        #expect(rows[1] == [0, 96, 128, 64, 0])
        #expect(rows[2] == [0, 191, 255, 128, 0])
        #expect(rows[3] == [0, 0, 0, 0, 0])
    }

    @Test("Slanted edges cover the trapezoids computed by hand.")
    func triangles() {
        // Half of each pixel on the diagonal.
        let half = coverage(of: .through([(0, 0), (4, 4), (0, 4)]), 4, 4)
        for y in 0..<4 {
            for x in 0..<4 { #expect(half[y][x] == (x < y ? 255 : x == y ? 128 : 0)) }
        }
        // A slope of 1/4 covers 1/8, 3/8, 5/8 and 7/8 of four pixels in a row.
        let flat = coverage(of: .through([(0, 0), (4, 1), (0, 1)]), 4, 1)
        #expect(flat[0] == [223, 159, 96, 32])
        // A slope of 4 covers the same fractions down a column, from the other side.
        let steep = coverage(of: .through([(1, 0), (0, 4), (1, 4)]), 1, 4)
        #expect(steep.map { $0[0] } == [32, 96, 159, 223])
    }

    @Test("The direction of a path has no effect on its pixels.", arguments: 0..<20)
    func direction(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        let path = randomPath(&random)
        for rule in [FillRule.nonzero, .evenOdd] {
            let there = coverage(of: path, 64, 64, rule: rule)
            #expect(there == coverage(of: path.reversed(), 64, 64, rule: rule))
        }
    }

    @Test("Moving a path by whole pixels moves its pixels.", arguments: 0..<20)
    func translation(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed) + 50)
        // The coordinates are multiples of 1/64 pixel, so that moving the path causes no rounding.
        var path = Path()
        for index in 0..<12 {
            let point = CGPoint(
                x: Double(random.next(below: 3_000)) / 64, y: Double(random.next(below: 3_000)) / 64
            )
            if index % 6 == 0 { path.move(to: point) } else { path.addLine(to: point) }
        }
        let here = coverage(of: path, 80, 80)
        let there = coverage(of: path, 80, 80, map: CGAffineTransform(translationX: 23, y: 17))
        for y in 0..<60 {
            for x in 0..<57 { #expect(there[y + 17][x + 23] == here[y][x]) }
        }
    }

    @Test("Both fill rules give the same pixels for paths that do not cross themselves.")
    func simpleFigures() {
        let figures: [Path] = [
            .circle(30, 30, radius: 22.3), .through([(3.1, 4.2), (50.7, 9.9), (20.2, 55.5)]),
            .through([(5, 5), (50, 5), (50, 50), (30, 20), (5, 50)], isClosed: true),
        ]
        for path in figures {
            #expect(
                coverage(of: path, 64, 64, rule: .nonzero)
                    == coverage(of: path, 64, 64, rule: .evenOdd))
        }
    }

    @Test("The sum of the coverage equals the area.")
    func area() {
        /// Returns the sum of the coverage, in pixels.
        func sum(_ path: Path) -> Double {
            coverage(of: path, 128, 128).reduce(0) { $0 + Double($1.reduce(0, +)) } / 255
        }
        for radius in [0.4, 1.5, 7.25, 30, 60.5] {
            let area = Double.pi * radius * radius
            #expect(abs(sum(.circle(64.3, 63.6, radius: radius)) - area) < 0.02 * area + 0.02)
        }
        #expect(abs(sum(.through([(3.3, 7.1), (99.2, 31.7), (55.5, 120.8)])) - 4_809.9) < 3)
        #expect(abs(sum(.circle(64, 64, radius: 60)) - 11_309.7) < 8)
    }

    @Test("The size of tiles has no effect on the pixels.", arguments: 0..<12)
    func tiles(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed) + 900)
        let list = randomList(&random)
        let usual = composed(list, 200, 150)
        for tile in [(8, 1), (16, 40), (64, 7), (208, 150)] {
            #expect(differingPixels(usual, composed(list, 200, 150, tile: tile)) == 0)
        }
        // Painting without tiles gives the same pixels.
        #expect(differingPixels(usual, list.painted(200, 150)) == 0)
    }

    @Test("Painting a part gives the same pixels as painting everything.", arguments: 0..<12)
    func clips(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed) + 300)
        let list = randomList(&random)
        let full = list.painted(200, 150)
        for _ in 0..<20 {
            let clip = PixelRect(
                x: random.next(below: 200), y: random.next(below: 150),
                width: 1 + random.next(below: 60), height: 1 + random.next(below: 60))
            let part = list.painted(200, 150, clip: clip)
            #expect(part.isEqual(to: full.cropped(to: clip)))
        }
    }

    @Test("The mean error of edge pixels is below 3 of 255, compared with 16 × 16 samples.")
    func quality() {
        var random = SeededRandom(seed: 4)
        var sum = 0.0
        var edgePixels = 0
        var largest = 0.0
        for _ in 0..<40 {
            // The polygon does not cross itself: where edges cross inside a pixel, their coverage
            // is added.
            var path = Path()
            for step in 0..<7 {
                let map = CGAffineTransform(rotationAngle: Double(step) * 2 * .pi / 7)
                let place = CGPoint(x: random.number(in: 6...28), y: 0).applying(map)
                let point = CGPoint(x: 30.3 + place.x, y: 29.7 + place.y)
                if step == 0 { path.move(to: point) } else { path.addLine(to: point) }
            }
            let edges = path.points + [path.points[0]]
            let rows = coverage(of: path, 60, 60)
            for y in 0..<60 {
                for x in 0..<60 {
                    let middle = CGPoint(x: Double(x) + 0.5, y: Double(y) + 0.5)
                    // Far from all edges, one sample suffices.
                    let wanted =
                        middle.distance(fromPolyline: edges) > 0.8
                        ? (path.contains(middle, rule: .nonzero) ? 255 : 0)
                        : sampled(x, y) { path.contains($0, rule: .nonzero) }
                    let error = abs(Double(rows[y][x]) - wanted)
                    if (wanted > 0 && wanted < 255) || error > 0 {
                        edgePixels += 1
                        sum += error
                        largest = max(largest, error)
                    }
                }
            }
        }
        print(
            "figures: largest error \(largest), mean \(sum / Double(edgePixels)) of 255, "
                + "\(edgePixels) edge pixels"
        )
        #expect(sum / Double(edgePixels) < 3)
        #expect(largest < 20)
    }

    /// Returns random curves and lines that cross themselves and the edges of the canvas.
    private func randomPath(_ random: inout SeededRandom) -> Path {
        var path = Path()
        /// Returns a random point.
        func place() -> CGPoint {
            CGPoint(x: random.number(in: -20...220), y: random.number(in: -20...170))
        }
        for _ in 0...random.next(below: 3) {
            path.move(to: place())
            for _ in 0...random.next(below: 5) {
                switch random.next(below: 3) {
                case 0: path.addLine(to: place())
                case 1: path.addQuadCurve(to: place(), control: place())
                default: path.addCurve(to: place(), control1: place(), control2: place())
                }
            }
            if random.next(below: 2) == 0 { path.close() }
        }
        return path
    }

    private let picture = Bitmap(11, 7, isOpaque: false) { x, y in
        0x8000_0000 | UInt32(x * 10) << 16 | UInt32(y * 16)
    }

    /// Returns a display list that fills and strokes random paths with all kinds of paint.
    private func randomList(_ random: inout SeededRandom) -> DisplayList {
        let list = DisplayList()
        let gradient = Gradient(stops: [
            .init(PixelColor(red: 255, green: 0, blue: 0), at: 0),
            .init(PixelColor(red: 0, green: 0, blue: 255, alpha: 100), at: 1),
        ])
        for _ in 0..<6 {
            let path = randomPath(&random)
            let map = CGAffineTransform(rotationAngle: random.number(in: 0...3))
                .concatenating(CGAffineTransform(scaleX: 2.5, y: 1.5))
            let paints: [Paint] = [
                .color(PixelColor(red: 200, green: 30, blue: 90, alpha: 130)),
                .color(PixelColor(red: 20, green: 130, blue: 90)),
                .linear(
                    gradient, from: CGPoint(x: 3, y: 8), to: CGPoint(x: 50, y: 20),
                    extent: [.beforeStart], map: map, opacity: 0.8),
                .radial(
                    gradient, from: .init(center: CGPoint(x: 20, y: 8), radius: 3),
                    to: .init(center: CGPoint(x: 30, y: 20), radius: 30), extent: [.afterEnd],
                    map: map, opacity: 1),
                .pattern(picture, map: map, opacity: 0.7),
                .pattern(picture, map: CGAffineTransform(translationX: 4, y: -9), opacity: 1),
            ]
            let paint = paints[random.next(below: paints.count)]
            if random.next(below: 2) == 0 {
                list.fill(
                    path, rule: random.next(below: 2) == 0 ? .nonzero : .evenOdd, paint: paint)
            } else {
                var style = LineStyle(
                    width: random.number(in: 0.3...20),
                    cap: [.butt, .round, .square][random.next(below: 3)],
                    join: [.miter, .round, .bevel][random.next(below: 3)])
                if random.next(below: 3) == 0 { style.dashes = [7, 3, 0, 5] }
                let stretch = CGAffineTransform(scaleX: 1, y: random.next(below: 2) == 0 ? 1 : 0.6)
                list.stroke(path, map: stretch, style: style, paint: paint)
            }
        }
        return list
    }
}

/// Returns the fraction of a pixel for which `isInside` is true, by 16 × 16 samples, 0…255.
func sampled(_ x: Int, _ y: Int, _ isInside: (CGPoint) -> Bool) -> Double {
    var inside = 0
    for row in 0..<16 {
        for column in 0..<16 {
            let point = CGPoint(
                x: Double(x) + (Double(column) + 0.5) / 16, y: Double(y) + (Double(row) + 0.5) / 16)
            if isInside(point) { inside += 1 }
        }
    }
    return Double(inside) / 256 * 255
}
