import KioskRuntime

/// One figure of a benchmark: its name in JSON, limits and comparisons, and where it comes from.
struct BenchmarkFigure: Sendable {
    /// A path: `input_to_scanout_us.p99`, or a plain name.
    let name: String
    /// Its value; nil where nothing was measured.
    let value: @Sendable (BenchmarkResult) -> Double?

    /// The spreads, in the order of a frame's way, each with how many of its units one of the figure's is.
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

    /// The counts and what was used of the machine.
    static let counts: [BenchmarkFigure] = [
        count("frames") { $0.frames },
        count("missed_vblanks") { $0.missedVblanks },
        count("samples") { $0.samples },
        count("coalesced_samples") { $0.coalescedSamples },
        count("samples_seen_ahead") { $0.samplesSeenAhead },
        count("damaged_pixels") { $0.damagedPixels },
        count("repainted_pixels") { $0.repaintedPixels },
        count("differing_pixels") { $0.differingPixels },
        count("carried_pixels") { $0.carriedPixels },
        count("bytes_written") { $0.bytesWritten },
        count("ink_bytes_written") { $0.inkBytesWritten },
        count("wakeups") { Int($0.wakeUps) },
        count("robot_late_us") { $0.robotLatenessMicroseconds.map { Int($0) } },
        count("cpu_us") { Int($0.processorMicroseconds) },
        count("process_cpu_us") { Int($0.processProcessorMicroseconds) },
        count("peak_rss_kb") { $0.peakResidentKilobytes },
        count("scanout_kb") { $0.scanoutKilobytes },
        count("scanout_rss_kb") { $0.scanoutResidentKilobytes },
    ]

    /// All figures, in the order of the JSON.
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

    typealias SpreadReader = @Sendable (BenchmarkResult) -> Spread?

    private static func count(
        _ name: String, _ value: @escaping @Sendable (BenchmarkResult) -> Int?
    ) -> BenchmarkFigure {
        BenchmarkFigure(name: name) { value($0).map { Double($0) } }
    }
}

/// One of the values by which a spread is told.
struct SpreadPart: Sendable {
    /// Its name: `p99`.
    let name: String
    /// Reads it.
    let value: @Sendable (Spread) -> Int64

    static let all = [
        SpreadPart(name: "p50") { $0.p50 }, SpreadPart(name: "p90") { $0.p90 },
        SpreadPart(name: "p99") { $0.p99 }, SpreadPart(name: "max") { $0.max },
    ]
}

/// A result and what was asked for, which isn't measured.
package struct BenchmarkReport: Sendable {
    /// What was measured.
    package var result: BenchmarkResult
    /// When frames took in what fingers did: `lowest` or `steady`.
    package var latency: String
    /// How fresh ink got onto the screen: `flip` or `front`.
    package var ink: String
    /// Whether the touch overlay was shown.
    package var hasOverlay: Bool
    /// The figures in relation to another measurement's, if they were compared.
    package var ratios: [(name: String, ratio: Double)] = []

    /// Joins them.
    package init(result: BenchmarkResult, latency: String, ink: String, hasOverlay: Bool = false) {
        self.result = result
        self.latency = latency
        self.ink = ink
        self.hasOverlay = hasOverlay
    }
}
