import KioskInput
import LabBenchmark
import LabRecordings
import TouchKitContacts

/// A measured value of a benchmark: the name used in JSON, limits and comparisons, and a function
/// that reads the value from a result.
struct BenchmarkFigure: Sendable {
    /// The name of the value, for example `input_to_scanout_us.p99` or `frames`.
    let name: String
    /// The closure that reads the value from a result, and returns `nil` if the value was not
    /// measured.
    let value: @Sendable (BenchmarkResult) -> Double?

    /// The measured distributions, in the order of a frame's stages. `divisor` converts the stored
    /// unit to the unit in the name; for example, a stored per mille divided by 10 is a percentage.
    static let distributions: [(name: String, divisor: Double, percentiles: PercentilesReader)] = [
        ("input_to_delivered_us", 1, { $0.inputToDelivered }),
        ("delivered_to_drawn_us", 1, { $0.deliveredToDrawn }),
        ("drawn_to_committed_us", 1, { $0.drawnToCommitted }),
        ("input_to_scanout_us", 1, { $0.inputToScanout }),
        ("input_to_row_us", 1, { $0.inputToRow }),
        ("newest_input_to_scanout_us", 1, { $0.newestInputToScanout }),
        ("frame_cost_us", 1, { $0.frameCost }),
        ("budget_us", 1, { $0.budget }),
        ("budget_used_percent", 10, { $0.budgetUsedPermille }),
    ]

    /// The values that are single numbers: the counts and the resource usage.
    static let counts: [BenchmarkFigure] = [
        count("frames") { $0.frames },
        count("missed_vblanks") { $0.missedVblanks },
        count("samples") { $0.samples },
        count("coalesced_samples") { $0.coalescedSamples },
        count("samples_seen_ahead") { $0.samplesShownBeforeFlip },
        count("damaged_pixels") { $0.damagedPixels },
        count("repainted_pixels") { $0.repaintedPixels },
        count("differing_pixels") { $0.differingPixels },
        count("carried_pixels") { $0.deferredPixels },
        count("bytes_written") { $0.bytesWritten },
        count("ink_bytes_written") { $0.inkBytesWritten },
        count("wakeups") { Int($0.wakeUps) },
        count("robot_late_us") { $0.robotLatenessMicroseconds.map { Int($0) } },
        count("cpu_us") { Int($0.mainThreadCPUMicroseconds) },
        count("process_cpu_us") { Int($0.processCPUMicroseconds) },
        count("peak_rss_kb") { $0.peakResidentKilobytes },
        count("scanout_kb") { $0.scanoutKilobytes },
        count("scanout_rss_kb") { $0.scanoutResidentKilobytes },
    ]

    /// All measured values, in the order in which the JSON report lists them.
    static let all: [BenchmarkFigure] = {
        var figures = counts
        for (name, divisor, percentiles) in distributions {
            for part in PercentileColumn.all {
                figures.append(
                    BenchmarkFigure(name: "\(name).\(part.name)") { result in
                        percentiles(result).map { Double(part.value($0)) / divisor }
                    })
            }
        }
        return figures
    }()

    typealias PercentilesReader = @Sendable (BenchmarkResult) -> Percentiles?

    private static func count(
        _ name: String, _ value: @escaping @Sendable (BenchmarkResult) -> Int?
    ) -> BenchmarkFigure {
        BenchmarkFigure(name: name) { value($0).map { Double($0) } }
    }
}

/// One of the values in `Percentiles`: a percentile or the maximum.
struct PercentileColumn: Sendable {
    /// The name of the percentile, for example `p99`.
    let name: String
    /// The closure that reads the value from the percentiles of a distribution.
    let value: @Sendable (Percentiles) -> Int64

    static let all = [
        PercentileColumn(name: "p50") { $0.p50 }, PercentileColumn(name: "p90") { $0.p90 },
        PercentileColumn(name: "p99") { $0.p99 }, PercentileColumn(name: "max") { $0.max },
    ]
}

/// The result of a benchmark run together with its options.
package struct BenchmarkReport: Sendable {
    /// The measured result.
    package var result: BenchmarkResult
    /// The value of the option `--latency` in the run: `lowest` or `steady`.
    package var latency: String
    /// The value of the option `--ink` in the run: `flip` or `front`.
    package var ink: String
    /// Whether the touch overlay was visible.
    package var hasOverlay: Bool
    /// The circumstances of the benchmark.
    package var conditions = TestConditions()
    /// The version of the program that measured.
    package var version = ""
    /// The connected touchscreens. The benchmark's own touches do not come from them.
    package var touchscreens: [ConnectedTouchscreen] = []
    /// The comparisons with the limits that apply to the run, or an empty array without limits.
    package var limits: [BenchmarkLimitCheck] = []
    /// The ratios of the measured values to the values of an earlier benchmark, or an empty array
    /// without a comparison.
    package var ratios: [(name: String, ratio: Double)] = []

    /// Creates a report.
    package init(result: BenchmarkResult, latency: String, ink: String, hasOverlay: Bool = false) {
        self.result = result
        self.latency = latency
        self.ink = ink
        self.hasOverlay = hasOverlay
    }

    /// The display and the options that affect it, in one line.
    var displayText: String {
        let overlay = hasOverlay ? ", with the touch overlay" : ""
        return "\(result.display); latency \(latency), ink \(ink)\(overlay)"
    }

    /// The known circumstances and the program's version with their titles.
    var facts: [(title: String, value: String)] {
        conditions.facts + touchscreens.compactMap(Self.uncertainty).map { ("Uncertainty", $0) }
            + (version.isEmpty ? [] : [("Program", "TouchTracker \(version)")])
    }

    /// Returns how much older than their timestamps the touches of a touchscreen are, or `nil` if
    /// the touchscreen is not known to be polled.
    private static func uncertainty(_ touchscreen: ConnectedTouchscreen) -> String? {
        guard let polling = touchscreen.sampling.knownPolling else { return nil }
        let interval = polling.milliseconds
        let mean = Decimals.atMost(Double(interval) / 2, places: 1)
        return "\(touchscreen.name) is \(polling.summary): its touches are up to "
            + "\(interval) ms (on average \(mean) ms) older than their timestamps; "
            + "add this to the latencies"
    }
}
