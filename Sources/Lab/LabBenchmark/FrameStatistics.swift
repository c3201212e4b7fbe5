import KioskServices
import TouchKitGeometry

/// An accumulator that combines frame records into a `BenchmarkResult`.
///
/// All memory is allocated when the value is created, so that adding a record does not delay the
/// measured frames.
package struct FrameStatistics {
    /// The largest number of frames in the timeline: more than five minutes at 60 Hz.
    package static let maximumTimelineLength = 20_000

    private var inputToDelivered = ValueHistogram()
    private var deliveredToDrawn = ValueHistogram()
    private var drawnToCommitted = ValueHistogram()
    private var inputToScanout = ValueHistogram()
    private var inputToRow = ValueHistogram()
    private var newestInputToScanout = ValueHistogram()
    private var frameCost = ValueHistogram()
    private var budget = ValueHistogram()
    private var budgetUsed = ValueHistogram()
    private var timeline: [BenchmarkResult.Frame] = []
    private let timelineCapacity: Int
    /// The time at which the main loop woke up for the newest record of `addNewFrames(of:)`.
    private var newestWoken: Timestamp
    private var start = Timestamp.zero
    private var maximumContactCount = 0
    /// The accumulated counts. The percentiles in this result are `nil`.
    private var counts = BenchmarkResult()

    /// Creates empty statistics and allocates their memory.
    ///
    /// - Parameters:
    ///   - frames: The largest expected number of frames.
    ///   - records: The records before the measurement, which `addNewFrames(of:)` skips.
    package init(frames: Int, after records: [FrameRecord] = []) {
        timelineCapacity = min(max(frames, 0), Self.maximumTimelineLength)
        newestWoken = records.last?.woken ?? .zero
        timeline.reserveCapacity(timelineCapacity)
    }

    /// Removes all measurements and makes `time` the start of the timeline.
    package mutating func restart(at time: Timestamp) {
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
        maximumContactCount = 0
        counts = BenchmarkResult()
        start = time
    }

    /// Adds the record of a displayed frame. Allocates nothing.
    package mutating func add(_ record: FrameRecord) {
        let cost = record.costMicroseconds
        frameCost.record(cost)
        if record.budgetMicroseconds > 0 {
            budget.record(record.budgetMicroseconds)
            budgetUsed.record(cost * 1_000 / record.budgetMicroseconds)
        }
        let latency = addSamples(of: record)
        if timeline.count < timelineCapacity {
            timeline.append(
                BenchmarkResult.Frame(
                    shownAt: record.flipped.microseconds(since: start), costMicroseconds: cost,
                    latencyMicroseconds: latency, missedVblanks: record.missedVblanks))
        }
        maximumContactCount = max(maximumContactCount, record.activeTouches)
        counts.frames += 1
        counts.missedVblanks += record.missedVblanks
        counts.samples += record.samples.count
        counts.coalescedSamples += max(record.samples.count - record.deliveredTouches, 0)
        counts.damagedPixels += record.damagedPixels
        counts.repaintedPixels += record.repaintedPixels
        counts.differingPixels += record.differingPixels
        counts.deferredPixels += record.deferredPixels
        counts.bytesWritten += record.bytesWritten
        counts.inkBytesWritten += record.inkBytesWritten
    }

    /// Adds the displayed frames in `records` that no earlier call has added. Call the method often
    /// enough that each record is passed before a newer frame overwrites it.
    package mutating func addNewFrames(of records: [FrameRecord]) {
        for (index, record) in records.enumerated() where record.woken > newestWoken {
            if record.flipped == .zero {
                // The newest frame may still be shown; the next call adds it. An older frame
                // without a flip was never shown, because the display was disconnected.
                if index == records.count - 1 { return }
                continue
            }
            newestWoken = record.woken
            add(record)
        }
    }

    /// Adds the latencies of a frame's samples.
    ///
    /// - Returns: The latency of the oldest sample in microseconds, or `nil` without samples.
    private mutating func addSamples(of record: FrameRecord) -> Int64? {
        let committing = record.committed.microseconds(since: record.drawn)
        var oldest: ShownSample?
        var newest: ShownSample?
        for sample in record.samples {
            let delivered = sample.delivered ?? record.latched
            inputToDelivered.record(delivered.microseconds(since: sample.time))
            // Front-buffer ink bypasses the frame's drawing and commit.
            if sample.scanned == nil {
                deliveredToDrawn.record(record.drawn.microseconds(since: delivered))
                drawnToCommitted.record(committing)
            }
            guard let latency = record.latencyMicroseconds(of: sample) else { continue }
            inputToScanout.record(latency)
            if let row = record.rowLatencyMicroseconds(of: sample) { inputToRow.record(row) }
            if sample.scanned != nil { counts.samplesShownBeforeFlip += 1 }
            if oldest.map({ sample.time < $0.time }) ?? true { oldest = sample }
            if newest.map({ sample.time >= $0.time }) ?? true { newest = sample }
        }
        if let latency = newest.flatMap({ record.latencyMicroseconds(of: $0) }) {
            newestInputToScanout.record(latency)
        }
        return oldest.flatMap { record.latencyMicroseconds(of: $0) }
    }

    /// The number of frames added since the statistics were created or restarted.
    package var frames: Int { counts.frames }

    /// The accumulated measurements. Properties that frame records do not contain have their
    /// default values.
    package var result: BenchmarkResult {
        var result = counts
        result.contactCount = maximumContactCount
        result.inputToDelivered = inputToDelivered.percentiles
        result.deliveredToDrawn = deliveredToDrawn.percentiles
        result.drawnToCommitted = drawnToCommitted.percentiles
        result.inputToScanout = inputToScanout.percentiles
        result.inputToRow = inputToRow.percentiles
        result.newestInputToScanout = newestInputToScanout.percentiles
        result.frameCost = frameCost.percentiles
        result.budget = budget.percentiles
        result.budgetUsedPermille = budgetUsed.percentiles
        result.latencyBins = inputToScanout.bins
        result.timeline = timeline
        return result
    }
}
