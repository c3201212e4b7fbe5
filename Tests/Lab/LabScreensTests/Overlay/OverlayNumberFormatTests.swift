import KioskServices
import LabScreens
import Testing
import TouchKitGeometry
import TouchTrackerApp

/// Tests of the overlay's number formats and frame statistics.
@Suite("OverlayNumberFormat")
struct OverlayNumberFormatTests {
    @Test("Numbers are rounded, and unrepresentable numbers become a dash")
    func numbers() {
        #expect(OverlayNumberFormat.tenths(0) == "0.0")
        #expect(OverlayNumberFormat.tenths(-0.04) == "0.0")
        #expect(OverlayNumberFormat.tenths(-12.36) == "-12.4")
        #expect(OverlayNumberFormat.tenths(99.96) == "100.0")
        #expect(OverlayNumberFormat.tenths(.infinity) == "–")
        #expect(OverlayNumberFormat.tenths(.nan) == "–")
        #expect(OverlayNumberFormat.hundredths(1.005 + 1e-9) == "1.01")
        #expect(OverlayNumberFormat.hundredths(-3.1) == "-3.10")
        #expect(OverlayNumberFormat.hundredths(1e7) == "–")
        #expect(OverlayNumberFormat.rounded(2.5) == "3")
        #expect(OverlayNumberFormat.rounded(-.infinity) == "–")
        #expect(OverlayNumberFormat.fraction(0.5) == ".50")
        #expect(OverlayNumberFormat.fraction(0.034) == ".03")
        #expect(OverlayNumberFormat.fraction(0.996) == "1.0")
        #expect(OverlayNumberFormat.fraction(-1) == ".00")
        #expect(OverlayNumberFormat.pair("1.0", "2.0") == "1.0 2.0")
        #expect(OverlayNumberFormat.milliseconds(16_650) == "16.7")
    }

    @Test(
        "Frame statistics cover the frames shown in the last second"
    )
    func frameStatistics() {
        let now = Timestamp(microseconds: 5_000_000)
        func record(_ flipped: Int64, _ latencies: Int64...) -> FrameRecord {
            var record = FrameRecord()
            record.flipped = Timestamp(microseconds: flipped)
            record.samples = latencies.map {
                ShownSample(time: Timestamp(microseconds: flipped - $0))
            }
            return record
        }
        let statistics = OverlayFrameStatistics(
            [
                record(4_000_000, 90_000), record(4_000_001, 10_000, 12_000), record(4_500_000),
                record(4_999_000, 14_000), record(5_001_000, 30_000), record(0),
            ], at: now)
        #expect(statistics.frameCount == 4)
        #expect(statistics.medianLatency == 12_000)
        #expect(statistics.longestLatency == 30_000)
        let none = OverlayFrameStatistics([], at: now)
        #expect(none.frameCount == 0 && none.medianLatency == nil && none.longestLatency == nil)
    }
}
