import Testing
import TouchKitGeometry
import TouchKitRaster

/// Properties of paths and their flattening into lines.
@Suite("Paths")
struct PathTests {
    /// Records the calls of a path sink.
    private struct RecordingSink: PathSink {
        var calls: [String] = []
        var points: [CGPoint] = []
        var smooth = 0

        mutating func begin(at point: CGPoint) {
            calls.append("begin \(point.x) \(point.y)")
            points.append(point)
        }

        mutating func addLine(to point: CGPoint, isSmooth: Bool) {
            if isSmooth { smooth += 1 } else { calls.append("line \(point.x) \(point.y)") }
            points.append(point)
        }

        mutating func end(isClosed: Bool) { calls.append(isClosed ? "close" : "end") }
    }

    /// Returns the recorded calls of flattening a path.
    private func recordedCalls(
        _ path: Path, map: CGAffineTransform = .identity, tolerance: Double = 1.0 / 64
    ) -> RecordingSink {
        var recordedCalls = RecordingSink()
        path.flatten(map: map, tolerance: tolerance, into: &recordedCalls)
        return recordedCalls
    }

    @Test("Commands without a move command are ignored, and a second move replaces the first.")
    func beginnings() {
        var path = Path()
        path.addLine(to: CGPoint(x: 1, y: 1))
        path.addQuadCurve(to: CGPoint(x: 1, y: 1), control: .zero)
        path.addCurve(to: CGPoint(x: 1, y: 1), control1: .zero, control2: .zero)
        path.close()
        #expect(path.isEmpty && path.bounds == .null && path.currentPoint == .zero)
        path.move(to: CGPoint(x: 5, y: 5))
        path.move(to: CGPoint(x: 2, y: 3))
        #expect(path.verbs == [.move])
        #expect(path.bounds == CGRect(x: 2, y: 3, width: 0, height: 0))
        #expect(recordedCalls(path).calls.isEmpty)
        path.addLine(to: CGPoint(x: 4, y: 3))
        #expect(path.isSingleLine)
        path.close()
        path.close()
        #expect(path.verbs == [.move, .line, .close])
        #expect(path.currentPoint == CGPoint(x: 2, y: 3))
        path.addLine(to: CGPoint(x: 9, y: 9))
        #expect(
            recordedCalls(path).calls == [
                "begin 2.0 3.0", "line 4.0 3.0", "close", "begin 2.0 3.0", "line 9.0 9.0", "end",
            ])
        path.removeAll()
        #expect(path.isEmpty && path.currentPoint == .zero)
    }

    @Test("A point that is closed immediately is a subpath of length 0.")
    func closedPoint() {
        var path = Path()
        path.move(to: CGPoint(x: 2, y: 3))
        path.close()
        #expect(recordedCalls(path).calls == ["begin 2.0 3.0", "close"])
    }

    @Test("Bounds include control points, and paths can be appended and transformed.")
    func boundsAndMaps() {
        var path = Path()
        path.move(to: .zero)
        path.addQuadCurve(to: CGPoint(x: 10, y: 0), control: CGPoint(x: 5, y: -8))
        #expect(path.bounds == CGRect(x: 0, y: -8, width: 10, height: 8))
        var other = Path.through([(1, 1), (2, 2)])
        other.append(path)
        #expect(other.verbs == [.move, .line, .move, .quad])
        #expect(other.currentPoint == CGPoint(x: 10, y: 0))
        other.apply(CGAffineTransform(translationX: 100, y: 0))
        #expect(other.currentPoint == CGPoint(x: 110, y: 0))
        #expect(other.bounds == CGRect(x: 100, y: -8, width: 10, height: 10))
        other.append(Path())
        #expect(other.currentPoint == CGPoint(x: 110, y: 0))
    }

    @Test("The distance between a curve and its lines is at most the tolerance.")
    func tolerance() {
        var path = Path()
        path.move(to: CGPoint(x: 10, y: 10))
        path.addCurve(
            to: CGPoint(x: 300, y: 40), control1: CGPoint(x: 350, y: 400),
            control2: CGPoint(x: -90, y: 330))
        /// Returns the point of the curve at parameter t.
        func place(_ t: Double) -> CGPoint {
            let s = 1 - t
            let weights = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
            return CGPoint(
                x: weights.0 * 10 + weights.1 * 350 + weights.2 * -90 + weights.3 * 300,
                y: weights.0 * 10 + weights.1 * 400 + weights.2 * 330 + weights.3 * 40)
        }
        var counts: [Int] = []
        for tolerance in [1.0, 1.0 / 16, 1.0 / 64] {
            let points = recordedCalls(path, tolerance: tolerance).points
            counts.append(points.count)
            let count = Double(points.count - 1)
            var largest = 0.0
            for index in 1..<points.count {
                let middle = place((Double(index) - 0.5) / count)
                let chord = CGPoint(
                    x: (points[index].x + points[index - 1].x) / 2,
                    y: (points[index].y + points[index - 1].y) / 2)
                let dx = middle.x - chord.x
                let dy = middle.y - chord.y
                largest = max(largest, (dx * dx + dy * dy).squareRoot())
            }
            #expect(largest <= tolerance)
            #expect(largest >= tolerance / 4)
        }
        #expect(counts[1] > 3 * counts[0] && counts[2] < 9 * counts[0])
    }

    @Test("A curve of any size has at most 1,024 lines and ends at its end point.")
    func boundedCurves() {
        var path = Path()
        path.move(to: CGPoint(x: -1e300, y: 0))
        path.addCurve(
            to: CGPoint(x: 7, y: 8), control1: CGPoint(x: 1e300, y: 1e9),
            control2: CGPoint(x: 1e12, y: -1e12))
        path.addQuadCurve(to: CGPoint(x: 5, y: 5), control: CGPoint(x: 1e15, y: 1e15))
        let recordedCalls = recordedCalls(path)
        #expect(recordedCalls.points.count == 1 + 2 * 1_024)
        #expect(recordedCalls.smooth == 2 * 1_023)
        #expect(recordedCalls.points[0] == CGPoint(x: -1_048_576, y: 0))
        #expect(recordedCalls.calls.suffix(3) == ["line 7.0 8.0", "line 5.0 5.0", "end"])
    }

    @Test("Commands that are not finite are ignored, and subpaths with such a start completely.")
    func notFinite() {
        var path = Path()
        path.move(to: CGPoint(x: 1, y: 1))
        path.addLine(to: CGPoint(x: .nan, y: 1))
        path.addLine(to: CGPoint(x: 2, y: 2))
        path.addQuadCurve(to: CGPoint(x: 3, y: 3), control: CGPoint(x: .infinity, y: 0))
        path.addCurve(to: CGPoint(x: 0, y: -.infinity), control1: .zero, control2: .zero)
        path.close()
        path.move(to: CGPoint(x: .nan, y: 0))
        path.addLine(to: CGPoint(x: 9, y: 9))
        path.close()
        path.move(to: CGPoint(x: 5, y: 5))
        path.addLine(to: CGPoint(x: 6, y: 6))
        #expect(
            recordedCalls(path).calls == [
                "begin 1.0 1.0", "line 2.0 2.0", "close", "begin 5.0 5.0", "line 6.0 6.0", "end",
            ])
        let wild = CGAffineTransform(a: .nan, b: 0, c: 0, d: 1, tx: 0, ty: 0)
        #expect(recordedCalls(path, map: wild).calls.isEmpty)
    }

    @Test("A reversed path has the same points in opposite order; reversing twice is the identity.")
    func reversing() {
        var path = Path()
        path.move(to: CGPoint(x: 0, y: 0))
        path.addLine(to: CGPoint(x: 1, y: 0))
        path.addQuadCurve(to: CGPoint(x: 3, y: 0), control: CGPoint(x: 2, y: 1))
        path.addCurve(
            to: CGPoint(x: 6, y: 0), control1: CGPoint(x: 4, y: 1), control2: CGPoint(x: 5, y: -1))
        let back = path.reversed()
        #expect(back.verbs == [.move, .cubic, .quad, .line])
        #expect(back.points.map(\.x) == [6, 5, 4, 3, 2, 1, 0])
        #expect(back.reversed() == path)
        let closed = Path.through([(0, 0), (1, 0), (1, 1)], isClosed: true).reversed()
        #expect(closed.verbs == [.move, .line, .line, .close])
        #expect(closed.points == [1, 1, 0].enumerated().map { CGPoint(x: $1, y: $0 == 0 ? 1 : 0) })
        // A subpath after a close command begins at the start of the closed one.
        var two = Path.through([(0, 0), (1, 0), (1, 1)], isClosed: true)
        two.addLine(to: CGPoint(x: 7, y: 7))
        let twoBack = two.reversed()
        #expect(twoBack.verbs == [.move, .line, .move, .line, .line, .close])
        #expect(twoBack.points[1] == .zero && twoBack.points[0] == CGPoint(x: 7, y: 7))
        #expect(Path().reversed().isEmpty)
    }

    @Test("Points are inside by winding number or parity; top and left edges belong to the path.")
    func contains() {
        let star = Path.star(50, 50, radius: 40)
        let middle = CGPoint(x: 50, y: 50)
        #expect(star.contains(middle, rule: .nonzero))
        #expect(!star.contains(middle, rule: .evenOdd))
        #expect(star.contains(CGPoint(x: 50, y: 15), rule: .evenOdd))
        #expect(!star.contains(CGPoint(x: 15, y: 15), rule: .nonzero))
        let box = Path.through([(0, 0), (4, 0), (4, 4), (0, 4)])
        #expect(box.contains(.zero, rule: .nonzero))
        #expect(!box.contains(CGPoint(x: 4, y: 4), rule: .nonzero))
        #expect(!box.contains(CGPoint(x: .nan, y: 1), rule: .nonzero))
        #expect(Path.circle(0, 0, radius: 10).contains(CGPoint(x: 7, y: 7), rule: .nonzero))
        #expect(!Path.circle(0, 0, radius: 10).contains(CGPoint(x: 7.2, y: 7.2), rule: .nonzero))
    }
}
