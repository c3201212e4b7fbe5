import Geometry
import Services
import TestSupport
import Testing
import TouchKit
import TouchKitTesting
import TouchTrackerApp

/// What frames cost while somebody draws.
@Suite("Benchmark", .serialized)
@MainActor
struct BenchmarkTests {
    private func record(
        _ start: Int64, cost: Int64 = 4_000, flipped: Int64? = 12_000, samples: [Int64] = []
    ) -> FrameRecord {
        var record = FrameRecord()
        record.woken = Timestamp(microseconds: start)
        record.committed = Timestamp(microseconds: start + cost)
        record.flipped = flipped.map { Timestamp(microseconds: start + $0) } ?? .zero
        record.sampleTimes = samples.map { Timestamp(microseconds: start + $0) }
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
        #expect(figures.verdict == "Holds 60 Hz: yes, worst frame 4.1 of 16.7 ms")
        figures.missedVblanks = 1
        #expect(figures.verdict == "Holds 60 Hz: no, 1 vblank missed, worst frame 4.1 of 16.7 ms")
        records[60].committed = records[60].woken.advanced(byMicroseconds: 21_000)
        var slow = FrameFigures(after: [], period: 16_667)
        slow.take(records)
        slow.missedVblanks = 2
        #expect(slow.verdict == "Holds 60 Hz: no, 2 vblanks missed, worst frame 21.0 of 16.7 ms")
        var few = FrameFigures(after: [], period: 16_667)
        few.take(Array(records[..<29]))
        #expect(few.holds == nil && few.verdict.hasPrefix("Too few"))
    }

    @Test("The rate is the display's, however seldom fingers had something drawn.")
    func period() {
        let records = (1...100).map { record(Int64($0) * 33_333) }
        var figures = FrameFigures(after: [], period: 13_333)
        figures.take(records)
        #expect(figures.verdict == "Holds 75 Hz: yes, worst frame 4.0 of 13.3 ms")
        var unknown = FrameFigures(after: [], period: nil)
        unknown.take(records)
        #expect(unknown.holds == nil)
    }

    // MARK: The page

    @Test("It measures for ten seconds from the first finger on, then shows what it was.")
    func page() throws {
        let stage = MaintenanceStage(.pulse)
        stage.frames.add(50)
        stage.frames.missedVblanks = 7
        stage.openMenu()
        try stage.tap(.benchmark)
        stage.simulator.advance(by: 5)
        #expect(stage.texts.contains("Draw here with all fingers, for 10 seconds"))
        stage.simulator.down(1, at: CGPoint(x: 300, y: 200))
        for step in 0..<100 {
            stage.simulator.move(1, to: CGPoint(x: 300 + CGFloat(step), y: 200))
            if step == 30 { #expect(stage.texts.contains("7 s")) }
            // 6 frames in a tenth of a second.
            if step < 99 { stage.frames.add(6, cost: 4_100) }
            if step == 50 { stage.simulator.up(1) }
            if step == 50 { stage.simulator.down(1, at: CGPoint(x: 300, y: 100)) }
            stage.simulator.advance(by: 0.1)
        }
        stage.simulator.up(1)
        stage.simulator.advance(by: 0.01)
        #expect(stage.texts.contains("Holds 60 Hz: yes, worst frame 4.1 of 16.7 ms"))
        #expect(stage.texts.contains("594"))
        #expect(stage.texts.contains("4.1 · 4.1 · 4.1 ms"))
        #expect(stage.texts.contains("14.0 · 18.0 ms"))
        #expect(stage.texts.contains("Measured on what these fingers drew, on this page."))
        try stage.tap("Again")
        #expect(stage.texts.contains("Draw here with all fingers, for 10 seconds"))
        stage.expectNothingLeft()
    }

    @Test("Left before, it measures no longer.", arguments: ["Back", "Done"])
    func left(title: String) throws {
        let stage = MaintenanceStage(.pulse)
        stage.openMenu()
        try stage.tap(.benchmark)
        stage.simulator.down(1, at: CGPoint(x: 300, y: 200))
        stage.simulator.advance(by: 1)
        try stage.tap(title)
        stage.simulator.up(1)
        stage.simulator.advance(by: 61)
        #expect(stage.application.nextDeadline == nil)
        stage.expectNothingLeft()
    }
}
