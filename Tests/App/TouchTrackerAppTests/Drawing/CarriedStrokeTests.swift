import Testing
import TouchKit
import TouchKitGeometry
import TouchKitRaster
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerTestSupport

/// What it costs to carry a stroke, and which steps are left out.
@Suite("Carried stroke", .serialized)
@MainActor
struct CarriedStrokeTests {
    /// A pen's stroke all over a rectangle.
    private static func scribble(
        _ count: Int, in box: CGRect = CGRect(x: 60, y: 60, width: 200, height: 120)
    ) -> [CGPoint] {
        var random = SeededRandom(seed: 12)
        return (0..<count).map { _ in
            CGPoint(
                random.number(in: box.minX...box.maxX), random.number(in: box.minY...box.maxY))
        }
    }

    private static func carried(_ points: [CGPoint], tool: Tool = .pen) -> CarriedStroke {
        CarriedStroke(
            Stroke(id: 1, tool: tool, points: points, color: .black, width: 4, level: 1))
    }

    @Test("A long stroke's points are moved once for a picture, whatever the number of steps.")
    func movesOncePerPicture() throws {
        let stage = DrawingStage(width: 400, height: 300)
        let points = Self.scribble(Optimization.isOn ? 5_000 : 150)
        let id = try #require(stage.drawing.add(points, tool: .pen, color: .blue, width: 4))
        stage.view.pickUp(id)
        let carried = try #require(stage.view.carried)
        _ = stage.simulator.render()
        #expect(carried.moveCount == 0)
        for frame in 1...3 {
            for step in 0..<50 {
                stage.view.carry(by: CGAffineTransform(translationX: CGFloat(step % 3), y: 0.5))
                stage.view.carry(by: CGAffineTransform(rotationAngle: 0.001))
                stage.view.carry(by: CGAffineTransform(scaleX: 0.999, y: 0.999))
            }
            #expect(carried.moveCount == frame - 1)
            // What is drawn in parts is what is drawn whole.
            _ = stage.picture()
            #expect(carried.moveCount == frame)
        }
        stage.view.putDown()
        #expect(carried.moveCount == 3)
        #expect(stage.picture().isEqual(to: stage.pictureOfModel()))
        #expect(stage.drawing.stroke(id)?.points == carried.points)
    }

    @Test("A thousand steps to and fro leave each point of a long stroke where it was.")
    func exact() {
        let points = Self.scribble(500)
        let carried = Self.carried(points)
        var random = SeededRandom(seed: 5)
        var (x, y) = (0.0, 0.0)
        for _ in 0..<1_000 {
            let (dx, dy) = (random.number(in: -9...9), random.number(in: -9...9))
            carried.move(by: CGAffineTransform(translationX: dx, y: dy))
            (x, y) = (x + dx, y + dy)
        }
        carried.move(by: CGAffineTransform(translationX: -x, y: -y))
        for (point, place) in zip(points, carried.points) {
            #expect(point.distance(to: place) < 1e-9)
        }
    }

    @Test(
        "What a step leaves can be drawn and taken hold of, and nothing sensible is left out.",
        arguments: [1, 2, 3, 32, 33, 400], [200, 1.5, 0.3])
    func leavesOut(count: Int, extent: Double) {
        let points = Self.scribble(
            count, in: CGRect(x: 50, y: 50, width: extent, height: extent / 2))
        let carried = Self.carried(points)
        var random = SeededRandom(seed: UInt64(count))
        var takenCount = 0
        for _ in 0..<300 {
            let before = carried.points
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
            carried.move(by: step)
            // The same stroke, or one that the drawing takes.
            #expect(carried.stroke.canMove(to: carried.points))
            let next = before.map { $0.applying(step) }
            let reach = next.reduce(0) { max($0, abs($1.x), abs($1.y)) }
            if step.a.isFinite, reach < 50_000, Self.extent(of: next) > 1.5 {
                takenCount += 1
                #expect(carried.points != before)
            }
        }
        #expect(takenCount > 30 || count == 1 || extent < 1)
    }

    private static func extent(of points: [CGPoint]) -> Double {
        let xs = points.map(\.x).sorted()
        let ys = points.map(\.y).sorted()
        return max(xs[xs.count - 1] - xs[0], ys[ys.count - 1] - ys[0])
    }

    @Test("Whatever is done to a long stroke, it is painted within its frame.")
    func frameHoldsIt() throws {
        let carried = Self.carried(Self.scribble(100))
        #expect(Self.carried(Self.scribble(32)).frame == nil)
        var random = SeededRandom(seed: 8)
        for _ in 0..<50 {
            carried.move(by: CGAffineTransform(rotationAngle: random.number(in: -3...3)))
            carried.move(by: CGAffineTransform(scaleX: random.number(in: 0.5...2), y: 1.1))
            let frame = try #require(carried.frame)
            let bounds = carried.path.bounds.insetBy(dx: -2.75, dy: -2.75)
            #expect(frame.minX <= bounds.minX && frame.minY <= bounds.minY)
            #expect(frame.maxX >= bounds.maxX && frame.maxY >= bounds.maxY)
        }
    }

    @Test("A pen's dot is to be seen while it is carried.")
    func dot() throws {
        let stage = DrawingStage(width: 400, height: 300)
        let id = try #require(
            stage.drawing.add([CGPoint(50, 50)], tool: .pen, color: .blue, width: 10))
        stage.view.pickUp(id)
        #expect(stage.picture()[50, 50] == 0xFF00_E640)
        stage.view.carry(by: CGAffineTransform(translationX: 100, y: 20))
        #expect(stage.picture()[150, 70] == 0xFF00_E640)
        stage.view.putDown()
        #expect(stage.picture().isEqual(to: stage.pictureOfModel()))
    }
}
