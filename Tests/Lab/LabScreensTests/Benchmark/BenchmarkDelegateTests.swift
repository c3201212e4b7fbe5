import KioskServices
import LabScreens
import Testing
import TouchKit
import TouchKitRaster
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerAppTestSupport
import TouchTrackerTestSupport

@Suite("BenchmarkDelegate", .serialized)
@MainActor
struct BenchmarkDelegateTests {
    /// Launches a stage and returns the simulator and the drawing scene's controller.
    private func launch(
        _ stage: BenchmarkDelegate.Stage, size: CGSize
    ) throws -> (simulator: TouchSimulator, controller: DrawingViewController) {
        let simulator = TouchSimulator(screenSize: size)
        simulator.application.launch(BenchmarkDelegate(stage: stage))
        let controllers = simulator.application.windows.compactMap {
            $0.rootViewController as? DrawingSceneController
        }
        return (simulator, try #require(controllers.first).drawingController)
    }

    @Test("The drawing contains the stored strokes, and the pen is selected")
    func strokes() throws {
        let stage = BenchmarkDelegate.Stage(storedStrokes: 50)
        let (simulator, controller) = try launch(stage, size: CGSize(width: 800, height: 480))
        #expect(controller.drawing.count == 50)
        #expect(controller.tool == .pen)
        #expect(!controller.drawing.isRestoring)
        #expect(!controller.canUndo)
        simulator.down(1, at: CGPoint(x: 300, y: 240))
        simulator.move(1, to: CGPoint(x: 400, y: 200))
        simulator.up(1)
        #expect(controller.drawing.count == 51)
    }

    @Test("The stage of the script fling shows a table of 10,000 rows")
    func table() throws {
        let simulator = TouchSimulator(screenSize: CGSize(width: 800, height: 480))
        simulator.application.launch(BenchmarkDelegate(stage: .table))
        let tables = simulator.application.windows.compactMap {
            $0.rootViewController?.view as? UITableView
        }
        let table = try #require(tables.first)
        #expect(table.numberOfRows(inSection: 0) == 10_000)
        simulator.down(1, at: CGPoint(x: 480, y: 360))
        for step in 1...8 {
            simulator.advance(by: 0.015)
            simulator.move(1, to: CGPoint(x: 480, y: 360 - 36 * CGFloat(step)))
        }
        simulator.up(1)
        simulator.advance(by: 5)
        #expect(table.contentOffset.y > 1_000)
        #expect(table.visibleCells.first?.textLabel?.text?.hasPrefix("Contact ") == true)
    }

    @Test("With overlay services the touch overlay is shown above the scene")
    func overlay() throws {
        let size = CGSize(width: 800, height: 480)
        let plain = TouchSimulator(screenSize: size)
        plain.application.launch(BenchmarkDelegate(stage: BenchmarkDelegate.Stage()))
        plain.advance(by: 0.1)
        let withoutOverlay = plain.render()
        let rawTouches = ScriptedRawTouches()
        let simulator = TouchSimulator(screenSize: size)
        simulator.application.launch(
            BenchmarkDelegate(
                stage: BenchmarkDelegate.Stage(),
                overlayServices: ReplayContext(
                    rawTouches: rawTouches, frames: TestFrameRecords(),
                    display: ScriptedDisplayInformation())))
        simulator.advance(by: 0.1)
        #expect(rawTouches.observers.count == 1)
        let withOverlay = simulator.render()
        #expect(
            (0..<480).contains { y in
                (0..<800).contains { withOverlay[$0, y] != withoutOverlay[$0, y] }
            })
    }

    @Test("Consecutive and simultaneous strokes have different colors")
    func colors() throws {
        let (simulator, controller) = try launch(
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

    @Test("Drawing over an old stroke changes pixels, so that its samples are shown")
    func drawnOver() throws {
        let (simulator, _) = try launch(
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
        "The movable line is the topmost stroke and crosses the center",
        arguments: [CGSize(width: 800, height: 480), CGSize(width: 480, height: 800)])
    func movableLine(size: CGSize) throws {
        let stage = BenchmarkDelegate.Stage(
            storedStrokes: 100, movableLine: [CGPoint(x: 0.3, y: 0.5), CGPoint(x: 0.7, y: 0.5)])
        let (simulator, controller) = try launch(stage, size: size)
        let top = try #require(controller.drawing.strokes.last)
        #expect(controller.drawing.count == 101)
        let middle = CGPoint(x: size.width / 2, y: size.height / 2)
        #expect(controller.drawing.stroke(nearestTo: middle, within: 20) == top.id)
        // A long press starts the drag, as in the robot's script.
        simulator.down(1, at: middle)
        simulator.advance(by: 0.8)
        simulator.move(1, to: CGPoint(x: middle.x + 60, y: middle.y + 30))
        simulator.up(1)
        let moved = try #require(controller.drawing.stroke(top.id))
        #expect(moved.points != top.points)
        #expect(controller.drawing.count == 101)
    }
}

@Suite("SampleStrokes")
struct SampleStrokesTests {
    @Test("Equal seeds give equal, drawable strokes in ascending levels")
    func strokes() {
        var first = SampleStrokes(size: CGSize(width: 800, height: 480))
        var second = SampleStrokes(size: CGSize(width: 800, height: 480))
        var other = SampleStrokes(size: CGSize(width: 800, height: 480), seed: 1)
        var lines = 0
        var differs = false
        for number in 1...500 {
            let stroke = first.nextStroke()
            #expect(stroke == second.nextStroke())
            if stroke != other.nextStroke() { differs = true }
            #expect(stroke.isDrawable && stroke.id == number && stroke.level == number)
            if stroke.tool == .line { lines += 1 }
        }
        #expect(differs)
        #expect(270...330 ~= lines)
    }
}
