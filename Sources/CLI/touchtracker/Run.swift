import KioskDisplay
import KioskRuntime
import KioskSystem
import KioskYAML
import LabReports
import TouchKitGeometry
import TouchKitRaster
import TouchTrackerApp

/// The command `touchtracker run`, which runs the kiosk until a signal stops the program.
struct Run: ConfigurableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "run", abstract: "Run the kiosk until stopped.")
    }

    @OptionGroup var app: AppChoice

    @OptionGroup var display: DisplayOptions

    @OptionGroup var pacing: PacingSelection

    @OptionGroup var ink: InkOption

    @OptionGroup var screenPower: ScreenPowerSelection

    @OptionGroup var state: StateFolder

    @Flag(
        "input", isInvertible: true, help: "Read touch devices.")
    var readsInput = true

    @Option(
        "orient",
        help: ArgumentHelp(
            "Start orientation calibration by a gesture: five resting fingers, or taps in all corners.",
            valueName: "on|off"))
    var orient = Switch.on

    @Flag(
        "trace", isInvertible: true,
        help:
            "Write every contact of every touch frame to standard output, except while the lock screen is shown."
    )
    var trace = false

    @OptionGroup var tuning: TuningOptions

    @OptionGroup var rebind: RebindOption

    @OptionGroup var logging: LogOptions

    @OptionGroup var metrics: MetricsOptions

    @OptionGroup var config: ConfigOption

    static var toleratesInvalidConfiguration: Bool { true }
    var drawsInMemory: Bool { display.drawsInMemory }
    var readsExitRequests: Bool { true }

    @MainActor
    func start(_ settings: ConfiguredSettings) throws(Failure) {
        let logHistory = LogHistory()
        let log = Log.standardError().recorded(in: logHistory)
        var options = display.makeKioskOptions(log: log)
        options.gestureLog = logging.makeGestureLog(to: log)
        options.pacing = pacing.options
        options.ink = ink.presentation
        options.input = readsInput ? .all : .none
        state.setFiles(in: &options)
        options.screenPower = screenPower.options
        options.rebindsTouchscreens = rebind.touchRebind == .on
        options.brightnessFile = ScreenPowerSelection.brightnessFile(state: state.folder)
        if trace {
            options.trace = TraceOutput(isLive: true).sink
        }
        var app = try app.makeAppOptions()
        app.detectsOrientationGesture = orient == .on
        app.opensFieldTestAtLaunch = BoardRequest.ofProcess.contains(.fieldTest)
        app.opensOrientationAtLaunch = BoardRequest.ofProcess.contains(.orient)
        if BoardRequest.ofProcess.contains(.resetLock) { state.resetLock(log: log) }
        app.configurationErrors = settings.configurationErrors
        let source = StatusSource()
        options.status = StatusOptions(
            folder: KioskEnvironment.current.runtimeFolders.status, logHistory: logHistory,
            metrics: metrics.makeOptions(source: source)
        ) { source.makeReport($0).json.text }
        try Wiring.run(
            app, options, state: state.folder, limits: settings.limits, status: source)
    }
}

/// The command-line options that select topics for detailed logging.
struct LogOptions: ParsableArguments {
    @Option(
        "log", help: ArgumentHelp(KioskCommandLine.Option.log))
    var topics: [LogTopic] = []

    /// Returns a closure that logs messages about gesture arbitration, or `nil` if the command line
    /// does not contain `--log gestures`.
    func makeGestureLog(to log: Log) -> (@Sendable (String) -> Void)? {
        guard topics.contains(.gestures) else { return nil }
        return { log.info($0) }
    }
}

/// The command-line options for the display.
struct DisplayOptions: ParsableArguments {
    @Option(
        "display", help: ArgumentHelp(KioskCommandLine.Option.display))
    var display = DisplayName.kms

    @OptionGroup var selection: DisplaySelection

    @Option(
        "dither",
        help: ArgumentHelp(
            "Dither colors on displays with 16 bits per pixel.", valueName: "on|off"))
    var dither = Switch.on

    @Option(
        "rotate", help: ArgumentHelp(KioskCommandLine.Option.rotate))
    var rotate: Rotation?

    @Option(
        "scale", help: ArgumentHelp(KioskCommandLine.Option.scale))
    var scale: Scale?

    /// Creates the options of a kiosk that uses the selected display.
    func makeKioskOptions(log: Log) -> KioskOptions {
        KioskOptions(
            output: output, rotation: rotate, scale: scale?.value, dithers: dither == .on, log: log)
    }

    /// Checks that a display is connected and free, without changing any setting. A display in
    /// memory is always available.
    ///
    /// - Throws: `Failure` if the display is missing, in use or not permitted.
    func checkAvailability() throws(Failure) {
        if !drawsInMemory, let error = DisplayInventory(probingFor: selection.criteria).error {
            throw Failure(KioskError.display(error))
        }
    }

    /// Whether the kiosk draws to memory instead of a display.
    var drawsInMemory: Bool {
        switch display {
        case .kms: false
        case .headless: true
        }
    }

    /// The destination of frames: a KMS display or memory.
    private var output: KioskOptions.Output {
        switch display {
        case .kms:
            .display(selection.criteria)
        case .headless(let mode):
            .headless(mode, format: selection.format ?? .xrgb8888)
        }
    }
}

/// The command-line options that select a display.
struct DisplaySelection: ParsableArguments {
    @Option(
        "card", help: ArgumentHelp(KioskCommandLine.Option.card))
    var card: PathArgument?

    @Option(
        "connector", help: ArgumentHelp(KioskCommandLine.Option.connector))
    var connector: ConnectorName?

    @Option("mode", help: ArgumentHelp(KioskCommandLine.Option.mode))
    var mode: DisplayCriteria.Mode?

    @Option(
        "format",
        help: ArgumentHelp(
            "The pixel format: xrgb8888, argb8888 or rgb565; by default the best that the display supports.",
            valueName: "format", example: "xrgb8888"))
    var format: PixelFormat?

    /// The criteria by which the kiosk selects a display.
    var criteria: DisplayCriteria {
        DisplayCriteria(
            card: card?.path, connector: connector?.name, mode: mode, format: format)
    }
}
