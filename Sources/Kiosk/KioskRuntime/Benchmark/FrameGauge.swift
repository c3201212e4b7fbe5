import KioskServices
import TouchKitGeometry

/// Adds up frame records. All memory is taken before the first one: what is measured isn't disturbed.
package struct FrameGauge {
    /// So many frames have a place in the timeline at most: over five minutes at 60 Hz.
    package static let mostFrames = 20_000

    private var inputToDelivered = SpreadGauge()
    private var deliveredToDrawn = SpreadGauge()
    private var drawnToCommitted = SpreadGauge()
    private var inputToScanout = SpreadGauge()
    private var inputToRow = SpreadGauge()
    private var newestInputToScanout = SpreadGauge()
    private var frameCost = SpreadGauge()
    private var budget = SpreadGauge()
    private var budgetUsed = SpreadGauge()
    private var timeline: [BenchmarkResult.Frame] = []
    private let room: Int
    private var began = Timestamp.zero
    private var mostFingers = 0
    /// The counts so far.
    private var counts = BenchmarkResult()

    /// Takes memory for a run.
    ///
    /// - Parameter frames: How many frames are expected at most.
    package init(frames: Int) {
        room = min(max(frames, 0), Self.mostFrames)
        timeline.reserveCapacity(room)
    }

    /// Forgets what was measured: it begins now.
    package mutating func begin(at time: Timestamp) {
        inputToDelivered.reset()
        deliveredToDrawn.reset()
        drawnToCommitted.reset()
        inputToScanout.reset()
        inputToRow.reset()
        newestInputToScanout.reset()
        frameCost.reset()
        budget.reset()
        budgetUsed.reset()
        timeline.removeAll(keepingCapacity: true)
        mostFingers = 0
        counts = BenchmarkResult()
        began = time
    }

    /// Adds a frame that is on the screen; allocates nothing.
    package mutating func take(_ record: FrameRecord) {
        let cost = record.costMicroseconds
        frameCost.record(cost)
        if record.budgetMicroseconds > 0 {
            budget.record(record.budgetMicroseconds)
            budgetUsed.record(cost * 1_000 / record.budgetMicroseconds)
        }
        let latency = take(record.samples, of: record)
        if timeline.count < room {
            timeline.append(
                BenchmarkResult.Frame(
                    shownAt: record.flipped.microseconds(since: began), costMicroseconds: cost,
                    latencyMicroseconds: latency, missedVblanks: record.missedVblanks))
        }
        mostFingers = max(mostFingers, record.fingers)
        counts.frames += 1
        counts.missedVblanks += record.missedVblanks
        counts.samples += record.samples.count
        counts.coalescedSamples += max(record.samples.count - record.deliveredTouches, 0)
        counts.damagedPixels += record.damagedPixels
        counts.repaintedPixels += record.repaintedPixels
        counts.differingPixels += record.differingPixels
        counts.carriedPixels += record.carriedPixels
        counts.bytesWritten += record.bytesWritten
        counts.inkBytesWritten += record.inkBytesWritten
    }

    /// Adds a frame's samples.
    ///
    /// - Returns: The latency of the oldest; nil where there are none.
    private mutating func take(_ samples: [ShownSample], of record: FrameRecord) -> Int64? {
        let committing = record.committed.microseconds(since: record.drawn)
        var oldest: ShownSample?
        var newest: ShownSample?
        for sample in samples {
            let delivered = sample.delivered ?? record.latched
            inputToDelivered.record(delivered.microseconds(since: sample.time))
            // What is seen ahead of the frame doesn't go these ways.
            if sample.scanned == nil {
                deliveredToDrawn.record(record.drawn.microseconds(since: delivered))
                drawnToCommitted.record(committing)
            }
            guard let latency = record.latencyMicroseconds(of: sample) else { continue }
            inputToScanout.record(latency)
            if let row = record.rowLatencyMicroseconds(of: sample) { inputToRow.record(row) }
            if sample.scanned != nil { counts.samplesSeenAhead += 1 }
            if oldest.map({ sample.time < $0.time }) ?? true { oldest = sample }
            if newest.map({ sample.time >= $0.time }) ?? true { newest = sample }
        }
        if let latency = newest.flatMap({ record.latencyMicroseconds(of: $0) }) {
            newestInputToScanout.record(latency)
        }
        return oldest.flatMap { record.latencyMicroseconds(of: $0) }
    }

    /// Frames so far.
    package var frames: Int { counts.frames }

    /// Everything that was measured; what isn't of frames is left as it is made.
    package var result: BenchmarkResult {
        var result = counts
        result.fingers = mostFingers
        result.inputToDelivered = inputToDelivered.spread
        result.deliveredToDrawn = deliveredToDrawn.spread
        result.drawnToCommitted = drawnToCommitted.spread
        result.inputToScanout = inputToScanout.spread
        result.inputToRow = inputToRow.spread
        result.newestInputToScanout = newestInputToScanout.spread
        result.frameCost = frameCost.spread
        result.budget = budget.spread
        result.budgetUsedPermille = budgetUsed.spread
        result.latencyBins = inputToScanout.bins
        result.timeline = timeline
        return result
    }
}
