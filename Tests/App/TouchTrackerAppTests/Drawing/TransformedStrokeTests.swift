import Testing
import TouchKit
import TouchKitGeometry
import TouchKitRaster
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerTestSupport

/// The cost of transforming a stroke, and the steps that are ignored.
@Suite("TransformedStroke", .serialized)
@MainActor
struct TransformedStrokeTests {
    @Test("The path of a long stroke has a limited number of points, and its end points.")
    func longStroke() throws {
        for count in [8_192, 8_193, 16_383, 16_384, 50_000] {
            let points = (0..<count).map { CGPoint(x: $0, y: $0 % 7) }
            let held = TransformedStroke(
                Stroke(id: 1, tool: .pen, points: points, color: .black, width: 10, level: 1))
            held.apply(CGAffineTransform(translationX: 3, y: 4))
            let last = try #require(points.last)
            #expect(held.path.currentPoint == CGPoint(x: last.x + 3, y: last.y + 4))
            #expect(held.path.bounds.minX == 3)
            // A reduced path does not transform the other points.
            let isReduced = count > TransformedStroke.maximumExactPoints
            #expect(held.pointUpdateCount == (isReduced ? 0 : 1))
            let exact = UIBezierPath()
            PenInk.smooth(held.points, into: exact)
            let isExact = held.path.path.points.count == exact.path.points.count
            #expect(isExact == (count <= TransformedStroke.maximumExactPoints))
            // A curve has three points, an end of the path at most two.
            let limit = isExact ? count : TransformedStroke.maximumReducedPoints
            #expect(held.path.path.points.count <= 3 * limit + 2)
            #expect(held.points.count == count)
        }
    }

    /// Returns random points in a rectangle for a pen stroke.
    private static func scribble(
        _ count: Int, in box: CGRect = CGRect(x: 60, y: 60, width: 200, height: 120)
    ) -> [CGPoint] {
        var random = SeededRandom(seed: 12)
        return (0..<count).map { _ in
            CGPoint(
                random.number(in: box.minX...box.maxX), random.number(in: box.minY...box.maxY))
        }
    }

    private static func transformedStroke(_ points: [CGPoint]) -> TransformedStroke {
        TransformedStroke(
            Stroke(id: 1, tool: .pen, points: points, color: .black, width: 4, level: 1))
    }

    @Test("A long stroke's points are transformed once per picture, for any number of steps.")
    func updatesPointsOncePerPicture() throws {
        let stage = DrawingTestScreen(width: 400, height: 300)
        let points = Self.scribble(Optimization.isEnabled ? 5_000 : 150)
        let id = try #require(stage.drawing.add(points, tool: .pen, color: .blue, width: 4))
        stage.view.pickUp(id)
        let transformedStroke = try #require(stage.view.pickedUpStroke)
        _ = stage.simulator.render()
        #expect(transformedStroke.pointUpdateCount == 0)
        for frame in 1...3 {
            for step in 0..<50 {
                stage.view.transformPickedUpStroke(
                    by: CGAffineTransform(translationX: CGFloat(step % 3), y: 0.5))
                stage.view.transformPickedUpStroke(by: CGAffineTransform(rotationAngle: 0.001))
                stage.view.transformPickedUpStroke(by: CGAffineTransform(scaleX: 0.999, y: 0.999))
            }
            #expect(transformedStroke.pointUpdateCount == frame - 1)
            // Incremental drawing must equal drawing everything.
            _ = stage.renderVerified()
            #expect(transformedStroke.pointUpdateCount == frame)
        }
        stage.view.dropPickedUpStroke()
        #expect(transformedStroke.pointUpdateCount == 3)
        #expect(stage.renderVerified().isEqual(to: stage.renderModel()))
        #expect(stage.drawing.stroke(id)?.points == transformedStroke.points)
    }

    @Test("A thousand steps back and forth leave each point of a long stroke unchanged.")
    func exact() {
        let points = Self.scribble(500)
        let transformedStroke = Self.transformedStroke(points)
        var random = SeededRandom(seed: 5)
        var (x, y) = (0.0, 0.0)
        for _ in 0..<1_000 {
            let (dx, dy) = (random.number(in: -9...9), random.number(in: -9...9))
            transformedStroke.apply(CGAffineTransform(translationX: dx, y: dy))
            (x, y) = (x + dx, y + dy)
        }
        transformedStroke.apply(CGAffineTransform(translationX: -x, y: -y))
        #expect(transformedStroke.points.count == points.count)
        for (point, place) in zip(points, transformedStroke.points) {
            #expect(point.distance(to: place) < 1e-9)
        }
    }

    @Test(
        "Each accepted step leaves a stroke that can be drawn and selected.",
        arguments: [1, 2, 3, 32, 33, 400], [200, 1.5, 0.3])
    func ignoredSteps(count: Int, extent: Double) {
        let points = Self.scribble(
            count, in: CGRect(x: 50, y: 50, width: extent, height: extent / 2))
        let transformedStroke = Self.transformedStroke(points)
        var random = SeededRandom(seed: UInt64(count))
        var takenCount = 0
        for _ in 0..<300 {
            let before = transformedStroke.points
            let step: CGAffineTransform
            switch random.next(below: 9) {
            case 0: step = CGAffineTransform(scaleX: 0, y: 0)
            case 1: step = CGAffineTransform(scaleX: .infinity, y: 1)
            case 2: step = CGAffineTransform(rotationAngle: .nan)
            case 3: step = CGAffineTransform(translationX: 2e5, y: 0)
            case 4: step = CGAffineTransform(scaleX: 0.1, y: 0.1)
            case 5: step = CGAffineTransform(scaleX: 3, y: 3)
            case 6: step = CGAffineTransform(rotationAngle: random.number(in: -3...3))
            default:
                step = CGAffineTransform(
                    translationX: random.number(in: -50...50), y: random.number(in: -50...50))
            }
            transformedStroke.apply(step)
            // Checks that the step was ignored, or that the drawing accepts the result.
            #expect(transformedStroke.stroke.canMove(to: transformedStroke.points))
            let next = before.map { $0.applying(step) }
            let reach = next.reduce(0) { max($0, abs($1.x), abs($1.y)) }
            if step.a.isFinite, reach < 50_000, Self.extent(of: next) > 1.5 {
                takenCount += 1
                #expect(transformedStroke.points != before)
            }
        }
        #expect(takenCount > 30 || count == 1 || extent < 1)
    }

    private static func extent(of points: [CGPoint]) -> Double {
        let xs = points.map(\.x).sorted()
        let ys = points.map(\.y).sorted()
        return max(xs[xs.count - 1] - xs[0], ys[ys.count - 1] - ys[0])
    }

    @Test("A transformed long stroke is painted within its frame.")
    func frameContainsStroke() throws {
        let transformedStroke = Self.transformedStroke(Self.scribble(100))
        #expect(Self.transformedStroke(Self.scribble(32)).frame == nil)
        var random = SeededRandom(seed: 8)
        for _ in 0..<50 {
            transformedStroke.apply(CGAffineTransform(rotationAngle: random.number(in: -3...3)))
            transformedStroke.apply(CGAffineTransform(scaleX: random.number(in: 0.5...2), y: 1.1))
            let frame = try #require(transformedStroke.frame)
            let bounds = transformedStroke.path.bounds.insetBy(dx: -2.75, dy: -2.75)
            #expect(frame.minX <= bounds.minX && frame.minY <= bounds.minY)
            #expect(frame.maxX >= bounds.maxX && frame.maxY >= bounds.maxY)
        }
    }

    @Test("A pen's dot is visible while it is moved.")
    func dot() throws {
        let stage = DrawingTestScreen(width: 400, height: 300)
        let id = try #require(
            stage.drawing.add([CGPoint(50, 50)], tool: .pen, color: .blue, width: 10))
        stage.view.pickUp(id)
        #expect(stage.renderVerified()[50, 50] == 0xFF00_E640)
        stage.view.transformPickedUpStroke(by: CGAffineTransform(translationX: 100, y: 20))
        #expect(stage.renderVerified()[150, 70] == 0xFF00_E640)
        stage.view.dropPickedUpStroke()
        #expect(stage.renderVerified().isEqual(to: stage.renderModel()))
    }
}
