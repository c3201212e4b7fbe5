import KioskServices
import TouchKitGeometry

/// The frame rate and touch latencies of the last second.
package struct OverlayFrameStatistics: Hashable {
    /// The number of frames that were shown in the last second.
    package var frameCount = 0
    /// The median latency from a touch sample until the sample was shown, in microseconds, or `nil`
    /// if no sample was shown.
    package var medianLatency: Int64?
    /// The longest latency from a touch sample until the sample was shown, in microseconds, or
    /// `nil` if no sample was shown.
    package var longestLatency: Int64?

    /// Computes the statistics of the frames that were shown in the second before `now`.
    ///
    /// - Parameters:
    ///   - records: The records of the most recent frames.
    ///   - now: The current time. Frames shown after `now` count, too.
    package init(_ records: [FrameRecord], at now: Timestamp) {
        var latencies: [Int64] = []
        for record in records where record.flipped != .zero {
            // The age of the newest frame is negative if its vblank follows `now`.
            let age = now.microseconds(since: record.flipped)
            if age >= 1_000_000 { continue }
            frameCount += 1
            for sample in record.samples {
                if let latency = record.latencyMicroseconds(of: sample) {
                    latencies.append(latency)
                }
            }
        }
        latencies.sort()
        if !latencies.isEmpty { medianLatency = latencies[(latencies.count - 1) / 2] }
        longestLatency = latencies.last
    }
}
