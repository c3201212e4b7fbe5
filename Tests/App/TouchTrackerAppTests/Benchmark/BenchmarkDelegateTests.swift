import KioskServices
import Testing
import TouchKit
import TouchKitRaster
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerTestSupport

@Suite("The app as a benchmark has it", .serialized)
@MainActor
struct BenchmarkDelegateTests {
    private func scene(
        _ stage: BenchmarkDelegate.Stage, size: CGSize
    ) throws -> (simulator: TouchSimulator, controller: DrawingViewController) {
        let simulator = TouchSimulator(screenSize: size)
        simulator.application.launch(BenchmarkDelegate(stage: stage))
        let controllers = simulator.application.windows.compactMap {
            $0.rootViewController as? DrawingSceneController
        }
        return (simulator, try #require(controllers.first).drawingController)
    }

    @Test("The drawing has as many strokes as were asked for, and the pen is at hand.")
    func strokes() throws {
        let stage = BenchmarkDelegate.Stage(storedStrokes: 50)
        let (simulator, controller) = try scene(stage, size: CGSize(width: 800, height: 480))
        #expect(controller.drawing.count == 50)
        #expect(controller.tool == .pen)
        #expect(!controller.drawing.isRestoring)
        #expect(!controller.canUndo)
        simulator.down(1, at: CGPoint(x: 300, y: 240))
        simulator.move(1, to: CGPoint(x: 400, y: 200))
        simulator.up(1)
        #expect(controller.drawing.count == 51)
    }

    @Test("With the touches to show, the overlay lies over the scene and shows them.")
    func overlay() throws {
        let size = CGSize(width: 800, height: 480)
        let plain = TouchSimulator(screenSize: size)
        plain.application.launch(BenchmarkDelegate(stage: BenchmarkDelegate.Stage()))
        plain.advance(by: 0.1)
        let bare = plain.render()
        let rawTouches = ScriptedRawTouches()
        let simulator = TouchSimulator(screenSize: size)
        simulator.application.launch(
            BenchmarkDelegate(
                stage: BenchmarkDelegate.Stage(),
                showing: ReplayServices(
                    rawTouches: rawTouches, frames: TestFrames(),
                    display: ScriptedDisplayInformation())))
        simulator.advance(by: 0.1)
        #expect(rawTouches.observers.count == 1)
        let shown = simulator.render()
        #expect((0..<480).contains { y in (0..<800).contains { shown[$0, y] != bare[$0, y] } })
    }

    @Test("Each stroke has another colour than those before and beside it, fingers of a hand too.")
    func colors() throws {
        let (simulator, controller) = try scene(
            BenchmarkDelegate.Stage(), size: CGSize(width: 800, height: 480))
        for finger in 1...4 {
            let x = CGFloat(finger) * 150
            simulator.down(finger, at: CGPoint(x: x, y: 100))
            simulator.advance(by: 0.02)
            simulator.move(finger, to: CGPoint(x: x, y: 200))
        }
        for finger in 1...4 { simulator.up(finger) }
        for finger in 5...8 {
            let y = CGFloat(finger) * 30 + 60
            simulator.down(finger, at: CGPoint(x: 100, y: y))
            simulator.move(finger, to: CGPoint(x: 700, y: y))
            simulator.up(finger)
            simulator.advance(by: 0.1)
        }
        let colors = controller.drawing.strokes.map(\.color)
        #expect(colors.count == 8)
        #expect(Set(colors).count == 8)
    }

    @Test("What is drawn over an old stroke changes pixels: its samples are seen.")
    func drawnOver() throws {
        let (simulator, _) = try scene(
            BenchmarkDelegate.Stage(), size: CGSize(width: 800, height: 480))
        func draw() {
            simulator.down(1, at: CGPoint(x: 100, y: 200))
            simulator.move(1, to: CGPoint(x: 700, y: 200))
            simulator.up(1)
            simulator.advance(by: 2)
        }
        draw()
        let before = simulator.render()
        draw()
        #expect(simulator.render()[400, 200] != before[400, 200])
    }

    @Test(
        "The stroke to be picked up lies on top, across the middle, however many others there are.",
        arguments: [CGSize(width: 800, height: 480), CGSize(width: 480, height: 800)])
    func pickedUp(size: CGSize) throws {
        let stage = BenchmarkDelegate.Stage(
            storedStrokes: 100, pickedUp: [CGPoint(x: 0.3, y: 0.5), CGPoint(x: 0.7, y: 0.5)])
        let (simulator, controller) = try scene(stage, size: size)
        let top = try #require(controller.drawing.strokes.last)
        #expect(controller.drawing.count == 101)
        let middle = CGPoint(x: size.width / 2, y: size.height / 2)
        #expect(controller.drawing.stroke(nearestTo: middle, within: 20) == top.id)
        // A long press picks it up, as the robot's does.
        simulator.down(1, at: middle)
        simulator.advance(by: 0.8)
        simulator.move(1, to: CGPoint(x: middle.x + 60, y: middle.y + 30))
        simulator.up(1)
        let moved = try #require(controller.drawing.stroke(top.id))
        #expect(moved.points != top.points)
        #expect(controller.drawing.count == 101)
    }
}

@Suite("Sample strokes")
struct SampleStrokesTests {
    @Test("The same strokes each time, all of them drawable, each above the one before.")
    func strokes() {
        var first = SampleStrokes(size: CGSize(width: 800, height: 480))
        var second = SampleStrokes(size: CGSize(width: 800, height: 480))
        var other = SampleStrokes(size: CGSize(width: 800, height: 480), seed: 1)
        var lines = 0
        var differs = false
        for number in 1...500 {
            let stroke = first.next()
            #expect(stroke == second.next())
            if stroke != other.next() { differs = true }
            #expect(stroke.isDrawable && stroke.id == number && stroke.level == number)
            if stroke.tool == .line { lines += 1 }
        }
        #expect(differs)
        #expect(270...330 ~= lines)
    }
}
