import LabBenchmark

/// A measured value of a benchmark: the name used in JSON, limits and comparisons, and a function
/// that reads the value from a result.
struct BenchmarkFigure: Sendable {
    /// The name, for example `input_to_scanout_us.p99` or `frames`.
    let name: String
    /// Reads the value from a result; returns `nil` if the value was not measured.
    let value: @Sendable (BenchmarkResult) -> Double?

    /// The distributions in the order of a frame's stages. `divisor` converts stored units to the
    /// unit in the name: a stored per mille divided by 10 gives percent.
    static let spreads: [(name: String, divisor: Double, spread: SpreadReader)] = [
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

    /// The counts and the resource usage.
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

    /// All values in the order in which the JSON lists them.
    static let all: [BenchmarkFigure] = {
        var figures = counts
        for (name, divisor, spread) in spreads {
            for part in SpreadPart.all {
                figures.append(
                    BenchmarkFigure(name: "\(name).\(part.name)") { result in
                        spread(result).map { Double(part.value($0)) / divisor }
                    })
            }
        }
        return figures
    }()

    typealias SpreadReader = @Sendable (BenchmarkResult) -> Percentiles?

    private static func count(
        _ name: String, _ value: @escaping @Sendable (BenchmarkResult) -> Int?
    ) -> BenchmarkFigure {
        BenchmarkFigure(name: name) { value($0).map { Double($0) } }
    }
}

/// A percentile of a distribution, or its maximum.
struct SpreadPart: Sendable {
    /// The name, for example `p99`.
    let name: String
    /// Reads the value from a distribution.
    let value: @Sendable (Percentiles) -> Int64

    static let all = [
        SpreadPart(name: "p50") { $0.p50 }, SpreadPart(name: "p90") { $0.p90 },
        SpreadPart(name: "p99") { $0.p99 }, SpreadPart(name: "max") { $0.max },
    ]
}

/// The result of a benchmark run together with its options.
package struct BenchmarkReport: Sendable {
    /// The measured result.
    package var result: BenchmarkResult
    /// The latency option: `lowest` or `steady`.
    package var latency: String
    /// The ink option: `flip` or `front`.
    package var ink: String
    /// Whether the touch overlay was visible.
    package var hasOverlay: Bool
    /// The ratios to an earlier benchmark; empty without a comparison.
    package var ratios: [(name: String, ratio: Double)] = []

    /// Creates a report.
    package init(result: BenchmarkResult, latency: String, ink: String, hasOverlay: Bool = false) {
        self.result = result
        self.latency = latency
        self.ink = ink
        self.hasOverlay = hasOverlay
    }
}
