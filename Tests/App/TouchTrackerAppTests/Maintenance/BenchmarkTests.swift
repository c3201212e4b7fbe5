import KioskServices
import Testing
import TouchKit
import TouchKitGeometry
import TouchKitRaster
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerTestSupport

/// What frames cost while somebody draws.
@Suite("Benchmark", .serialized)
@MainActor
struct BenchmarkTests {
    /// The scripts, for file names.
    static let titles = ["circle", "scribble", "drag", "sparkles"]

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

    // MARK: Figures

    @Test("Each record counts once, however often the ring is read; what was there before doesn't.")
    func once() {
        let all = (1...700).map { record(Int64($0) * 16_667) }
        var figures = FrameFigures(after: Array(all[..<100]), period: 16_667)
        for end in stride(from: 100, through: 700, by: 30) {
            figures.take(Array(all[max(end - 256, 0)..<end]))
        }
        #expect(figures.frames == 600)
    }

    @Test(
        "A frame that isn't on the screen yet counts when it is; one that never was doesn't hold others up."
    )
    func pending() {
        var figures = FrameFigures(after: [], period: 16_667)
        figures.take([record(1_000), record(20_000, flipped: nil)])
        #expect(figures.frames == 1)
        figures.take([record(1_000), record(20_000), record(40_000, flipped: nil)])
        #expect(figures.frames == 2)
        figures.take([record(20_000), record(40_000, flipped: nil), record(60_000)])
        #expect(figures.frames == 3)
    }

    @Test("Percentiles are the nearest rank.")
    func percentiles() {
        let values = (1...200).reversed().map { Int64($0) }
        #expect(FrameFigures.percentile(50, of: values) == 100)
        #expect(FrameFigures.percentile(99, of: values) == 198)
        #expect(FrameFigures.percentile(100, of: values) == 200)
        #expect(FrameFigures.percentile(50, of: [7]) == 7)
        #expect(FrameFigures.percentile(50, of: []) == nil)
    }

    @Test("Cost is wake-up to commit; latency is sample to flip.")
    func figures() {
        var figures = FrameFigures(after: [], period: 16_667)
        figures.take([record(100_000, cost: 3_500, flipped: 15_000, samples: [-9_000, -1_000])])
        #expect(figures.costs == [3_500])
        #expect(figures.latencies == [24_000, 16_000])
    }

    @Test("The verdict: held, missed, too slow, too few.")
    func verdict() {
        var records = (1...120).map { record(Int64($0) * 16_667) }
        records[60].committed = records[60].woken.advanced(byMicroseconds: 4_060)
        var figures = FrameFigures(after: [], period: 16_667)
        figures.take(records)
        #expect(
            figures.verdict(fingers: 1)
                == "Holds 60 Hz with 1 finger: yes, worst frame 4.1 of 16.7 ms")
        figures.missedVblanks = 1
        #expect(
            figures.verdict(fingers: 10)
                == "Holds 60 Hz with 10 fingers: no, 1 vblank missed, worst frame 4.1 of 16.7 ms")
        records[60].committed = records[60].woken.advanced(byMicroseconds: 21_000)
        var slow = FrameFigures(after: [], period: 16_667)
        slow.take(records)
        slow.missedVblanks = 2
        #expect(
            slow.verdict(fingers: 2)
                == "Holds 60 Hz with 2 fingers: no, 2 vblanks missed, worst frame 21.0 of 16.7 ms")
        var few = FrameFigures(after: [], period: 16_667)
        few.take(Array(records[..<29]))
        #expect(few.holds == nil && few.verdict(fingers: 2).hasPrefix("Too few"))
    }

    @Test("Figures of several scripts are judged together.")
    func together() {
        var all = FrameFigures(after: [], period: 16_667)
        all.take((1...40).map { record(Int64($0) * 16_667, cost: 3_000, samples: [-1_000]) })
        var other = FrameFigures(after: [], period: 16_667)
        other.take((1...40).map { record(Int64($0) * 16_667, cost: 9_000) })
        other.missedVblanks = 3
        #expect(all.values == ["3.0 · 3.0 · 3.0", "0", "13.0 · 13.0"])
        all.add(other)
        #expect(all.frames == 80)
        #expect(all.values == ["3.0 · 9.0 · 9.0", "3", "13.0 · 13.0"])
        #expect(other.values == ["9.0 · 9.0 · 9.0", "3", "– · –"])
    }

    @Test("The rate is the display's, however seldom fingers had something drawn.")
    func period() {
        let records = (1...100).map { record(Int64($0) * 33_333) }
        var figures = FrameFigures(after: [], period: 13_333)
        figures.take(records)
        #expect(
            figures.verdict(fingers: 1)
                == "Holds 75 Hz with 1 finger: yes, worst frame 4.0 of 13.3 ms")
        var unknown = FrameFigures(after: [], period: nil)
        unknown.take(records)
        #expect(unknown.holds == nil)
    }

    // MARK: The page

    private static let promise =
        "The kiosk draws by itself for 44 seconds, on a drawing of its own. A touch stops it."

    /// Plays the script that is on the stage, with 60 frames a second.
    private func play(_ stage: MaintenanceStage, cost: Int64 = 4_100, seconds: Int = 2) {
        stage.simulator.advance(by: 0.31)
        for tenth in 1...seconds * 10 {
            stage.frames.add(6, cost: cost)
            stage.rehearsals.play(on: stage.simulator, seconds: Double(tenth) / 10)
        }
    }

    @Test("It plays one script after the other, ten seconds each, then shows what they cost.")
    func page() throws {
        let stage = MaintenanceStage(.pulse)
        stage.frames.add(50, cost: 16_000)
        stage.frames.missedVblanks = 7
        stage.openMenu()
        try stage.tap(.benchmark)
        stage.simulator.advance(by: 5)
        #expect(stage.texts.contains(Self.promise))
        #expect(stage.rehearsals.started.isEmpty)
        try stage.tap("Start")
        let captions = [
            "Circle, 1 finger", "Scribble, 10 fingers", "Drag, 1 finger", "Sparkles, 10 fingers",
        ]
        for (number, caption) in captions.enumerated() {
            #expect(stage.texts.contains("\(caption). Touch to stop"))
            stage.simulator.advance(by: 0.2)
            #expect(stage.rehearsals.started.count == number)
            play(stage, cost: 4_000 + Int64(number) * 100, seconds: 3)
            #expect(stage.texts.contains("\(caption), 7 s. Touch to stop"))
            stage.simulator.advance(by: 7)
            stage.rehearsals.end(.played, on: stage.simulator)
            stage.simulator.advance(by: 0.31)
        }
        #expect(stage.rehearsals.started == [.circle, .scribble, .drag, .sparkles])
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
        #expect(stage.rehearsals.started.count == 5)
        try leave(stage)
    }

    /// Ends whatever goes on as the display's going does.
    private func leave(_ stage: MaintenanceStage) throws {
        stage.application.resignActive()
        #expect(stage.overlay == nil && !stage.rehearsals.isPlaying)
        stage.rehearsals.cancelFingers(on: stage.simulator)
        stage.simulator.advance(by: 61)
        #expect(stage.application.nextDeadline == nil)
        stage.application.becomeActive()
        stage.expectNothingLeft()
    }

    @Test("It draws on a drawing of its own: the user's is as it was.")
    func drawing() throws {
        let stage = MaintenanceStage(.draw)
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
            stage.rehearsals.end(.played, on: stage.simulator)
            stage.simulator.advance(by: 0.31)
        }
        try stage.tap("Done")
        stage.simulator.advance(by: 1)
        #expect(drawing.strokes.count == 1)
        #expect(stage.simulator.render().isEqual(to: before))
        stage.expectNothingLeft()
    }

    @Test("Each stroke has a colour of its own, also those of fingers that are down together.")
    func colors() throws {
        let stage = MaintenanceStage(.touches)
        stage.openMenu()
        try stage.tap(.benchmark)
        try stage.tap("Start")
        stage.simulator.advance(by: 0.31)
        stage.rehearsals.end(.played, on: stage.simulator)
        stage.simulator.advance(by: 0.31)
        stage.simulator.advance(by: 0.31)
        let drawing = try #require(stage.views(DrawingView.self).first).drawing
        stage.rehearsals.play(on: stage.simulator, seconds: 4)
        let strokes = drawing.strokes
        #expect(strokes.count > 10)
        // In the order in which they came down all eight follow each other; the longer ones stay later.
        #expect(Set(strokes.map(\.color)).count == InkColor.allCases.count)
        #expect(strokes.allSatisfy { $0.tool == .pen })
        try leave(stage)
    }

    @Test("The drag moves the stroke in the middle of the stage.")
    func drag() throws {
        let stage = MaintenanceStage(.touches)
        stage.openMenu()
        try stage.tap(.benchmark)
        try stage.tap("Start")
        for _ in 0..<2 {
            stage.simulator.advance(by: 0.31)
            stage.rehearsals.end(.played, on: stage.simulator)
            stage.simulator.advance(by: 0.31)
        }
        stage.simulator.advance(by: 0.31)
        let view = try #require(stage.views(DrawingView.self).first)
        #expect(view.carried == nil && view.drawing.strokes.count == 1)
        stage.rehearsals.play(on: stage.simulator, seconds: 0.85)
        #expect(view.carried != nil)
        stage.rehearsals.play(on: stage.simulator, seconds: 5)
        let carried = try #require(view.carried)
        #expect(carried.points != carried.stroke.points)
        try leave(stage)
    }

    @Test("A touch ends it: what was measured until then is shown, the script that it ended isn't.")
    func touched() throws {
        let stage = MaintenanceStage(.pulse)
        stage.openMenu()
        try stage.tap(.benchmark)
        try stage.tap("Start")
        play(stage, seconds: 2)
        stage.rehearsals.end(.touched, on: stage.simulator)
        stage.simulator.advance(by: 0.01)
        #expect(stage.texts.contains("Stopped by a touch. \(Self.promise)"))

        try stage.tap("Start")
        play(stage, cost: 17_000)
        stage.frames.missedVblanks = 2
        stage.rehearsals.end(.played, on: stage.simulator)
        stage.simulator.advance(by: 0.31)
        play(stage, seconds: 2)
        stage.rehearsals.end(.touched, on: stage.simulator)
        stage.simulator.advance(by: 0.01)
        #expect(
            stage.texts.contains(
                "Holds 60 Hz with 1 finger: no, 2 vblanks missed, worst frame 17.0 of 16.7 ms"))
        #expect(stage.texts.contains { $0.hasPrefix("Stopped by a touch. Measured inside") })
        #expect(stage.texts.contains("Circle") && !stage.texts.contains("Scribble"))
        try stage.tap("Back")
        stage.expectNothingLeft()
    }

    /// When the page is left.
    enum Moment: CaseIterable {
        case preparing
        case playing
        case played
    }

    @Test(
        "Left before its end, it measures no longer, and begins anew the next time.",
        arguments: Moment.allCases)
    func leftEarly(moment: Moment) throws {
        let stage = MaintenanceStage(.pulse)
        stage.openMenu()
        try stage.tap(.benchmark)
        try stage.tap("Start")
        if moment != .preparing { play(stage, seconds: 3) }
        if moment == .played { stage.rehearsals.end(.played, on: stage.simulator) }
        #expect(stage.rehearsals.isPlaying == (moment == .playing))
        #expect((stage.frames.reads > 2) == (moment != .preparing))
        // As the display's going does; nobody touches anything.
        stage.application.resignActive()
        #expect(stage.overlay == nil && !stage.rehearsals.isPlaying)
        #expect(stage.rehearsals.stops == (moment == .playing ? 1 : 0))
        let started = stage.rehearsals.started
        let reads = stage.frames.reads
        stage.rehearsals.cancelFingers(on: stage.simulator)
        stage.simulator.advance(by: 61)
        #expect(stage.rehearsals.started == started)
        #expect(stage.frames.reads == reads)
        #expect(stage.application.nextDeadline == nil)
        stage.application.becomeActive()
        stage.openMenu()
        try stage.tap(.benchmark)
        #expect(stage.texts.contains(Self.promise) && !stage.texts.contains("Circle"))
        #expect(stage.rehearsals.started == started)
        try stage.tap("Start")
        stage.simulator.advance(by: 0.31)
        #expect(stage.rehearsals.started == started + [.circle])
        try leave(stage)
    }

    @Test("Stopped and left, it measures no longer.", arguments: ["Back", "Done"])
    func left(title: String) throws {
        let stage = MaintenanceStage(.pulse)
        stage.openMenu()
        try stage.tap(.benchmark)
        try stage.tap("Start")
        play(stage, seconds: 1)
        #expect(stage.rehearsals.isPlaying)
        stage.rehearsals.end(.touched, on: stage.simulator)
        try stage.tap(title)
        stage.simulator.advance(by: 61)
        #expect(stage.application.nextDeadline == nil)
        stage.expectNothingLeft()
    }

    @Test("When nobody touches the screen the script's fingers keep the menu; then it goes.")
    func idle() throws {
        let stage = MaintenanceStage(.pulse)
        stage.openMenu()
        try stage.tap(.benchmark)
        try stage.tap("Start")
        for _ in 0..<4 {
            play(stage)
            stage.rehearsals.end(.played, on: stage.simulator)
            stage.simulator.advance(by: 0.31)
        }
        stage.simulator.advance(by: 55)
        #expect(stage.texts.contains("Again"))
        stage.simulator.advance(by: 10)
        #expect(stage.overlay == nil)
        stage.expectNothingLeft()
    }
}
