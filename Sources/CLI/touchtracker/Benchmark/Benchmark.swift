import KioskInput
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

/// The command `touchtracker benchmark`, which measures the latency from touch to display.
struct Benchmark: KioskCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "benchmark",
            abstract: "Measure the latency of every frame while scripted input is played.",
            discussion: """
                A robot plays the scripts through a virtual touchscreen (uinput). No other program \
                receives these touches, and nothing is saved. If this user has no permission to create \
                a virtual touchscreen, the scripts are played inside the program, and the report \
                contains the reason. No other program may use the display. Ctrl-C ends the benchmark \
                with the results so far. docs/benchmark.md explains the figures.
                """)
    }

    @Option(
        "script",
        help: ArgumentHelp(
            "The script (repeatable): circle, scribble, tap-storm, pinch-rotate, drag, sparkles or fling. By default all scripts.",
            valueName: "name"))
    var scripts: [RobotScript.Name] = []

    @Option(
        "rate", in: 1...1_000,
        help: ArgumentHelp(
            "The report rate in Hz, 1 to 1000 (repeatable); by default 60, 125 and 240.",
            valueName: "Hz"))
    var rates: [Int] = []

    @Option(
        "seconds",
        help: ArgumentHelp(
            "The duration of each script at each rate, 0.1 to 86400.", valueName: "seconds"))
    var seconds = PlayTime(microseconds: 10_000_000)

    @Option(
        "strokes", in: 0...1_000_000,
        help: ArgumentHelp(
            "The number of strokes in the drawing at the start, 0 to 1000000; by default 10,000 for drag and 10 for the others.",
            valueName: "number"))
    var strokes: Int?

    @Option(
        "recording",
        help: ArgumentHelp(
            "A recording to play inside the program instead of scripts.", valueName: "file"))
    var recording: PathArgument?

    @Flag("inside", help: "Play scripts inside the program, without the kernel.")
    var inside = false

    @Flag(
        "overlay",
        help:
            "Show the touch overlay over the scene. The cost of the overlay is the difference from a run without this option (docs/maintenance.md)."
    )
    var overlay = false

    @OptionGroup var display: DisplayOptions

    @OptionGroup var pacing: PacingSelection

    @OptionGroup var ink: InkOption

    @OptionGroup var conditionOptions: ConditionOptions

    @OptionGroup var output: BenchmarkOutput

    @Flag("json", help: "Write one JSON value to standard output.")
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
        let files = try output.readFiles()
        let recordedPlan = try makeRecordedPlan()
        try display.checkAvailability()
        // The reason is determined once, so that either all scripts or none are played through the
        // kernel.
        let inProcessReason =
            recording == nil && !inside ? Kiosk.robotUnavailableReason() : nil
        if let inProcessReason {
            Log.standardError().warning(
                "scripts are played inside the program instead of through the kernel: "
                    + inProcessReason)
        }
        let runs =
            recordedPlan.map { [$0] } ?? makeScriptPlans(inside: inside || inProcessReason != nil)
        let (reports, failure) = try measureRuns(
            runs, inProcessReason: inProcessReason, limits: files.limits, comparedTo: files.old)
        if let failure, reports.isEmpty { throw failure }
        try StandardOutput.write(
            json ? BenchmarkReport.json(reports).text + "\n" : BenchmarkText.text(reports))
        if let out = output.out {
            try OutputFile.write(Array(BenchmarkHTML.text(reports).utf8), to: out.path)
        }
        if let failure { throw failure }
        try Self.checkLimits(files.limits, reports)
    }

    /// Executes the planned runs in order. Stops early if a run is interrupted or fails.
    ///
    /// - Parameters:
    ///   - runs: The planned runs.
    ///   - inProcessReason: The reason that scripts are played inside the process instead of
    ///     through the kernel, or `nil` if there is no such reason.
    ///   - limits: The limits to check, or `nil` without limits.
    ///   - old: The earlier result with which each run is compared, or `nil` for no comparison.
    /// - Returns: The reports of all runs that did not fail, including an interrupted run, and the
    ///   failure of the last run, or `nil` if no run failed.
    @MainActor
    private func measureRuns(
        _ runs: [BenchmarkPlan], inProcessReason: String?, limits: BenchmarkLimits?,
        comparedTo old: BenchmarkComparison?
    ) throws(Failure) -> ([BenchmarkReport], Failure?) {
        // Signals are also blocked between runs, so that Ctrl-C does not discard the results.
        let signals: SignalDescriptor
        do {
            signals = try SignalDescriptor(SignalDescriptor.Signal.exitRequests)
        } catch {
            throw Failure(KioskError.system(error))
        }
        var options = display.makeKioskOptions(log: Log.standardError(upTo: .warning))
        options.pacing = pacing.options
        options.ink = ink.presentation
        var conditions = conditionOptions.conditions
        conditions.date = WallClock.utcText
        conditions.machine = SystemInformation.boardName
        conditions.kernel = SystemInformation.kernelRelease
        let touchscreens = ConnectedTouchscreen.all()
        var reports: [BenchmarkReport] = []
        for (index, run) in runs.enumerated() {
            do throws(Failure) {
                let position = runs.count > 1 ? " (\(index + 1) of \(runs.count))" : ""
                var report = try measureRun(
                    run, options, inProcessReason: inProcessReason, position: position)
                report.conditions = conditions
                report.version = TouchTracker.version
                report.touchscreens = touchscreens
                report.limits = limits?.checks(of: report.result) ?? []
                report.ratios = old?.ratios(of: report.result) ?? []
                reports.append(report)
            } catch {
                return (reports, error)
            }
            if reports.last?.result.interruption != nil || signals.next() != nil { break }
        }
        return (reports, nil)
    }

    /// Executes one planned run, shows its progress on standard error, and returns its report.
    @MainActor
    private func measureRun(
        _ run: BenchmarkPlan, _ options: KioskOptions, inProcessReason: String?, position: String
    ) throws(Failure) -> BenchmarkReport {
        let progress = BenchmarkProgress(run.title + position, microseconds: run.microseconds)
        defer { progress.end() }
        do {
            let stage = run.stage
            var benchmark = BenchmarkOptions(kiosk: options, play: run.play)
            if let inProcessReason { benchmark.inProcessReason = inProcessReason }
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

    /// Returns the run that plays the recording, or `nil` without a recording.
    private func makeRecordedPlan() throws(Failure) -> BenchmarkPlan? {
        guard let recording else { return nil }
        do {
            return BenchmarkPlan(
                try Recording.read(path: recording.path), name: recording.path,
                strokes: strokes)
        } catch {
            throw Failure(status: .input, message: error.description)
        }
    }

    private func makeScriptPlans(inside: Bool) -> [BenchmarkPlan] {
        let names = scripts.isEmpty ? RobotScript.Name.allCases : scripts
        let rates = rates.isEmpty ? [60, 125, 240] : rates
        return names.flatMap { name in
            rates.map { rate in
                BenchmarkPlan(
                    RobotScript(name, rateHz: rate, duration: seconds.microseconds),
                    inside: inside, strokes: strokes)
            }
        }
    }

    private static func checkLimits(
        _ limits: BenchmarkLimits?, _ reports: [BenchmarkReport]
    ) throws(Failure) {
        guard let limits else { return }
        let missed = limits.violations(in: reports.map(\.result))
        if missed.isEmpty { return }
        let log = Log.standardError()
        for line in missed { log.error("MISSED: \(line)") }
        throw Failure(status: .missed, message: nil)
    }
}

/// The command-line options for the output of a benchmark: the report file, the limits to check,
/// and the earlier result to compare with.
struct BenchmarkOutput: ParsableArguments {
    @Option(
        "out",
        help: ArgumentHelp(
            "The HTML file for a report with charts.", valueName: "file"))
    var out: PathArgument?

    @Option(
        "check",
        help: ArgumentHelp(
            "A JSON file with limits. Each violated limit is reported in a line, and the exit status is then 1.",
            valueName: "file"))
    var check: PathArgument?

    @Option(
        "compare",
        help: ArgumentHelp(
            "The JSON result of an earlier benchmark. The report then contains the ratios to that result.",
            valueName: "file"))
    var compare: PathArgument?

    /// Reads the files with the limits and with the earlier result, and checks that the report file
    /// can be created. The command calls this function before the first run, so that errors are
    /// reported before the measurement.
    ///
    /// - Returns: The limits and the earlier result. Each value is `nil` if the command line does
    ///   not specify its file.
    /// - Throws: `Failure` if a file cannot be read, or if the report file cannot be created.
    func readFiles() throws(Failure) -> (limits: BenchmarkLimits?, old: BenchmarkComparison?) {
        if let out { try OutputFile.check(out.path) }
        do throws(YAMLError) {
            var limits: BenchmarkLimits?
            var old: BenchmarkComparison?
            if let check { limits = try BenchmarkLimits(path: check.path) }
            if let compare { old = try BenchmarkComparison(path: compare.path) }
            return (limits, old)
        } catch {
            throw Failure(status: .input, message: error.description)
        }
    }
}
