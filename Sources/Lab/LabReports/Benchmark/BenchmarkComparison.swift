import KioskYAML
import LabBenchmark

/// The results of an earlier benchmark, read from a file that `touchtracker benchmark --json`
/// wrote.
package struct BenchmarkComparison: Sendable {
    private struct Run: Sendable {
        var script: String
        var rateHz: Int?
        var strokesStored: Int
        var figures: [String: Double] = [:]
    }

    private var runs: [Run] = []

    /// Reads the results from a file that `touchtracker benchmark --json` wrote.
    ///
    /// - Throws: `YAMLError` if the file cannot be read or is not a benchmark result.
    package init(path: String) throws(YAMLError) {
        let document = try YAMLDocument.read(path: path)
        do throws(YAMLError) {
            try self.init(document)
        } catch {
            throw YAMLError(
                file: error.file, line: error.line, cause: "not a benchmark result: \(error.cause)",
                remedy: "specify a file that 'touchtracker benchmark --json' wrote")
        }
    }

    /// Reads the results from a parsed document. Unknown members are ignored, because a newer
    /// version of the program may have written them.
    package init(_ document: YAMLDocument) throws(YAMLError) {
        var nodes = try document.root.value(of: "runs").elements()
        while let node = nodes.next() {
            let rate = try node.value(of: "rate_hz")
            var run = Run(
                script: try node.value(of: "script").string(),
                rateHz: rate.isNull ? nil : Int(try rate.integer(in: 1...100_000)),
                strokesStored: Int(try node.value(of: "strokes_stored").integer()))
            for figure in BenchmarkFigure.all {
                if let value = try Self.value(figure.name, in: node) {
                    run.figures[figure.name] = value
                }
            }
            runs.append(run)
        }
    }

    /// Returns the number at a dot-separated path such as `frame_cost_us.p99`, or `nil` if the
    /// value is missing or null.
    private static func value(
        _ path: String, in node: YAMLNode
    ) throws(YAMLError) -> Double? {
        var node = node
        for part in path.split(separator: ".") {
            guard let next = node[String(part)] else { return nil }
            node = next
        }
        return node.isNull ? nil : try node.number()
    }

    /// Returns the ratio of each value in `result` to the earlier value. Values that are missing in
    /// one of the results, and values whose earlier value is 0, are omitted. The list is empty if
    /// the file contains no run with the same script, rate and number of stored strokes.
    package func ratios(of result: BenchmarkResult) -> [(name: String, ratio: Double)] {
        let old = runs.first {
            $0.script == result.script && $0.rateHz == result.rateHz
                && $0.strokesStored == result.strokesStored
        }
        guard let old else { return [] }
        return BenchmarkFigure.all.compactMap { figure in
            guard let before = old.figures[figure.name], before != 0,
                let now = figure.value(result)
            else { return nil }
            return (figure.name, now / before)
        }
    }
}
