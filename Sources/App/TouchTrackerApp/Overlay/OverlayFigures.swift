import KioskServices
import TouchKitGeometry

/// What the frames of the last second came to; pure, without a clock.
package struct OverlayFigures: Hashable {
    /// Frames that came onto the screen.
    package var frames = 0
    /// From a finger's measurement until its picture was on the screen, in microseconds: the middle one; nil
    /// where no finger was shown.
    package var medianLatency: Int64?
    /// The longest of these.
    package var longestLatency: Int64?

    /// Looks at the frames that were shown in the second before a time.
    package init(_ records: [FrameRecord], at now: Timestamp) {
        var latencies: [Int64] = []
        for record in records where record.flipped != .zero {
            let age = now.microseconds(since: record.flipped)
            // The newest may be shown a little after the frame in which somebody asks.
            if age >= 1_000_000 { continue }
            frames += 1
            for sample in record.samples {
                if let latency = record.latencyMicroseconds(of: sample) {
                    latencies.append(latency)
                }
            }
        }
        medianLatency = FrameFigures.percentile(50, of: latencies)
        longestLatency = latencies.max()
    }
}
