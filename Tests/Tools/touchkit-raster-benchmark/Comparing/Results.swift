/// The result of one benchmark case and one renderer.
struct ResultRow {
    /// The benchmark case.
    let work: BenchmarkCase
    /// The processor level for which the renderer was compiled.
    let target: String
    /// The name of the renderer.
    let renderer: String
    /// The sum of the best times of all parts, per unit.
    var best: Double
    /// The median of complete passes, per unit.
    var median: Double
}

/// The difference between a renderer's image and the supersampled reference.
struct QualityRow {
    /// The processor level for which the renderer was compiled.
    let target: String
    /// The name of the renderer.
    let renderer: String
    /// The error of the image.
    let error: ImageError
}

/// The results of one run.
struct Results {
    /// The measurements.
    var rows: [ResultRow] = []
    /// The quality of the images.
    var quality: [QualityRow] = []
    /// The renderers that were not measured, with the reasons.
    var skipped: [(renderer: String, reason: String)] = []
    /// The unit of the measurements.
    var measure = Measure.nanoseconds

    /// Creates results without measurements.
    init(measure: Measure = .nanoseconds) {
        self.measure = measure
    }

    /// Returns the row of a renderer for a processor level, or its best row of another level.
    func row(_ work: BenchmarkCase, _ renderer: String, target: String) -> ResultRow? {
        let own = rows.filter { $0.work == work && $0.renderer == renderer }
        return own.first { $0.target == target } ?? own.min { $0.best < $1.best }
    }

    /// Returns the ratios of a row: the keys of the JSON output and the values.
    ///
    /// Ratios to renderers and `memset` compare speeds: 2 is twice as fast. The ratio to `memcpy`
    /// compares times: 2 takes twice as long.
    func ratios(of row: ResultRow) -> [(key: String, value: Double)] {
        var ratios: [(key: String, value: Double)] = []
        func speed(_ key: String, _ other: ResultRow?) {
            if let other { ratios.append((key, other.best / row.best)) }
        }
        speed("ratio_to_cairo", self.row(row.work, "cairo", target: row.target))
        switch row.work {
        case .w5: speed("ratio_to_memset", self.row(.w5, "memset", target: row.target))
        case .w6:
            if let copy = self.row(.w6, "memcpy", target: row.target) {
                ratios.append(("ratio_to_memcpy", row.best / copy.best))
            }
        case .w7, .glyphs, .blit:
            speed("ratio_to_pixman", self.row(row.work, "pixman", target: row.target))
        default: break
        }
        return ratios
    }
}

/// The unit of measurements.
enum Measure {
    /// Processor time in nanoseconds.
    case nanoseconds
    /// Executed instructions.
    case instructions

    /// The key of the values in the JSON output.
    var key: String {
        switch self {
        case .nanoseconds: "ns_per_unit"
        case .instructions: "instructions_per_unit"
        }
    }
}
