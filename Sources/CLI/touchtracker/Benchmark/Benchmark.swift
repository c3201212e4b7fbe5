import ArgumentParser
import Glibc
import KioskRuntime
import KioskSystem
import KioskYAML
import LabBenchmark
import LabRecordings
import LabReports
import LabRobot
import LabScreens
import TouchKitPacing
import TouchTrackerApp

/// `touchtracker benchmark`: measures the latency from touch to display.
struct Benchmark: KioskCommand {
    static let configuration = CommandConfiguration(
        abstract: "Measure the latency of every frame while a robot plays scripts.",
        discussion: """
            The robot is a touchscreen that the kernel takes for one (uinput); nothing else sees what it \
            does, and what is drawn is gone afterwards. Where this user may not have one, the scripts are \
            played inside the program, and the result says so. The display must be free. Ctrl-C ends it \
            with what was measured so far. docs/benchmark.md tells what the figures mean.
            """)

    @Option(
        name: .customLong("script"),
        help: ArgumentHelp(
            "The script: circle, scribble, tap-storm, pinch-rotate, drag or sparkles; can be given several times. By default all scripts.",
            valueName: "name"))
    var scripts: [RobotScript.Name] = []

    @Option(
        name: .customLong("rate"),
        help: ArgumentHelp(
            "The report rate in Hz, 1 to 1000; can be given several times. By default 60, 125 and 240.",
            valueName: "Hz"))
    var rates: [ReportRateArgument] = []

    @Option(
        help: ArgumentHelp("The duration of each script at each rate.", valueName: "seconds"))
    var seconds = PlayTime(microseconds: 10_000_000)

    @Option(
        help: ArgumentHelp(
            "The number of strokes in the drawing at the start; by default 10,000 for drag and 10 for the others.",
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
            "Show the touch overlay over the scene; compare with a run without it for its cost (docs/maintenance.md)."
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
                "a recording has its own contacts and rate; remove --script and --rate")
        }
    }

    @MainActor
    func start() throws(Failure) {
        // All inputs are checked before the first run.
        let files = try output.read()
        // Decided once, so that either all scripts or none are played through the kernel.
        let refusal = recording == nil && !inside ? Kiosk.robotUnavailableReason() : nil
        if let refusal {
            Log.standardError().warning(
                "scripts are played inside the program instead of through the kernel: \(refusal)")
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

    /// Executes the runs until one is interrupted or fails. Returns the reports of the executed
    /// runs, and the failure if there was one.
    @MainActor
    private func measure(
        _ runs: [BenchmarkPlan], refusal: String?, comparedTo old: BenchmarkComparison?
    ) throws(Failure) -> ([BenchmarkReport], Failure?) {
        // Signals are blocked between runs, too, so that Ctrl-C does not discard the results.
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

    /// Executes one run, shows its progress on standard error, and returns its report.
    @MainActor
    private func measure(
        _ run: BenchmarkPlan, _ options: KioskOptions, refusal: String?, place: String
    ) throws(Failure) -> BenchmarkReport {
        let progress = BenchmarkProgress(run.title + place, microseconds: run.microseconds)
        defer { progress.end() }
        do {
            let stage = run.stage
            var benchmark = BenchmarkOptions(kiosk: options, play: run.play)
            if let refusal { benchmark.inProcessReason = refusal }
            var result = try Kiosk.benchmark(benchmark) { [overlay] services in
                BenchmarkDelegate(
                    stage: stage, predictsInk: options.ink == .flip,
                    overlayServices: overlay ? services : nil)
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
            try FileContents.replace(path, with: Array(text.utf8))
        } catch {
            throw Failure(
                status: .disk,
                message:
                    "\(path): it can't be written: \(error.code); choose another place, or make room"
            )
        }
    }
}

/// The options for the report file, the limits and an earlier result to compare with.
struct BenchmarkOutput: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The HTML file for a report with charts.", valueName: "file"))
    var out: String?

    @Option(
        help: ArgumentHelp(
            "A JSON file of limits; the exit status is 1 if one is missed, with a line for each.",
            valueName: "file"))
    var check: String?

    @Option(
        help: ArgumentHelp(
            "A file written by --json earlier; the report then contains ratios.",
            valueName: "file"))
    var compare: String?

    /// Reads the files of limits and of the earlier result, and checks that the report can be
    /// written. Called before the first run.
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

    /// Throws if a file cannot be created at `path`, so that the error is reported before minutes
    /// of measurement.
    private static func checkFolder(of path: String) throws(Failure) {
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        if FileSystem.isFolder(path) {
            throw Failure(
                status: .disk, message: "\(path): is a folder; name a file for the report")
        }
        guard FileSystem.isFolder(folder), access(folder, W_OK) == 0 else {
            throw Failure(
                status: .disk,
                message: "\(path): cannot write: \(Errno.last); choose another place")
        }
    }
}
