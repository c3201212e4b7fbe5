import KioskServices
import LabBenchmark
import LabReports
import TouchKitGeometry

/// The statistics of frames, collected from frame records.
///
/// The measurements describe only the recorded frames. Other scenes or more contacts may cost more.
package struct FrameMeasurements {
    private var statistics = FrameStatistics(frames: 0)
    /// The time at which the main loop woke up for the newest processed frame.
    private var lastWoken: Timestamp

    /// Creates an empty collection for the frames after the newest frame in `records`.
    package init(after records: [FrameRecord]) {
        lastWoken = records.last?.woken ?? .zero
    }

    /// The measurements. Properties that frame records do not contain have their default values.
    package var result: BenchmarkResult { statistics.result }

    /// The number of measured frames.
    package var frameCount: Int { statistics.frames }

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
            statistics.add(record)
        }
    }
}

extension BenchmarkResult {
    /// Returns results of the same display, at least one, as one result: the total numbers of
    /// frames and missed vblanks, and the worst costs and latencies.
    package static func worst(of results: [BenchmarkResult]) -> BenchmarkResult {
        var worst = results[0]
        worst.contactCount = results.map(\.contactCount).max() ?? 0
        worst.frames = results.reduce(0) { $0 + $1.frames }
        worst.missedVblanks = results.reduce(0) { $0 + $1.missedVblanks }
        worst.frameCost = results.compactMap(\.frameCost).max { $0.max < $1.max }
        worst.inputToScanout = results.compactMap(\.inputToScanout).max { $0.p99 < $1.p99 }
        return worst
    }

    /// The texts of a row in the benchmark page's table, without the script name: frame costs,
    /// missed vblanks and latencies, in milliseconds.
    var columnTexts: [String] {
        func text(_ percentiles: Percentiles?, _ values: [KeyPath<Percentiles, Int64>]) -> String {
            values.map { value in
                percentiles.map { OverlayNumberFormat.milliseconds($0[keyPath: value]) } ?? "–"
            }.joined(separator: " · ")
        }
        return [
            text(frameCost, [\.p50, \.p99, \.max]), "\(missedVblanks)",
            text(inputToScanout, [\.p50, \.p99]),
        ]
    }
}
