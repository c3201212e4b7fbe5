import KioskServices
import TouchKitGeometry

/// What frames cost, gathered from their records; pure, without a clock.
///
/// All figures are of the frames that were seen, nothing more: what other fingers, or another scene, would
/// have cost they don't say.
package struct FrameFigures: Hashable {
    /// How many frames make figures worth to be told.
    package static let fewestFrames = 30

    /// From the wake-up for a frame until the display had taken it, in microseconds.
    package private(set) var costs: [Int64] = []
    /// From when a finger was measured until what it did was on the screen, in microseconds.
    package private(set) var latencies: [Int64] = []
    /// Vblanks that a frame was meant for and missed.
    package var missedVblanks = 0

    /// The display's refresh period, in microseconds; nil where nobody knows.
    package let period: Int64?

    private var lastWoken: Timestamp

    /// Begins with the frames after the newest of these records.
    ///
    /// - Parameters:
    ///   - records: The frames that don't count.
    ///   - period: The display's refresh period, in microseconds.
    package init(after records: [FrameRecord], period: Int64?) {
        self.period = period
        lastWoken = records.last?.woken ?? .zero
    }

    /// How many frames there were.
    package var frames: Int { costs.count }

    /// Takes the records that are new; call it before the ring of records has gone around.
    package mutating func take(_ records: [FrameRecord]) {
        for (index, record) in records.enumerated() where record.woken > lastWoken {
            if record.flipped == .zero {
                // It comes onto the screen yet. One that never did, because the display went, isn't
                // waited for.
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

    /// Whether each frame was on the screen at the vblank it was meant for; nil where there were too few.
    package var holds: Bool? {
        guard frames >= Self.fewestFrames, let period, let worst = costs.max() else { return nil }
        return missedVblanks == 0 && worst <= period
    }

    /// The value that so many percent of the values don't exceed (nearest rank); nil for none.
    package static func percentile(_ percent: Int, of values: [Int64]) -> Int64? {
        if values.isEmpty { return nil }
        let rank = (values.count * percent + 99) / 100
        return values.sorted()[min(max(rank, 1), values.count) - 1]
    }
}

extension FrameFigures {
    /// A verdict in one line.
    package func verdict(fingers: Int) -> String {
        guard let holds, let period, let worst = costs.max() else {
            return "Too few frames to tell"
        }
        let rate = period > 0 ? (1_000_000 + period / 2) / period : 0
        let missed =
            missedVblanks == 0
            ? "" : "\(missedVblanks) vblank\(missedVblanks == 1 ? "" : "s") missed, "
        return "Holds \(rate) Hz with \(fingers) finger\(fingers == 1 ? "" : "s"): "
            + "\(holds ? "yes" : "no"), \(missed)"
            + "worst frame \(Self.milliseconds(worst)) of \(Self.milliseconds(period)) ms"
    }

    /// What `values` are, below what they are of.
    static let columns = ["", "p50 · p99 · max", "vblanks", "p50 · p99"]

    /// A frame's cost, missed vblanks, and how long a finger waits for the screen.
    package var values: [String] {
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

    /// Takes others' figures in: of what was measured on the same screen.
    package mutating func add(_ other: FrameFigures) {
        costs += other.costs
        latencies += other.latencies
        missedVblanks += other.missedVblanks
    }

    /// Milliseconds with one digit behind the point.
    static func milliseconds(_ microseconds: Int64) -> String {
        let tenths = (max(microseconds, 0) + 50) / 100
        return "\(tenths / 10).\(tenths % 10)"
    }
}
