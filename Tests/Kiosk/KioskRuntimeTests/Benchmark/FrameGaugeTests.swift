import CTouchTrackerAllocationCounter
import KioskRuntime
import KioskServices
import Testing
import TouchKitGeometry
import TouchTrackerTestSupport

@Suite("What a benchmark makes of frame records")
struct FrameGaugeTests {
    private static let began: Int64 = 5_000_000

    /// A frame that wakes at a time, in microseconds since the measuring began.
    private func record(
        at time: Int64, samples: [Int64], deliveries: Int, cost: Int64 = 4_000
    ) -> FrameRecord {
        func moment(_ offset: Int64) -> Timestamp {
            Timestamp(microseconds: Self.began + time + offset)
        }
        var record = FrameRecord()
        record.samples = samples.map {
            ShownSample(time: Timestamp(microseconds: Self.began + $0))
        }
        record.woken = moment(0)
        record.latched = moment(100)
        record.dispatched = moment(300)
        record.drawn = moment(cost - 200)
        record.committed = moment(cost)
        record.flipped = moment(8_000)
        record.deliveredTouches = deliveries
        record.damagedPixels = 10
        record.repaintedPixels = 20
        record.differingPixels = 5
        record.bytesWritten = 80
        record.inkBytesWritten = 7
        record.carriedPixels = 3
        record.fingers = 2
        record.budgetMicroseconds = 8_000
        return record
    }

    private func gauge(frames: Int = 100) -> FrameGauge {
        var gauge = FrameGauge(frames: frames)
        gauge.begin(at: Timestamp(microseconds: Self.began))
        return gauge
    }

    @Test("Every sample counts in every phase, and the phases of a sample add up to its way.")
    func phases() throws {
        var gauge = gauge()
        gauge.take(record(at: 20_000, samples: [12_000, 16_000], deliveries: 1))
        let result = gauge.result
        // Latched at 20,100; drawn at 23,800; committed at 24,000; shown at 28,000.
        let delivered = try #require(result.inputToDelivered)
        #expect(delivered.count == 2 && delivered.max == 8_100)
        #expect(abs(delivered.p50 - 4_100) <= 4)
        #expect(result.deliveredToDrawn?.max == 3_700)
        #expect(result.drawnToCommitted?.max == 200)
        #expect(result.inputToScanout?.count == 2)
        #expect(result.inputToScanout?.max == 16_000)
        #expect(
            8_100 + 3_700 + 200 + 4_000 == result.inputToScanout?.max,
            "from the commit to the flip it is 4,000 more")
        #expect(result.newestInputToScanout?.count == 1)
        #expect(result.newestInputToScanout?.max == 12_000)
    }

    @Test("Counts add up over frames.")
    func counts() {
        var gauge = gauge()
        gauge.take(record(at: 20_000, samples: [10_000, 14_000, 18_000], deliveries: 1))
        var late = record(at: 40_000, samples: [31_000, 31_000], deliveries: 2, cost: 9_000)
        late.missedVblanks = 2
        late.fingers = 10
        gauge.take(late)
        gauge.take(record(at: 60_000, samples: [], deliveries: 0))
        let result = gauge.result
        #expect(result.frames == 3)
        #expect(result.missedVblanks == 2)
        #expect(result.samples == 5)
        #expect(result.coalescedSamples == 2)
        #expect(result.fingers == 10)
        #expect(result.damagedPixels == 30)
        #expect(result.repaintedPixels == 60)
        #expect(result.differingPixels == 15)
        #expect(result.bytesWritten == 240)
        #expect(result.inkBytesWritten == 21)
        #expect(result.carriedPixels == 9)
        #expect(result.frameCost?.count == 3)
        #expect(result.frameCost?.max == 9_000)
        #expect(result.budgetUsedPermille?.max == 1_125)
        #expect(result.inputToScanout?.count == 5)
        #expect(result.newestInputToScanout?.count == 2)
    }

    @Test("A sample that was seen ahead of the flip counts with the time it was seen.")
    func ahead() {
        var gauge = gauge()
        var record = record(at: 20_000, samples: [12_000, 16_000], deliveries: 2)
        record.samples[1].scanned = Timestamp(microseconds: Self.began + 18_500)
        gauge.take(record)
        let result = gauge.result
        #expect(result.samplesSeenAhead == 1)
        #expect(result.inputToScanout?.max == 16_000)
        #expect(result.newestInputToScanout?.max == 2_500)
    }

    @Test(
        "To its row each sample counts on: those of a flip to the row's scan, those ahead as they are."
    )
    func rows() {
        var gauge = gauge()
        var record = record(at: 20_000, samples: [12_000, 16_000], deliveries: 2)
        record.samples[0].rowMicroseconds = 7_000
        record.samples[1].rowMicroseconds = 2_000
        record.samples[1].scanned = Timestamp(microseconds: Self.began + 18_500)
        gauge.take(record)
        // The flip is at 28,000; the row of the first sample 7,000 later.
        #expect(gauge.result.inputToRow?.count == 2)
        #expect(gauge.result.inputToRow?.max == 23_000)
        // Told apart to a thousandth.
        #expect(abs((gauge.result.inputToRow?.p50 ?? 0) - 2_500) <= 3)
        #expect(gauge.result.inputToScanout?.max == 16_000)
        gauge.begin(at: Timestamp(microseconds: Self.began))
        #expect(gauge.result.inputToRow == nil)
        record.flipped = .zero
        #expect(record.rowLatencyMicroseconds(of: record.samples[0]) == nil)
    }

    @Test("The timeline has the frames' places, and no more of them than there is room for.")
    func timeline() {
        var gauge = gauge(frames: 2)
        for frame in 0..<3 {
            let time = Int64(frame + 1) * 16_000
            gauge.take(record(at: time, samples: frame == 1 ? [] : [time - 1_000], deliveries: 1))
        }
        let result = gauge.result
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

    @Test("What was measured before the beginning is forgotten.")
    func beginning() {
        var gauge = gauge()
        gauge.take(record(at: 20_000, samples: [12_000], deliveries: 1))
        gauge.begin(at: Timestamp(microseconds: Self.began))
        #expect(gauge.result == BenchmarkResult())
    }

    @Test(
        "Taking frames allocates nothing.",
        .enabled(if: Optimization.isOn && allocation_counter_is_active()))
    func allocations() {
        var gauge = gauge(frames: 1_000)
        let record = record(at: 20_000, samples: [10_000, 14_000, 18_000], deliveries: 1)
        gauge.take(record)
        let before = allocation_counter_value()
        for _ in 0..<2_000 { gauge.take(record) }
        #expect(allocation_counter_value() == before)
        #expect(gauge.frames == 2_001)
    }

    @Test("It holds where no vblank was missed and no frame took longer than a period.")
    func holds() {
        var result = BenchmarkResult()
        result.periodMicroseconds = 16_667
        result.frameCost = Spread(count: 30, p50: 1, p90: 1, p99: 1, max: 16_667)
        result.frames = 29
        #expect(result.holds == nil)
        result.frames = 30
        #expect(result.holds == true)
        result.missedVblanks = 1
        #expect(result.holds == false)
        result.missedVblanks = 0
        result.frameCost?.max = 16_668
        #expect(result.holds == false)
    }
}

@Suite("Spreads")
struct SpreadGaugeTests {
    @Test("A hundred values have their percentiles where they are.")
    func percentiles() {
        var gauge = SpreadGauge()
        #expect(gauge.spread == nil)
        for value in (1...100).reversed() { gauge.record(Int64(value)) }
        #expect(gauge.spread == Spread(count: 100, p50: 50, p90: 90, p99: 99, max: 100))
        #expect(gauge.bins.count == 100)
        #expect(gauge.bins.first == SpreadBin(value: 1, count: 1))
        gauge.reset()
        #expect(gauge.spread == nil)
    }

    @Test("Large values are told apart to a thousandth, the greatest exactly; none is lost.")
    func precision() throws {
        var gauge = SpreadGauge()
        for value in [123_457, 1_234_567, -5, 70_000_000] as [Int64] { gauge.record(value) }
        let spread = try #require(gauge.spread)
        #expect(spread.count == 4)
        #expect(abs(spread.p50 - 123_457) <= 124)
        #expect(spread.max == 60_000_000)
        #expect(gauge.bins.first?.value == 0)
    }
}
