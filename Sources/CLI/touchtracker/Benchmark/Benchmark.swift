import ArgumentParser
import Glibc
import KioskRuntime
import KioskSystem
import KioskYAML
import LabRecordings
import LabRobot
import TouchKitPacing
import TouchTrackerApp

/// `touchtracker benchmark`: how long it takes from the finger to the screen, measured by itself.
struct Benchmark: KioskCommand {
    static let configuration = CommandConfiguration(
        abstract: "Measure every frame from finger to screen, while a robot plays scripts.",
        discussion: """
            The robot is a touchscreen that the kernel takes for one (uinput); nothing else sees what it \
            does, and what is drawn is gone afterwards. Where this user may not have one, the scripts are \
            played inside the program, and the result says so. The display must be free. Ctrl-C ends it \
            with what was measured so far. docs/benchmark.md tells what the figures mean.
            """)

    @Option(
        name: .customLong("script"),
        help: ArgumentHelp(
            "What is played: circle, scribble, tap-storm, pinch-rotate, drag or sparkles; may be given several times. All if not given.",
            valueName: "name"))
    var scripts: [RobotScript.Name] = []

    @Option(
        name: .customLong("rate"),
        help: ArgumentHelp(
            "How often fingers report, 1 to 1000 a second; may be given several times. 60, 125 and 240 if not given.",
            valueName: "Hz"))
    var rates: [ReportRate] = []

    @Option(
        help: ArgumentHelp("How long each script is played at each rate.", valueName: "seconds"))
    var seconds = PlayTime(microseconds: 10_000_000)

    @Option(
        help: ArgumentHelp(
            "How many strokes the drawing has before; 10,000 for drag and 10 for the others if not given.",
            valueName: "number"))
    var strokes: StrokeCount?

    @Option(
        help: ArgumentHelp(
            "Play a recording inside the program instead of scripts.", valueName: "file"))
    var recording: String?

    @Flag(help: "Play scripts inside the program, without the kernel.")
    var inside = false

    @Flag(
        help:
            "Show the touch overlay over the scene: what it costs is told by a run without (docs/overlay.md)."
    )
    var overlay = false

    @OptionGroup var display: DisplayOptions

    @OptionGroup var pacing: PacingSelection

    @OptionGroup var ink: InkOption

    @OptionGroup var output: BenchmarkOutput

    @Flag(help: "Write one JSON value to standard output.")
    var json = false

    func validate() throws {
        guard recording == nil || (scripts.isEmpty && rates.isEmpty) else {
            throw ValidationError(
                "a recording has its own fingers and pace: leave out --script and --rate")
        }
    }

    @MainActor
    func start() throws(Failure) {
        // All that can be wrong before anything is measured.
        let files = try output.read()
        // Once for all runs: they are to be of one kind.
        let refusal = recording == nil && !inside ? Kiosk.refusesRobot() : nil
        if let refusal {
            Log.standardError().warning(
                "touches aren't from the kernel, scripts are played inside the program: \(refusal)")
        }
        let runs = try plan(inside: inside || refusal != nil)
        let (reports, failure) = try measure(runs, refusal: refusal, comparedTo: files.old)
        if let failure, reports.isEmpty { throw failure }
        try StandardOutput.write(
            json ? BenchmarkReport.json(reports).text + "\n" : BenchmarkText.text(reports))
        if let out = output.out { try Self.write(BenchmarkHTML.text(reports), to: out) }
        if let failure { throw failure }
        try Self.check(files.limits, reports)
    }

    /// Makes the runs, until one is interrupted or fails: what was measured before is still worth to be
    /// told.
    @MainActor
    private func measure(
        _ runs: [BenchmarkPlan], refusal: String?, comparedTo old: BenchmarkComparison?
    ) throws(Failure) -> ([BenchmarkReport], Failure?) {
        // Held between runs too: a Ctrl-C there mustn't lose them.
        let signals: SignalDescriptor
        do {
            signals = try SignalDescriptor([.terminate, .interrupt, .hangUp])
        } catch {
            throw Failure(KioskError.system(error))
        }
        var options = display.options(log: Log.standardError(upTo: .warning))
        options.pacing = pacing.options
        options.ink = ink.path
        var reports: [BenchmarkReport] = []
        for (index, run) in runs.enumerated() {
            do throws(Failure) {
                let place = runs.count > 1 ? " (\(index + 1) of \(runs.count))" : ""
                var report = try measure(run, options, refusal: refusal, place: place)
                report.ratios = old?.ratios(of: report.result) ?? []
                reports.append(report)
            } catch {
                return (reports, error)
            }
            if reports.last?.result.interruption != nil || signals.next() != nil { break }
        }
        return (reports, nil)
    }

    /// One run, told of on standard error while it goes on.
    @MainActor
    private func measure(
        _ run: BenchmarkPlan, _ options: KioskOptions, refusal: String?, place: String
    ) throws(Failure) -> BenchmarkReport {
        let progress = BenchmarkProgress(run.title + place, microseconds: run.microseconds)
        defer { progress.end() }
        do {
            let stage = run.stage
            var benchmark = BenchmarkOptions(kiosk: options, play: run.play)
            if let refusal { benchmark.reasonForInside = refusal }
            var result = try Kiosk.benchmark(benchmark) { [overlay] touches in
                BenchmarkDelegate(
                    stage: stage, predictsInk: options.ink == .flip,
                    showing: overlay ? touches : nil)
            }
            result.strokesStored = stage.storedStrokes
            if let name = run.recordingName { result.script = name }
            return BenchmarkReport(
                result: result, latency: options.pacing.latency.rawValue,
                ink: options.ink.rawValue, hasOverlay: overlay)
        } catch {
            throw Failure(error)
        }
    }

    private func plan(inside: Bool) throws(Failure) -> [BenchmarkPlan] {
        if let recording {
            do {
                return [
                    BenchmarkPlan(
                        try Recording.read(path: recording), name: recording,
                        strokes: strokes?.number)
                ]
            } catch {
                throw Failure(status: .input, message: error.description)
            }
        }
        let names = scripts.isEmpty ? RobotScript.Name.allCases : scripts
        let rates = rates.isEmpty ? [60, 125, 240] : rates.map(\.hertz)
        return names.flatMap { name in
            rates.map { rate in
                BenchmarkPlan(
                    RobotScript(name, rateHz: rate, duration: seconds.microseconds),
                    inside: inside, strokes: strokes?.number)
            }
        }
    }

    private static func check(
        _ limits: BenchmarkLimits?, _ reports: [BenchmarkReport]
    ) throws(Failure) {
        guard let limits else { return }
        let missed = limits.missed(by: reports.map(\.result))
        if missed.isEmpty { return }
        let log = Log.standardError()
        for line in missed { log.error("MISSED: \(line)") }
        throw Failure(status: .missed, message: nil)
    }

    private static func write(_ text: String, to path: String) throws(Failure) {
        do {
            try WholeFile.replace(path, with: Array(text.utf8))
        } catch {
            throw Failure(
                status: .disk,
                message:
                    "\(path): it can't be written: \(error.code); choose another place, or make room"
            )
        }
    }
}

/// What becomes of the figures, but for standard output.
struct BenchmarkOutput: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Where a report with pictures goes, one HTML file.", valueName: "file"))
    var out: String?

    @Option(
        help: ArgumentHelp(
            "A JSON file of limits: ends with 1, and a line for each, where one is missed.",
            valueName: "file"))
    var check: String?

    @Option(
        help: ArgumentHelp(
            "What --json wrote earlier: the figures are told in relation to it.",
            valueName: "file"))
    var compare: String?

    /// What is read and looked at before anything is measured.
    func read() throws(Failure) -> (limits: BenchmarkLimits?, old: BenchmarkComparison?) {
        if let out { try Self.checkFolder(of: out) }
        do throws(YAMLError) {
            var limits: BenchmarkLimits?
            var old: BenchmarkComparison?
            if let check { limits = try BenchmarkLimits(path: check) }
            if let compare { old = try BenchmarkComparison(path: compare) }
            return (limits, old)
        } catch {
            throw Failure(status: .input, message: error.description)
        }
    }

    /// Minutes of measuring mustn't end at a folder that isn't there.
    private static func checkFolder(of path: String) throws(Failure) {
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        if Folder.isFolder(path) {
            throw Failure(
                status: .disk, message: "\(path): it is a folder; name a file for the report")
        }
        guard Folder.isFolder(folder), access(folder, W_OK) == 0 else {
            throw Failure(
                status: .disk,
                message: "\(path): it can't be written: \(Errno.last); choose another place")
        }
    }
}
