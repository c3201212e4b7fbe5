import KioskServices
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

/// Tests of the benchmark page and its frame measurements.
@Suite("Benchmark page", .serialized)
@MainActor
struct BenchmarkTests {
    /// The names of the scripts in the file names of golden pictures, in the order of playback.
    static let titles = ["circle", "scribble", "drag", "sparkles"]

    /// Returns a frame record.
    ///
    /// - Parameters:
    ///   - start: The wake-up time in microseconds; all other times are relative to it.
    ///   - cost: The time of the commit.
    ///   - flipped: The time of the flip, or `nil` for a frame that was not shown yet.
    ///   - samples: The timestamps of the samples.
    private func record(
        _ start: Int64, cost: Int64 = 4_000, flipped: Int64? = 12_000, samples: [Int64] = []
    ) -> FrameRecord {
        var record = FrameRecord()
        record.woken = Timestamp(microseconds: start)
        record.committed = Timestamp(microseconds: start + cost)
        record.flipped = flipped.map { Timestamp(microseconds: start + $0) } ?? .zero
        record.samples = samples.map {
            ShownSample(time: Timestamp(microseconds: start + $0))
        }
        return record
    }

    // MARK: Measurements

    @Test("Each new record counts once, and earlier records do not count")
    func once() {
        let all = (1...700).map { record(Int64($0) * 16_667) }
        var measurements = FrameMeasurements(after: Array(all[..<100]), refreshPeriod: 16_667)
        for end in stride(from: 100, through: 700, by: 30) {
            measurements.addRecords(Array(all[max(end - 256, 0)..<end]))
        }
        #expect(measurements.frameCount == 600)
    }

    @Test(
        "A pending frame counts once it is shown, and a frame that never is shown is skipped"
    )
    func pending() {
        var measurements = FrameMeasurements(after: [], refreshPeriod: 16_667)
        measurements.addRecords([record(1_000), record(20_000, flipped: nil)])
        #expect(measurements.frameCount == 1)
        measurements.addRecords([record(1_000), record(20_000), record(40_000, flipped: nil)])
        #expect(measurements.frameCount == 2)
        measurements.addRecords([record(20_000), record(40_000, flipped: nil), record(60_000)])
        #expect(measurements.frameCount == 3)
    }

    @Test("Percentiles use the nearest-rank method")
    func percentiles() {
        let values = (1...200).reversed().map { Int64($0) }
        #expect(FrameMeasurements.percentile(50, of: values) == 100)
        #expect(FrameMeasurements.percentile(99, of: values) == 198)
        #expect(FrameMeasurements.percentile(100, of: values) == 200)
        #expect(FrameMeasurements.percentile(50, of: [7]) == 7)
        #expect(FrameMeasurements.percentile(50, of: []) == nil)
    }

    @Test("The cost is the time from wake-up to commit, the latency from sample to flip")
    func figures() {
        var measurements = FrameMeasurements(after: [], refreshPeriod: 16_667)
        measurements.addRecords([
            record(100_000, cost: 3_500, flipped: 15_000, samples: [-9_000, -1_000])
        ])
        #expect(measurements.costs == [3_500])
        #expect(measurements.latencies == [24_000, 16_000])
    }

    @Test("The verdict depends on missed vblanks, the worst frame and the number of frames")
    func verdict() {
        var records = (1...120).map { record(Int64($0) * 16_667) }
        records[60].committed = records[60].woken.advanced(byMicroseconds: 4_060)
        var measurements = FrameMeasurements(after: [], refreshPeriod: 16_667)
        measurements.addRecords(records)
        #expect(
            measurements.verdict(contactCount: 1)
                == "Holds 60 Hz with 1 finger: yes, worst frame 4.1 of 16.7 ms")
        measurements.missedVblanks = 1
        #expect(
            measurements.verdict(contactCount: 10)
                == "Holds 60 Hz with 10 fingers: no, 1 vblank missed, worst frame 4.1 of 16.7 ms")
        records[60].committed = records[60].woken.advanced(byMicroseconds: 21_000)
        var slow = FrameMeasurements(after: [], refreshPeriod: 16_667)
        slow.addRecords(records)
        slow.missedVblanks = 2
        #expect(
            slow.verdict(contactCount: 2)
                == "Holds 60 Hz with 2 fingers: no, 2 vblanks missed, worst frame 21.0 of 16.7 ms")
        var few = FrameMeasurements(after: [], refreshPeriod: 16_667)
        few.addRecords(Array(records[..<29]))
        #expect(few.holdsRefreshRate == nil && few.verdict(contactCount: 2).hasPrefix("Too few"))
    }

    @Test("Without vblanks, the verdict is never yes, and late samples make it no")
    func verdictWithoutVblank() {
        func measurements(latency: Int64, hasVblank: Bool = false) -> FrameMeasurements {
            var measurements = FrameMeasurements(
                after: [], refreshPeriod: 16_667, hasVblank: hasVblank)
            measurements.addRecords(
                (1...60).map { record(Int64($0) * 16_667, samples: [12_000 - latency]) })
            return measurements
        }
        let onTime = measurements(latency: 33_334)
        #expect(onTime.holdsRefreshRate == nil)
        #expect(
            onTime.verdict(contactCount: 1)
                == "Holds 60 Hz with 1 finger: without vblank: cannot tell, "
                + "worst frame 4.0 of 16.7 ms")
        let late = measurements(latency: 33_335)
        #expect(late.holdsRefreshRate == false)
        #expect(
            late.verdict(contactCount: 1)
                == "Holds 60 Hz with 1 finger: no, samples late (p99 33.3 ms), "
                + "worst frame 4.0 of 16.7 ms")
        #expect(measurements(latency: 33_335, hasVblank: true).holdsRefreshRate == true)
    }

    @Test("Merged measurements contain the values of all scripts")
    func merging() {
        var all = FrameMeasurements(after: [], refreshPeriod: 16_667)
        all.addRecords((1...40).map { record(Int64($0) * 16_667, cost: 3_000, samples: [-1_000]) })
        var other = FrameMeasurements(after: [], refreshPeriod: 16_667)
        other.addRecords((1...40).map { record(Int64($0) * 16_667, cost: 9_000) })
        other.missedVblanks = 3
        #expect(all.columnTexts == ["3.0 · 3.0 · 3.0", "0", "13.0 · 13.0"])
        all.merge(other)
        #expect(all.frameCount == 80)
        #expect(all.columnTexts == ["3.0 · 9.0 · 9.0", "3", "13.0 · 13.0"])
        #expect(other.columnTexts == ["9.0 · 9.0 · 9.0", "3", "– · –"])
    }

    @Test("The verdict states the refresh rate of the display, not the rate of drawn frames")
    func refreshRate() {
        let records = (1...100).map { record(Int64($0) * 33_333) }
        var measurements = FrameMeasurements(after: [], refreshPeriod: 13_333)
        measurements.addRecords(records)
        #expect(
            measurements.verdict(contactCount: 1)
                == "Holds 75 Hz with 1 finger: yes, worst frame 4.0 of 13.3 ms")
        var unknown = FrameMeasurements(after: [], refreshPeriod: nil)
        unknown.addRecords(records)
        #expect(unknown.holdsRefreshRate == nil)
    }

    // MARK: Page

    private static let promise =
        "The kiosk draws by itself for 44 seconds, on a drawing of its own. A touch stops it."

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
            let row = stage.texts.firstIndex(of: title)
            #expect(row != nil)
            guard let row else { continue }
            let cost = "4.\(number)"
            #expect(
                stage.texts[row + 1...row + 3] == [
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

    @Test("Consecutive and simultaneous strokes have different colours")
    func colors() throws {
        let stage = MaintenanceTestApp.lab(.touches)
        stage.openMenu()
        try stage.tap(.benchmark)
        try stage.tap("Start")
        stage.simulator.advance(by: 0.31)
        stage.playback.end(.played, on: stage.simulator)
        stage.simulator.advance(by: 0.31)
        stage.simulator.advance(by: 0.31)
        let drawing = try #require(stage.views(DrawingView.self).first).drawing
        stage.playback.play(on: stage.simulator, seconds: 4)
        let strokes = drawing.strokes
        #expect(strokes.count > 10)
        // Strokes begin with the eight colours in turn, but are stored in the order of their ends.
        #expect(Set(strokes.map(\.color)).count == InkColor.allCases.count)
        #expect(strokes.allSatisfy { $0.tool == .pen })
        try closeMenu(stage)
    }

    @Test("The drag script moves the stroke in the centre")
    func drag() throws {
        let stage = MaintenanceTestApp.lab(.touches)
        stage.openMenu()
        try stage.tap(.benchmark)
        try stage.tap("Start")
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
        let stage = MaintenanceTestApp.lab(.pulse)
        stage.openMenu()
        try stage.tap(.benchmark)
        try stage.tap("Start")
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
        let stage = MaintenanceTestApp.lab(.pulse)
        stage.openMenu()
        try stage.tap(.benchmark)
        try stage.tap("Start")
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
        let stage = MaintenanceTestApp.lab(.pulse)
        stage.openMenu()
        try stage.tap(.benchmark)
        try stage.tap("Start")
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
        let stage = MaintenanceTestApp.lab(.pulse)
        stage.openMenu()
        try stage.tap(.benchmark)
        try stage.tap("Start")
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
