import Glibc

/// Measures renderers in turns: in each round, every renderer runs each benchmark case for a short
/// time, so that other load on the machine affects all renderers equally.
struct Comparison {
    /// The thoroughness of a run.
    struct Effort {
        /// The maximum number of rounds.
        var rounds: Int
        /// The duration for which a renderer runs per round, in nanoseconds; at least one pass.
        var turnDuration: Double
        /// The time after which a case ends, in nanoseconds, but not before two rounds.
        var limit: Int

        /// The effort of a complete run.
        static let full = Effort(rounds: 12, turnDuration: 25e6, limit: 12_000_000_000)
        /// The effort of a run with `--quick`.
        static let quick = Effort(rounds: 4, turnDuration: 15e6, limit: 3_500_000_000)
    }

    /// The renderers to measure.
    private let renderers: [ChildRenderer]
    /// The thoroughness of the run.
    private let effort: Effort

    /// Creates a comparison of `renderers`.
    init(_ renderers: [ChildRenderer], effort: Effort) {
        self.renderers = renderers
        self.effort = effort
    }

    /// Measures all benchmark cases and the quality of the images.
    func run(_ lines: [Line], files: WorkloadFiles) throws(BenchError) -> Results {
        var results = Results()
        for work in BenchmarkCase.allCases where work.baselineFor == nil {
            results.rows += try time(work)
        }
        results.quality = try quality(lines, files)
        return results
    }

    /// Counts instructions instead of measuring time; every renderer must have a counter.
    func count() throws(BenchError) -> Results {
        var results = Results(measure: .instructions)
        for work in BenchmarkCase.allCases {
            logProgress("counting \(work.rawValue)")
            for renderer in renderers where renderer.works.contains(work) {
                let passes = work.parts > 1 ? 1 : 4
                let count = try renderer.instructions(work, passes: passes)
                results.rows.append(
                    Self.row(work, renderer, best: count, median: count))
            }
        }
        return results
    }

    /// Returns a result row with the values divided by the number of units in a pass.
    private static func row(
        _ work: BenchmarkCase, _ renderer: ChildRenderer, best: Double, median: Double
    ) -> ResultRow {
        let units = Double(work.unitsOfPass)
        return ResultRow(
            work: work.baselineFor ?? work, target: renderer.target,
            renderer: work.baselineFor == nil ? renderer.name : work.rawValue,
            best: best / units, median: median / units)
    }

    /// Measures the time of one benchmark case and of its baseline.
    private func time(_ work: BenchmarkCase) throws(BenchError) -> [ResultRow] {
        logProgress("measuring \(work.rawValue)")
        var measurements: [Measurement] = []
        for renderer in renderers {
            for own in BenchmarkCase.allCases where own == work || own.baselineFor == work {
                guard renderer.works.contains(own) else { continue }
                // The first pass is a warm-up; the second one determines how many passes fit into a
                // turn.
                _ = try renderer.time(own, passes: 1)
                measurements.append(Measurement(renderer, own, try renderer.time(own, passes: 1)))
            }
        }
        let begin = monotonicNanoseconds()
        for round in 0..<effort.rounds {
            if round >= 2, monotonicNanoseconds() - begin > effort.limit { break }
            for step in measurements.indices {
                try measurements[(step + round) % measurements.count].runPasses(
                    forNanoseconds: effort.turnDuration)
            }
        }
        return measurements.map { Self.row($0.work, $0.renderer, best: $0.best, median: $0.median) }
    }

    /// Compares the image of each renderer with the supersampled reference.
    private func quality(
        _ lines: [Line], _ files: WorkloadFiles
    ) throws(BenchError) -> [QualityRow] {
        logProgress("measuring quality")
        let reference = ReferenceImage(lines)
        let path = "\(files.folder)/picture.raw"
        var found: [QualityRow] = []
        for renderer in renderers where renderer.works.contains(.w1) {
            let answer = try renderer.send("draw \(path)")
            guard answer == "done" else {
                throw BenchError.renderer(renderer.name, "picture: \(answer)")
            }
            let pixels = try WorkloadFiles.readPixels(
                path, count: Workloads.width * Workloads.height)
            found.append(
                QualityRow(
                    target: renderer.target, renderer: renderer.name,
                    error: ImageError(of: pixels, against: reference)))
        }
        return found
    }
}

/// The measurements of one renderer and benchmark case.
private struct Measurement {
    /// The renderer.
    let renderer: ChildRenderer
    /// The benchmark case.
    let work: BenchmarkCase
    /// The best time of each part so far, in nanoseconds.
    private var parts: [Double]
    /// The median times of the turns so far, in nanoseconds.
    private var medians: [Double]

    /// Begins with the result of a first pass.
    init(
        _ renderer: ChildRenderer, _ work: BenchmarkCase, _ first: (median: Double, parts: [Double])
    ) {
        self.renderer = renderer
        self.work = work
        parts = first.parts
        medians = [first.median]
    }

    /// Runs as many passes as fit into `nanoseconds`, at least one.
    mutating func runPasses(forNanoseconds nanoseconds: Double) throws(BenchError) {
        let passes = Int(min(max(1, nanoseconds / max(best, 1)), 10_000))
        let more = try renderer.time(work, passes: passes)
        for index in parts.indices { parts[index] = min(parts[index], more.parts[index]) }
        medians.append(more.median)
    }

    /// The sum of the best times of all parts, in nanoseconds.
    var best: Double { parts.reduce(0, +) }

    /// The median time of a pass, in nanoseconds.
    var median: Double { medians.sorted()[medians.count / 2] }
}

/// Writes a progress message to standard error.
func logProgress(_ text: String) {
    let line = "touchkit-raster-benchmark: \(text)\n"
    _ = line.withCString { write(2, $0, strlen($0)) }
}

/// Returns the monotonic clock's time, in nanoseconds.
func monotonicNanoseconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
}
