import KioskYAML
import LabBenchmark

/// The limits of benchmark values, read from the file that the option `--check` specifies.
///
/// ```json
/// {"runs": [{"script": "circle", "rate_hz": 125, "strokes_stored": 10,
///            "max": {"input_to_scanout_us.p99": 30000, "missed_vblanks": 0},
///            "min": {"frames": 500}}]}
/// ```
/// `script`, `rate_hz` and `strokes_stored` select runs; without them, all runs are checked.
package struct BenchmarkLimits: Sendable {
    private struct Bound: Sendable {
        let figure: BenchmarkFigure
        let isMaximum: Bool
        let value: Double
        let text: String
    }

    private struct Entry: Sendable {
        var script: String?
        var rateHz: Int?
        var strokesStored: Int?
        var bounds: [Bound] = []

        func matches(_ result: BenchmarkResult) -> Bool {
            (script.map { $0 == result.script } ?? true)
                && (rateHz.map { $0 == result.rateHz } ?? true)
                && (strokesStored.map { $0 == result.strokesStored } ?? true)
        }

        func checks(of result: BenchmarkResult) -> [BenchmarkLimitCheck] {
            bounds.map { bound in
                BenchmarkLimitCheck(
                    figure: bound.figure.name, isMaximum: bound.isMaximum, limit: bound.value,
                    limitText: bound.text, value: bound.figure.value(result))
            }
        }

        var selectionText: String {
            let parts = [
                script, rateHz.map { "\($0) Hz" }, strokesStored.map { "\($0) stored strokes" },
            ]
            let text = parts.compactMap { $0 }.joined(separator: ", ")
            return text.isEmpty ? "any run" : text
        }
    }

    private var entries: [Entry] = []

    /// Reads limits from the file at `path`.
    package init(path: String) throws(YAMLError) {
        let document = try YAMLDocument.read(path: path)
        do throws(YAMLError) {
            try self.init(document)
        } catch {
            throw YAMLError(
                file: error.file, line: error.line,
                cause: "not a file with benchmark limits: \(error.cause)",
                remedy: "\(error.remedy); docs/benchmark.md describes the format")
        }
    }

    /// Reads limits from a parsed document.
    package init(_ document: YAMLDocument) throws(YAMLError) {
        try document.root.checkKeys(["runs"])
        var runs = try document.root.value(of: "runs").elements()
        while let run = runs.next() { entries.append(try Self.entry(run)) }
        if entries.isEmpty {
            throw document.root.error(
                "the file has no limits", remedy: "add a run with limits")
        }
    }

    private static func entry(_ node: YAMLNode) throws(YAMLError) -> Entry {
        try node.checkKeys(["script", "rate_hz", "strokes_stored", "max", "min"])
        var entry = Entry()
        entry.script = try node["script"]?.string()
        if let rate = node["rate_hz"] { entry.rateHz = Int(try rate.integer(in: 1...100_000)) }
        if let strokes = node["strokes_stored"] {
            entry.strokesStored = Int(try strokes.integer(in: 0...100_000_000))
        }
        for (key, isMaximum) in [("max", true), ("min", false)] {
            guard let bounds = node[key] else { continue }
            var pairs = try bounds.pairs()
            while let (name, value) = pairs.next() {
                entry.bounds.append(try bound(name, value, isMaximum: isMaximum))
            }
        }
        if entry.bounds.isEmpty {
            throw node.error("no limit", remedy: "add “max” or “min” with figures")
        }
        return entry
    }

    private static func bound(
        _ name: YAMLNode, _ value: YAMLNode, isMaximum: Bool
    ) throws(YAMLError) -> Bound {
        let text = try name.string()
        guard let figure = BenchmarkFigure.all.first(where: { $0.name == text }) else {
            throw name.error(
                "\(YAMLError.quoted(text)) is not a benchmark value",
                remedy: "use one of those in docs/benchmark.md, such as input_to_scanout_us.p99")
        }
        return Bound(
            figure: figure, isMaximum: isMaximum, value: try value.number(),
            text: try value.string())
    }

    /// Returns one line for each limit that a result in `results` violates, for which no value was
    /// measured, or for which there is no matching run.
    package func violations(in results: [BenchmarkResult]) -> [String] {
        var lines: [String] = []
        for entry in entries {
            let matchingResults = results.filter { entry.matches($0) }
            if matchingResults.isEmpty {
                lines.append("\(entry.selectionText): no such run")
            }
            for result in matchingResults {
                for check in entry.checks(of: result) where !check.isMet {
                    lines.append("\(result.title): \(check.text)")
                }
            }
        }
        return lines
    }

    /// Returns the comparisons of a result's values with all limits that apply to its run.
    package func checks(of result: BenchmarkResult) -> [BenchmarkLimitCheck] {
        entries.filter { $0.matches(result) }.flatMap { $0.checks(of: result) }
    }
}
