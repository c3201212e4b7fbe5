import ArgumentParser
import KioskDisplay
import KioskRuntime
import KioskSystem
import TouchKitGeometry
import TouchKitRaster
import TouchTrackerApp

/// `touchtracker run`: the kiosk.
struct Run: ConfigurableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show the app on the screen until stopped.")

    @OptionGroup var app: AppChoice

    @OptionGroup var display: DisplayOptions

    @OptionGroup var pacing: PacingSelection

    @OptionGroup var ink: InkOption

    @OptionGroup var screenCare: ScreenCareSelection

    @OptionGroup var state: StateFolder

    @Flag(
        name: .customLong("input"), inversion: .prefixedNo, exclusivity: .chooseLast,
        help: "Read touch devices.")
    var readsInput = true

    @Flag(
        inversion: .prefixedNo, exclusivity: .chooseLast,
        help:
            "Write every contact of every touch frame to standard output, but while the lock is shown."
    )
    var trace = false

    @OptionGroup var logging: LogOptions

    @OptionGroup var metrics: MetricsOptions

    @OptionGroup var config: ConfigOption

    static var keepsBoardLit: Bool { true }
    var drawsInMemory: Bool { display.drawsInMemory }

    @MainActor
    func start(_ settings: ConfiguredSettings) throws(Failure) {
        let memory = LogMemory()
        let log = Log.standardError().remembered(in: memory)
        var options = display.options(log: log)
        options.gestureLog = logging.gestureLog(to: log)
        options.pacing = pacing.options
        options.ink = ink.path
        options.input = readsInput ? .all : .none
        state.keepPanels(of: &options)
        options.screenCare = screenCare.options
        options.brightnessFile = ScreenCareSelection.brightnessFile(state: state.folder)
        if trace {
            options.trace = TraceOutput(isLive: true).sink
        }
        var app = try app.options()
        app.beginsWithFieldTest = BoardRequest.fieldTest.take()
        app.beginsWithOrientation = BoardRequest.orient.take()
        if BoardRequest.resetLock.take() { state.resetLock(log: log) }
        app.complaints = settings.complaints
        let source = StatusSource()
        options.status = StatusOptions(
            folder: RuntimeFolders().status, memory: memory,
            metrics: metrics.options(source: source)
        ) { source.report($0).json.text }
        try Wiring.run(
            app, options, state: state.folder, limits: settings.limits, status: source)
    }
}

/// What is logged beyond the usual.
struct LogOptions: ParsableArguments {
    @Option(
        name: .customLong("log"),
        help: ArgumentHelp(
            "Log more of a topic: 'gestures' for each decision on a gesture recognizer.",
            valueName: "topic"))
    var topics: [LogTopic] = []

    /// Where decisions on gesture recognizers are written, if they are.
    func gestureLog(to log: Log) -> (@Sendable (String) -> Void)? {
        guard topics.contains(.gestures) else { return nil }
        return { log.info($0) }
    }
}

/// Where pictures go, and how.
struct DisplayOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "'kms' for the connected display, or 'headless:800x480' to draw in memory.",
            valueName: "where"))
    var display = DisplayName.kms

    @OptionGroup var selection: DisplaySelection

    @Option(
        help: ArgumentHelp(
            "'off' to cut colours off instead of dithering them in 16 bits.", valueName: "on|off"))
    var dither = Switch.on

    @Option(
        help: ArgumentHelp(
            "Turn the picture clockwise: 0, 90, 180 or 270 degrees; as chosen on the board, or as the panel asks for, if not given.",
            valueName: "degrees"))
    var rotate: Rotation?

    @Option(
        help: ArgumentHelp(
            "Pixels per point, 0.25 to 8; as chosen on the board, or 1, if not given.",
            valueName: "factor"))
    var scale: Scale?

    /// A kiosk with these options.
    func options(log: Log) -> KioskOptions {
        KioskOptions(
            output: output, rotation: rotate, scale: scale?.value, dithers: dither == .on, log: log)
    }

    /// Whether nothing is seen on a screen.
    var drawsInMemory: Bool {
        switch display {
        case .kms: false
        case .headless: true
        }
    }

    /// Where frames go.
    private var output: KioskOptions.Output {
        switch display {
        case .kms:
            .display(selection.request)
        case .headless(let mode):
            .headless(mode, format: selection.format ?? .xrgb8888)
        }
    }
}

/// Which display, where there are several.
struct DisplaySelection: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The graphics card: card1, or a path below /dev/dri.", valueName: "card"))
    var card: String?

    @Option(help: ArgumentHelp("The connector: HDMI-A-1, DSI-1 …", valueName: "connector"))
    var connector: String?

    @Option(help: ArgumentHelp("The mode: 800x480, or 800x480@60.", valueName: "mode"))
    var mode: DisplayRequest.Mode?

    @Option(
        help: ArgumentHelp(
            "How pixels lie in the screen's memory: xrgb8888, argb8888 or rgb565; the best that the display has if not given.",
            valueName: "format"))
    var format: PixelFormat?

    /// What the options come to.
    var request: DisplayRequest {
        DisplayRequest(card: card, connector: connector, mode: mode, format: format)
    }
}
