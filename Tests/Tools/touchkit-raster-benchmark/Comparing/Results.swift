/// What was measured of one work and one renderer.
struct ResultRow {
    let work: Work
    let target: String
    let renderer: String
    /// The sum of every part's best time, and the median of whole passes, each for one unit.
    var best: Double
    var median: Double
}

/// How far a renderer's picture is from the supersampled one.
struct QualityRow {
    let target: String
    let renderer: String
    let error: PictureError
}

/// All that one run found.
struct Results {
    var rows: [ResultRow] = []
    var quality: [QualityRow] = []
    /// Who wasn't measured, and why.
    var skipped: [(renderer: String, reason: String)] = []
    /// What the rows' numbers are.
    var measure = Measure.nanoseconds

    init(measure: Measure = .nanoseconds) {
        self.measure = measure
    }

    /// A renderer's row: that of the target if it has one, else the best of any target.
    func row(_ work: Work, _ renderer: String, target: String) -> ResultRow? {
        let own = rows.filter { $0.work == work && $0.renderer == renderer }
        return own.first { $0.target == target } ?? own.min { $0.best < $1.best }
    }

    /// The ratios that a row has: the key of the JSON and the value.
    ///
    /// Against renderers and `memset` a ratio is a speed: 2 is twice as fast. Against `memcpy` it is a
    /// time: 2 takes twice as long.
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

/// What is counted.
enum Measure {
    case nanoseconds
    case instructions

    /// The key in the JSON.
    var key: String {
        switch self {
        case .nanoseconds: "ns_per_unit"
        case .instructions: "instructions_per_unit"
        }
    }
}
