import KioskServices
import TouchKitGeometry
import TouchTrackerApp

/// The costs and touch latencies of frames, collected from frame records.
///
/// The measurements describe only the recorded frames. Other scenes or more contacts may cost more.
package struct FrameMeasurements: Hashable {
    /// The minimum number of frames for which `holdsRefreshRate` is determined.
    package static let minimumFrameCount = 30

    /// The time of each frame from the main loop's wake-up until the display accepted the frame, in
    /// microseconds.
    package private(set) var costs: [Int64] = []
    /// The time of each touch sample from the kernel's timestamp until the sample was shown, in
    /// microseconds.
    package private(set) var latencies: [Int64] = []
    /// The number of vblanks at which a measured frame was due and was not shown.
    package var missedVblanks = 0

    /// The display's refresh period in microseconds, or `nil` if unknown.
    package let refreshPeriod: Int64?
    /// Whether the display reports vblanks.
    package let hasVblank: Bool

    /// The time at which the main loop woke up for the newest processed frame.
    private var lastWoken: Timestamp

    /// Creates an empty collection for the frames after the newest frame in `records`.
    ///
    /// - Parameters:
    ///   - records: The records of earlier frames, which are not measured.
    ///   - refreshPeriod: The display's refresh period in microseconds, or `nil` if unknown.
    ///   - hasVblank: Whether the display reports vblanks.
    package init(after records: [FrameRecord], refreshPeriod: Int64?, hasVblank: Bool = true) {
        self.refreshPeriod = refreshPeriod
        self.hasVblank = hasVblank
        lastWoken = records.last?.woken ?? .zero
    }

    /// The number of measured frames.
    package var frameCount: Int { costs.count }

    /// Adds the frames in `records` that no earlier call has added. Call the method often enough
    /// that each record is passed before a newer frame overwrites it.
    package mutating func addRecords(_ records: [FrameRecord]) {
        for (index, record) in records.enumerated() where record.woken > lastWoken {
            if record.flipped == .zero {
                // The newest frame may still be shown; the next call adds it. An older frame
                // without a flip was never shown, because the display was disconnected.
                if index == records.count - 1 { return }
                continue
            }
            lastWoken = record.woken
            costs.append(record.costMicroseconds)
            for sample in record.samples {
                if let latency = record.latencyMicroseconds(of: sample) {
                    latencies.append(latency)
                }
            }
        }
    }

    /// Whether every frame was shown at its intended vblank and cost at most one refresh period;
    /// `nil` with fewer than `minimumFrameCount` frames or an unknown refresh period.
    ///
    /// Without vblanks, the value is `false` if a frame cost more or samples are late, and
    /// otherwise `nil`.
    package var holdsRefreshRate: Bool? {
        guard frameCount >= Self.minimumFrameCount, let refreshPeriod, let worst = costs.max()
        else { return nil }
        let isFastEnough = missedVblanks == 0 && worst <= refreshPeriod
        if hasVblank { return isFastEnough }
        return isFastEnough && lateLatency == nil ? nil : false
    }

    /// The p99 of the latencies in microseconds if the value is more than two refresh periods,
    /// otherwise `nil`.
    private var lateLatency: Int64? {
        guard let refreshPeriod, let p99 = Self.percentile(99, of: latencies) else { return nil }
        return p99 > 2 * refreshPeriod ? p99 : nil
    }

    /// Returns a percentile of `values` by the nearest-rank method, or `nil` if `values` is empty.
    ///
    /// - Parameters:
    ///   - percent: The percentage, 1…100.
    ///   - values: The values in any order.
    package static func percentile(_ percent: Int, of values: [Int64]) -> Int64? {
        if values.isEmpty { return nil }
        let rank = (values.count * percent + 99) / 100
        return values.sorted()[min(max(rank, 1), values.count) - 1]
    }
}

extension FrameMeasurements {
    /// Returns the verdict in one line: whether the frames held the refresh rate with
    /// `contactCount` contacts, and the cost of the worst frame.
    package func verdict(contactCount: Int) -> String {
        guard frameCount >= Self.minimumFrameCount, let refreshPeriod, let worst = costs.max()
        else { return "Too few frames to tell" }
        let answer = holdsRefreshRate.map { $0 ? "yes" : "no" } ?? "without vblank: cannot tell"
        let rate = refreshPeriod > 0 ? (1_000_000 + refreshPeriod / 2) / refreshPeriod : 0
        let missed =
            missedVblanks == 0
            ? "" : "\(missedVblanks) vblank\(missedVblanks == 1 ? "" : "s") missed, "
        let late =
            hasVblank
            ? "" : lateLatency.map { "samples late (p99 \(Self.milliseconds($0)) ms), " } ?? ""
        return "Holds \(rate) Hz with \(contactCount) finger\(contactCount == 1 ? "" : "s"): "
            + "\(answer), \(missed)\(late)"
            + "worst frame \(Self.milliseconds(worst)) of \(Self.milliseconds(refreshPeriod)) ms"
    }

    /// The second line of the column titles in the results table. The first column contains the
    /// script names and has no subtitle.
    static let columnSubtitles = ["", "p50 · p99 · max", "vblanks", "p50 · p99"]

    /// The texts of a row in the results table, without the script name: frame costs, missed
    /// vblanks and latencies.
    package var columnTexts: [String] {
        let cost = [50, 99, 100].map {
            Self.percentile($0, of: costs).map(Self.milliseconds) ?? "–"
        }
        let input = [50, 99].map {
            Self.percentile($0, of: latencies).map(Self.milliseconds) ?? "–"
        }
        return [
            cost.joined(separator: " · "), "\(missedVblanks)", input.joined(separator: " · "),
        ]
    }

    /// Adds the values of another collection that was measured on the same display.
    package mutating func merge(_ other: FrameMeasurements) {
        costs += other.costs
        latencies += other.latencies
        missedVblanks += other.missedVblanks
    }

    /// Returns a duration given in microseconds as milliseconds with one decimal.
    static func milliseconds(_ microseconds: Int64) -> String {
        let tenths = (max(microseconds, 0) + 50) / 100
        return "\(tenths / 10).\(tenths % 10)"
    }
}
