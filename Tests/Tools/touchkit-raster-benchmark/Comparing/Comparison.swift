import Glibc

/// Measures renderers in turns: in each round every renderer does each work for a moment, so that what
/// the machine does meanwhile hits all alike.
struct Comparison {
    /// How thorough a run is.
    struct Effort {
        var rounds: Int
        /// How long a renderer works at a time, in nanoseconds; one pass at least.
        var turn: Double
        /// When a work's rounds end, however few they were: in nanoseconds, after two rounds.
        var limit: Int

        static let full = Effort(rounds: 12, turn: 25e6, limit: 12_000_000_000)
        static let quick = Effort(rounds: 4, turn: 15e6, limit: 3_500_000_000)
    }

    private let renderers: [ChildRenderer]
    private let effort: Effort

    init(_ renderers: [ChildRenderer], effort: Effort) {
        self.renderers = renderers
        self.effort = effort
    }

    /// Times everything, and looks at the pictures.
    func run(_ lines: [Line], files: WorkloadFiles) throws(BenchError) -> Results {
        var results = Results()
        for work in Work.allCases where work.yardstickOf == nil {
            results.rows += try time(work)
        }
        results.quality = try quality(lines, files)
        return results
    }

    /// Counts instructions instead; every renderer has a counter.
    func count() throws(BenchError) -> Results {
        var results = Results(measure: .instructions)
        for work in Work.allCases {
            note("counting \(work.rawValue)")
            for renderer in renderers where renderer.works.contains(work) {
                let passes = work.parts > 1 ? 1 : 4
                let count = try renderer.instructions(work, passes: passes)
                results.rows.append(
                    Self.row(work, renderer, best: count, median: count))
            }
        }
        return results
    }

    private static func row(
        _ work: Work, _ renderer: ChildRenderer, best: Double, median: Double
    ) -> ResultRow {
        let units = Double(work.unitsOfPass)
        return ResultRow(
            work: work.yardstickOf ?? work, target: renderer.target,
            renderer: work.yardstickOf == nil ? renderer.name : work.rawValue,
            best: best / units, median: median / units)
    }

    private func time(_ work: Work) throws(BenchError) -> [ResultRow] {
        note("measuring \(work.rawValue)")
        var cells: [Cell] = []
        for renderer in renderers {
            for own in Work.allCases where own == work || own.yardstickOf == work {
                guard renderer.works.contains(own) else { continue }
                // The first pass warms up; the second says how many fit a turn.
                _ = try renderer.time(own, passes: 1)
                cells.append(Cell(renderer, own, try renderer.time(own, passes: 1)))
            }
        }
        let begin = monotonicNanoseconds()
        for round in 0..<effort.rounds {
            if round >= 2, monotonicNanoseconds() - begin > effort.limit { break }
            for step in cells.indices {
                try cells[(step + round) % cells.count].takeTurn(effort.turn)
            }
        }
        return cells.map { Self.row($0.work, $0.renderer, best: $0.best, median: $0.median) }
    }

    private func quality(
        _ lines: [Line], _ files: WorkloadFiles
    ) throws(BenchError) -> [QualityRow] {
        note("measuring quality")
        let reference = ReferencePicture(lines)
        let path = "\(files.folder)/picture.raw"
        var found: [QualityRow] = []
        for renderer in renderers where renderer.works.contains(.w1) {
            let answer = try renderer.ask("draw \(path)")
            guard answer == "done" else {
                throw BenchError.renderer(renderer.name, "picture: \(answer)")
            }
            let pixels = try WorkloadFiles.readPixels(
                path, count: Workloads.width * Workloads.height)
            found.append(
                QualityRow(
                    target: renderer.target, renderer: renderer.name,
                    error: PictureError(of: pixels, against: reference)))
        }
        return found
    }
}

/// One renderer and work, and the times so far.
private struct Cell {
    let renderer: ChildRenderer
    let work: Work
    private var parts: [Double]
    private var medians: [Double]

    init(_ renderer: ChildRenderer, _ work: Work, _ first: (median: Double, parts: [Double])) {
        self.renderer = renderer
        self.work = work
        parts = first.parts
        medians = [first.median]
    }

    /// Does passes for about so many nanoseconds.
    mutating func takeTurn(_ nanoseconds: Double) throws(BenchError) {
        let passes = Int(min(max(1, nanoseconds / max(best, 1)), 10_000))
        let more = try renderer.time(work, passes: passes)
        for index in parts.indices { parts[index] = min(parts[index], more.parts[index]) }
        medians.append(more.median)
    }

    /// A pass of which every part was as fast as it ever was, in nanoseconds.
    var best: Double { parts.reduce(0, +) }

    /// A usual pass, in nanoseconds.
    var median: Double { medians.sorted()[medians.count / 2] }
}

/// Says on the standard error stream what is being done.
func note(_ text: String) {
    let line = "touchkit-raster-benchmark: \(text)\n"
    _ = line.withCString { write(2, $0, strlen($0)) }
}

/// The machine's time, in nanoseconds.
func monotonicNanoseconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
}
