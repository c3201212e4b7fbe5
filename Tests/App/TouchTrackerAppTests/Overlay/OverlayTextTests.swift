import KioskServices
import Testing
import TouchKitGeometry
import TouchTrackerApp

@Suite("Overlay text")
struct OverlayTextTests {
    @Test("Numbers are short and rounded; what makes no sense is a dash.")
    func numbers() {
        #expect(OverlayNumber.tenths(0) == "0.0")
        #expect(OverlayNumber.tenths(-0.04) == "0.0")
        #expect(OverlayNumber.tenths(-12.36) == "-12.4")
        #expect(OverlayNumber.tenths(99.96) == "100.0")
        #expect(OverlayNumber.tenths(.infinity) == "–")
        #expect(OverlayNumber.tenths(.nan) == "–")
        #expect(OverlayNumber.hundredths(1.005 + 1e-9) == "1.01")
        #expect(OverlayNumber.hundredths(-3.1) == "-3.10")
        #expect(OverlayNumber.hundredths(1e7) == "–")
        #expect(OverlayNumber.wholeNearest(2.5) == "3")
        #expect(OverlayNumber.wholeNearest(-.infinity) == "–")
        #expect(OverlayNumber.part(0.5) == ".50")
        #expect(OverlayNumber.part(0.034) == ".03")
        #expect(OverlayNumber.part(0.996) == "1.0")
        #expect(OverlayNumber.part(-1) == ".00")
        #expect(OverlayNumber.pair("1.0", "2.0") == "1.0 2.0")
        #expect(OverlayNumber.milliseconds(16_650) == "16.7")
    }

    @Test(
        "Frames that were shown before the last second count for nothing, nor do those that weren't."
    )
    func figures() {
        let now = Timestamp(microseconds: 5_000_000)
        func record(_ flipped: Int64, _ latencies: Int64...) -> FrameRecord {
            var record = FrameRecord()
            record.flipped = Timestamp(microseconds: flipped)
            record.samples = latencies.map {
                ShownSample(time: Timestamp(microseconds: flipped - $0))
            }
            return record
        }
        let figures = OverlayFigures(
            [
                record(4_000_000, 90_000), record(4_000_001, 10_000, 12_000), record(4_500_000),
                record(4_999_000, 14_000), record(5_001_000, 30_000), record(0),
            ], at: now)
        #expect(figures.frames == 4)
        #expect(figures.medianLatency == 12_000)
        #expect(figures.longestLatency == 30_000)
        let none = OverlayFigures([], at: now)
        #expect(none.frames == 0 && none.medianLatency == nil && none.longestLatency == nil)
    }
}
