import KioskServices
import LabBenchmark
import LabRobot
import LabScreens
import Testing
import TouchKit
import TouchKitGeometry
import TouchKitRaster
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerAppTestSupport
import TouchTrackerTestSupport

/// Tests of the benchmark page.
@Suite("Benchmark page", .serialized)
@MainActor
struct BenchmarkTests {
    /// The names of the scripts in the file names of golden pictures, in the order of playback.
    static let titles = ["circle", "scribble", "drag", "sparkles"]

    @Test("The result of all scripts has the sums of their counts and the worst of their times")
    func worst() {
        var first = BenchmarkResult()
        (first.frames, first.missedVblanks, first.contactCount) = (40, 1, 10)
        first.frameCost = Percentiles(count: 40, p50: 1, p90: 2, p99: 9, max: 20)
        first.inputToScanout = Percentiles(count: 9, p50: 1, p90: 2, p99: 3, max: 90)
        var second = BenchmarkResult()
        (second.frames, second.missedVblanks, second.contactCount) = (50, 2, 1)
        second.frameCost = Percentiles(count: 50, p50: 1, p90: 2, p99: 3, max: 21)
        second.inputToScanout = Percentiles(count: 9, p50: 1, p90: 2, p99: 4, max: 80)
        for results in [[first, second], [second, first]] {
            let worst = BenchmarkResult.worst(of: results + [BenchmarkResult()])
            #expect(worst.frames == 90 && worst.missedVblanks == 3 && worst.contactCount == 10)
            #expect(worst.frameCost?.max == 21 && worst.inputToScanout?.p99 == 4)
        }
    }

    // MARK: Page

    private static let promise =
        "The kiosk draws by itself for 44 seconds, on a drawing of its own. A touch stops it."

    /// Launches the app with a scene, and starts the benchmark from the menu.
    private func startedBenchmark(over scene: Scene) throws -> MaintenanceTestApp {
        let stage = MaintenanceTestApp.lab(scene)
        stage.openMenu()
        try stage.tap(.benchmark)
        try stage.tap("Start")
        return stage
    }

    /// Plays the present script with 60 frames per second.
    ///
    /// - Parameters:
    ///   - stage: The app.
    ///   - cost: The cost of each frame in microseconds.
    ///   - seconds: The duration.
    private func play(_ stage: MaintenanceTestApp, cost: Int64 = 4_100, seconds: Int = 2) {
        stage.simulator.advance(by: 0.31)
        for tenth in 1...seconds * 10 {
            stage.frames.addFrames(6, cost: cost)
            stage.playback.play(on: stage.simulator, seconds: Double(tenth) / 10)
        }
    }

    @Test("The page plays all scripts for ten seconds each and then shows the results")
    func page() throws {
        let stage = MaintenanceTestApp.lab(.pulse)
        stage.frames.addFrames(50, cost: 16_000)
        stage.frames.missedVblanks = 7
        stage.openMenu()
        try stage.tap(.benchmark)
        stage.simulator.advance(by: 5)
        #expect(stage.texts.contains(Self.promise))
        #expect(stage.playback.started.isEmpty)
        try stage.tap("Start")
        let captions = [
            "Circle, 1 finger", "Scribble, 10 fingers", "Drag, 1 finger", "Sparkles, 10 fingers",
        ]
        for (number, caption) in captions.enumerated() {
            #expect(stage.texts.contains("\(caption). Touch to stop"))
            stage.simulator.advance(by: 0.2)
            #expect(stage.playback.started.count == number)
            play(stage, cost: 4_000 + Int64(number) * 100, seconds: 3)
            #expect(stage.texts.contains("\(caption), 7 s. Touch to stop"))
            stage.simulator.advance(by: 7)
            stage.playback.end(.played, on: stage.simulator)
            stage.simulator.advance(by: 0.31)
        }
        #expect(stage.playback.startedScripts == [.circle, .scribble, .drag, .sparkles])
        #expect(
            stage.texts.contains(
                "Holds 60 Hz with 10 fingers: yes, worst frame 4.3 of 16.7 ms"))
        for (number, title) in ["Circle", "Scribble", "Drag", "Sparkles"].enumerated() {
            let row = try #require(stage.texts.firstIndex(of: title))
            let cost = "4.\(number)"
            #expect(
                stage.texts[(row + 1)...].prefix(3) == [
                    "\(cost) · \(cost) · \(cost)", "0", "14.0 · 18.0",
                ])
        }
        #expect(stage.texts.contains { $0.hasPrefix("Measured inside the kiosk, from scripted") })
        try stage.tap("Again")
        #expect(stage.texts.contains("Circle, 1 finger. Touch to stop"))
        stage.simulator.advance(by: 0.31)
        #expect(stage.playback.started.count == 5)
        try closeMenu(stage)
    }

    /// Closes the menu by deactivating the app, and checks that nothing remains active.
    private func closeMenu(_ stage: MaintenanceTestApp) throws {
        stage.application.resignActive()
        #expect(stage.overlay == nil && !stage.playback.isPlaying)
        stage.playback.cancelFingers(on: stage.simulator)
        stage.simulator.advance(by: 61)
        #expect(stage.application.nextDeadline == nil)
        stage.application.becomeActive()
        stage.expectNoTouchesLeft()
    }

    @Test("The scripts do not change the user's drawing")
    func drawing() throws {
        let stage = MaintenanceTestApp.lab(.draw)
        let scene = try #require(stage.scene as? DrawingSceneController)
        let drawing = scene.drawingController.drawing
        drawing.add(
            [CGPoint(x: 100, y: 100), CGPoint(x: 700, y: 400)], tool: .line, color: .red,
            width: 10)
        let before = stage.simulator.render()
        stage.openMenu()
        try stage.tap(.benchmark)
        try stage.tap("Start")
        for script in 0..<4 {
            play(stage)
            if script == 1 { #expect(!stage.simulator.render().isEqual(to: before)) }
            stage.playback.end(.played, on: stage.simulator)
            stage.simulator.advance(by: 0.31)
        }
        try stage.tap("Done")
        stage.simulator.advance(by: 1)
        #expect(drawing.strokes.count == 1)
        #expect(stage.simulator.render().isEqual(to: before))
        stage.expectNoTouchesLeft()
    }

    @Test("Consecutive and simultaneous strokes have different colors")
    func colors() throws {
        let stage = try startedBenchmark(over: .touches)
        stage.simulator.advance(by: 0.31)
        stage.playback.end(.played, on: stage.simulator)
        stage.simulator.advance(by: 0.31)
        stage.simulator.advance(by: 0.31)
        let drawing = try #require(stage.views(DrawingView.self).first).drawing
        stage.playback.play(on: stage.simulator, seconds: 4)
        let strokes = drawing.strokes
        #expect(strokes.count > 10)
        // Strokes begin with the eight colors in turn, but are stored in the order of their ends.
        #expect(Set(strokes.map(\.color)).count == InkColor.allCases.count)
        #expect(strokes.allSatisfy { $0.tool == .pen })
        try closeMenu(stage)
    }

    @Test("The drag script moves the stroke in the center")
    func drag() throws {
        let stage = try startedBenchmark(over: .touches)
        for _ in 0..<2 {
            stage.simulator.advance(by: 0.31)
            stage.playback.end(.played, on: stage.simulator)
            stage.simulator.advance(by: 0.31)
        }
        stage.simulator.advance(by: 0.31)
        let view = try #require(stage.views(DrawingView.self).first)
        #expect(view.pickedUpStroke == nil && view.drawing.strokes.count == 1)
        stage.playback.play(on: stage.simulator, seconds: 0.85)
        #expect(view.pickedUpStroke != nil)
        stage.playback.play(on: stage.simulator, seconds: 5)
        let pickedUp = try #require(view.pickedUpStroke)
        #expect(pickedUp.points != pickedUp.stroke.points)
        try closeMenu(stage)
    }

    @Test("A touch ends the benchmark, and the results of the finished scripts are shown")
    func touched() throws {
        let stage = try startedBenchmark(over: .pulse)
        play(stage, seconds: 2)
        stage.playback.end(.touched, on: stage.simulator)
        stage.simulator.advance(by: 0.01)
        #expect(stage.texts.contains("Stopped by a touch. \(Self.promise)"))

        try stage.tap("Start")
        play(stage, cost: 17_000)
        stage.frames.missedVblanks = 2
        stage.playback.end(.played, on: stage.simulator)
        stage.simulator.advance(by: 0.31)
        play(stage, seconds: 2)
        stage.playback.end(.touched, on: stage.simulator)
        stage.simulator.advance(by: 0.01)
        #expect(
            stage.texts.contains(
                "Holds 60 Hz with 1 finger: no, 2 vblanks missed, worst frame 17.0 of 16.7 ms"))
        #expect(stage.texts.contains { $0.hasPrefix("Stopped by a touch. Measured inside") })
        #expect(stage.texts.contains("Circle") && !stage.texts.contains("Scribble"))
        try stage.tap("Back")
        stage.expectNoTouchesLeft()
    }

    /// The state of a script when the page closes.
    enum ScriptState: CaseIterable {
        case preparing
        case playing
        case played
    }

    @Test(
        "Closing the page stops the benchmark, and the next one starts from the beginning",
        arguments: ScriptState.allCases)
    func closedEarly(state: ScriptState) throws {
        let stage = try startedBenchmark(over: .pulse)
        if state != .preparing { play(stage, seconds: 3) }
        if state == .played { stage.playback.end(.played, on: stage.simulator) }
        #expect(stage.playback.isPlaying == (state == .playing))
        #expect((stage.frames.readCount > 2) == (state != .preparing))
        // A disconnected display closes the page without a touch.
        stage.application.resignActive()
        #expect(stage.overlay == nil && !stage.playback.isPlaying)
        #expect(stage.playback.stops == (state == .playing ? 1 : 0))
        let started = stage.playback.startedScripts
        let reads = stage.frames.readCount
        stage.playback.cancelFingers(on: stage.simulator)
        stage.simulator.advance(by: 61)
        #expect(stage.playback.startedScripts == started)
        #expect(stage.frames.readCount == reads)
        #expect(stage.application.nextDeadline == nil)
        stage.application.becomeActive()
        stage.openMenu()
        try stage.tap(.benchmark)
        #expect(stage.texts.contains(Self.promise) && !stage.texts.contains("Circle"))
        #expect(stage.playback.startedScripts == started)
        try stage.tap("Start")
        stage.simulator.advance(by: 0.31)
        #expect(stage.playback.startedScripts == started + [.circle])
        try closeMenu(stage)
    }

    @Test(
        "A stopped benchmark schedules nothing after the page closes", arguments: ["Back", "Done"])
    func closedAfterStop(title: String) throws {
        let stage = try startedBenchmark(over: .pulse)
        play(stage, seconds: 1)
        #expect(stage.playback.isPlaying)
        stage.playback.end(.touched, on: stage.simulator)
        try stage.tap(title)
        stage.simulator.advance(by: 61)
        #expect(stage.application.nextDeadline == nil)
        stage.expectNoTouchesLeft()
    }

    @Test("Scripted touches keep the menu open, and one minute later it closes")
    func idle() throws {
        let stage = try startedBenchmark(over: .pulse)
        for _ in 0..<4 {
            play(stage)
            stage.playback.end(.played, on: stage.simulator)
            stage.simulator.advance(by: 0.31)
        }
        stage.simulator.advance(by: 55)
        #expect(stage.texts.contains("Again"))
        stage.simulator.advance(by: 10)
        #expect(stage.overlay == nil)
        stage.expectNoTouchesLeft()
    }
}
