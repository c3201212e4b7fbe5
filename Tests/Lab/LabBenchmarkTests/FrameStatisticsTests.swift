import CTouchTrackerAllocationCounter
import KioskServices
import LabBenchmark
import Testing
import TouchKitGeometry
import TouchTrackerTestSupport

@Suite("FrameStatistics")
struct FrameStatisticsTests {
    private static let start: Int64 = 5_000_000

    /// Returns the record of a frame that wakes `time` microseconds after the start. Sample times
    /// are relative to the start too.
    private func record(
        at time: Int64, samples: [Int64], deliveries: Int, cost: Int64 = 4_000
    ) -> FrameRecord {
        func timestamp(_ offset: Int64) -> Timestamp {
            Timestamp(microseconds: Self.start + time + offset)
        }
        var record = FrameRecord()
        record.samples = samples.map {
            ShownSample(time: Timestamp(microseconds: Self.start + $0))
        }
        record.woken = timestamp(0)
        record.latched = timestamp(100)
        record.dispatched = timestamp(300)
        record.drawn = timestamp(cost - 200)
        record.committed = timestamp(cost)
        record.flipped = timestamp(8_000)
        record.deliveredTouches = deliveries
        record.damagedPixels = 10
        record.repaintedPixels = 20
        record.differingPixels = 5
        record.bytesWritten = 80
        record.inkBytesWritten = 7
        record.deferredPixels = 3
        record.activeTouches = 2
        record.budgetMicroseconds = 8_000
        return record
    }

    private func statistics(frames: Int = 100) -> FrameStatistics {
        var statistics = FrameStatistics(frames: frames)
        statistics.restart(at: Timestamp(microseconds: Self.start))
        return statistics
    }

    @Test("Every sample counts in every phase, and a sample's phases add up to its latency")
    func phases() throws {
        var statistics = statistics()
        statistics.add(record(at: 20_000, samples: [12_000, 16_000], deliveries: 1))
        let result = statistics.result
        // Latched at 20,100; drawn at 23,800; committed at 24,000; shown at 28,000.
        let delivered = try #require(result.inputToDelivered)
        #expect(delivered.count == 2 && delivered.max == 8_100)
        #expect(abs(delivered.p50 - 4_100) <= 4)
        let drawn = try #require(result.deliveredToDrawn)
        let committed = try #require(result.drawnToCommitted)
        #expect(drawn.count == 2 && drawn.max == 3_700)
        #expect(committed.count == 2 && committed.max == 200)
        #expect(result.inputToScanout?.count == 2)
        #expect(
            result.inputToScanout?.max == delivered.max + drawn.max + committed.max + 4_000,
            "the flip follows the commit after 4,000 µs")
        #expect(result.newestInputToScanout?.count == 1)
        #expect(result.newestInputToScanout?.max == 12_000)
    }

    @Test("Counts accumulate over frames")
    func counts() {
        var statistics = statistics()
        statistics.add(record(at: 20_000, samples: [10_000, 14_000, 18_000], deliveries: 1))
        var late = record(at: 40_000, samples: [31_000, 31_000], deliveries: 2, cost: 9_000)
        late.missedVblanks = 2
        late.activeTouches = 10
        statistics.add(late)
        statistics.add(record(at: 60_000, samples: [], deliveries: 0))
        let result = statistics.result
        #expect(result.frames == 3)
        #expect(result.missedVblanks == 2)
        #expect(result.samples == 5)
        #expect(result.coalescedSamples == 2)
        #expect(result.contactCount == 10)
        #expect(result.damagedPixels == 30)
        #expect(result.repaintedPixels == 60)
        #expect(result.differingPixels == 15)
        #expect(result.bytesWritten == 240)
        #expect(result.inkBytesWritten == 21)
        #expect(result.deferredPixels == 9)
        #expect(result.frameCost?.count == 3)
        #expect(result.frameCost?.max == 9_000)
        #expect(result.budgetUsedPermille?.max == 1_125)
        #expect(result.inputToScanout?.count == 5)
        #expect(result.newestInputToScanout?.count == 2)
    }

    @Test("A sample displayed before the flip counts with the time of its display")
    func ahead() {
        var statistics = statistics()
        var record = record(at: 20_000, samples: [12_000, 16_000], deliveries: 2)
        record.samples[1].scanned = Timestamp(microseconds: Self.start + 18_500)
        statistics.add(record)
        let result = statistics.result
        #expect(result.samplesShownBeforeFlip == 1)
        #expect(result.inputToScanout?.max == 16_000)
        #expect(result.newestInputToScanout?.max == 2_500)
    }

    @Test(
        "Row latencies include the row's scan time after a flip, but not for front-buffer ink"
    )
    func rows() {
        var statistics = statistics()
        var record = record(at: 20_000, samples: [12_000, 16_000], deliveries: 2)
        record.samples[0].rowMicroseconds = 7_000
        record.samples[1].rowMicroseconds = 2_000
        record.samples[1].scanned = Timestamp(microseconds: Self.start + 18_500)
        statistics.add(record)
        // The flip is at 28,000; the first sample's row is scanned 7,000 later.
        #expect(statistics.result.inputToRow?.count == 2)
        #expect(statistics.result.inputToRow?.max == 23_000)
        // The histogram is precise to 0.1 percent.
        #expect(abs((statistics.result.inputToRow?.p50 ?? 0) - 2_500) <= 3)
        #expect(statistics.result.inputToScanout?.max == 16_000)
        statistics.restart(at: Timestamp(microseconds: Self.start))
        #expect(statistics.result.inputToRow == nil)
        record.flipped = .zero
        #expect(record.rowLatencyMicroseconds(of: record.samples[0]) == nil)
    }

    @Test("The timeline contains the first frames up to its capacity")
    func timeline() {
        var statistics = statistics(frames: 2)
        for frame in 0..<3 {
            let time = Int64(frame + 1) * 16_000
            statistics.add(
                record(at: time, samples: frame == 1 ? [] : [time - 1_000], deliveries: 1))
        }
        let result = statistics.result
        #expect(result.frames == 3)
        #expect(
            result.timeline == [
                BenchmarkResult.Frame(
                    shownAt: 24_000, costMicroseconds: 4_000, latencyMicroseconds: 9_000,
                    missedVblanks: 0),
                BenchmarkResult.Frame(
                    shownAt: 40_000, costMicroseconds: 4_000, latencyMicroseconds: nil,
                    missedVblanks: 0),
            ])
        #expect(result.latencyBins.map(\.count).reduce(0, +) == 2)
    }

    @Test("Restarting removes earlier measurements")
    func restart() {
        var statistics = statistics()
        statistics.add(record(at: 20_000, samples: [12_000], deliveries: 1))
        statistics.restart(at: Timestamp(microseconds: Self.start))
        #expect(statistics.result == BenchmarkResult())
    }

    @Test(
        "Adding frames allocates nothing",
        .requiresOptimizedBuild)
    func allocations() {
        var statistics = statistics(frames: 1_000)
        let record = record(at: 20_000, samples: [10_000, 14_000, 18_000], deliveries: 1)
        statistics.add(record)
        let before = allocation_counter_value()
        for _ in 0..<2_000 { statistics.add(record) }
        #expect(allocation_counter_value() == before)
        #expect(statistics.frames == 2_001)
    }

    @Test("The frame rate holds if no vblank was missed and no frame took longer than a period")
    func holds() {
        var result = BenchmarkResult()
        result.periodMicroseconds = 16_667
        result.frameCost = Percentiles(count: 30, p50: 1, p90: 1, p99: 1, max: 16_667)
        result.frames = 29
        #expect(result.holdsFrameRate == nil)
        result.frames = 30
        #expect(result.holdsFrameRate == true)
        result.missedVblanks = 1
        #expect(result.holdsFrameRate == false)
        result.missedVblanks = 0
        result.frameCost?.max = 16_668
        #expect(result.holdsFrameRate == false)
    }

    // MARK: New frames

    /// Returns the record of a frame.
    ///
    /// - Parameters:
    ///   - start: The wake-up time in microseconds.
    ///   - flipped: The time of the flip, relative to `start`, or `nil` for a frame that was not
    ///     shown yet.
    private func record(_ start: Int64, flipped: Int64? = 12_000) -> FrameRecord {
        var record = FrameRecord()
        record.woken = Timestamp(microseconds: start)
        record.committed = Timestamp(microseconds: start + 4_000)
        record.flipped = flipped.map { Timestamp(microseconds: start + $0) } ?? .zero
        return record
    }

    @Test("Each new record counts once, and earlier records do not count")
    func once() {
        let all = (1...700).map { record(Int64($0) * 16_667) }
        var statistics = FrameStatistics(frames: 0, after: Array(all[..<100]))
        for end in stride(from: 100, through: 700, by: 30) {
            statistics.addNewFrames(of: Array(all[max(end - 256, 0)..<end]))
        }
        #expect(statistics.frames == 600)
    }

    @Test(
        "A pending frame counts once it is shown, and a frame that never is shown is skipped"
    )
    func pending() {
        var statistics = FrameStatistics(frames: 0, after: [])
        statistics.addNewFrames(of: [record(1_000), record(20_000, flipped: nil)])
        #expect(statistics.frames == 1)
        statistics.addNewFrames(of: [record(1_000), record(20_000), record(40_000, flipped: nil)])
        #expect(statistics.frames == 2)
        statistics.addNewFrames(of: [record(20_000), record(40_000, flipped: nil), record(60_000)])
        #expect(statistics.frames == 3)
    }
}
