import ArgumentParser
import Glibc
import KioskDisplay
import KioskRuntime
import KioskSystem
import KioskYAML
import LabFieldTest
import LabRecordings
import TouchKitGeometry
import TouchTrackerApp

/// `touchtracker field-test`: is this panel good?
struct FieldTestCommand: ConfigurableCommand {
    static let configuration = CommandConfiguration(
        commandName: "field-test",
        abstract: "Test a touch panel, and say what is wrong with it, and where.",
        discussion: """
            Pages on the screen ask for touches; the last one has the verdict. The report, and a recording of \
            everything touched, are left in a folder. With --from it judges such a recording again, without a \
            screen. It ends with 1 where the verdict is 'fail'. docs/field-test.md tells what is tested and \
            which limits hold.
            """)

    @Option(
        help: ArgumentHelp(
            "Make the report of a recording again, without a screen.", valueName: "recording"))
    var from: String?

    @Flag(help: "Judge a recording that was cut off as far as it is whole.")
    var incomplete = false

    @OptionGroup var display: DisplayOptions

    @Option(
        name: .customLong("size-mm"),
        help: ArgumentHelp(
            "The screen's size in millimetres as the mode has it, not turned: 155x86.",
            valueName: "size"))
    var size: MillimeterSize?

    @Option(
        help: ArgumentHelp(
            "A YAML file of limits that hold instead of the usual ones.", valueName: "file"))
    var limits: String?

    @Option(
        help: ArgumentHelp(
            "The folder in which the report is left, with the recording: the newest 20 are kept. The folder 'reports' of --state if not given, and no folder with --from.",
            valueName: "folder"))
    var report: String?

    @OptionGroup var pacing: PacingSelection

    @OptionGroup var state: StateFolder

    @Flag(help: "Write one JSON value to standard output.")
    var json = false

    @OptionGroup var config: ConfigOption

    /// A recording knows the screen that it was made on.
    var takesOptions: Bool { from == nil }
    static var keepsBoardLit: Bool { true }
    var drawsInMemory: Bool { display.drawsInMemory }

    func validate() throws {
        if report?.isEmpty == true { throw ValidationError("--report names no folder") }
        guard from != nil else {
            if incomplete { throw ValidationError("--incomplete is about a recording: say --from") }
            return
        }
        let selection = display.selection
        let ofDisplay = [
            ("--card", selection.card != nil), ("--connector", selection.connector != nil),
            ("--format", selection.format != nil),
        ]
        if let (option, _) = ofDisplay.first(where: { $0.1 }) {
            throw ValidationError("a recording is judged without a display: leave out \(option)")
        }
    }

    @MainActor
    func start(_ settings: ConfiguredSettings) throws(Failure) {
        var usedLimits = settings.limits
        do throws(YAMLError) {
            if let limits { try usedLimits.take(path: limits) }
        } catch {
            throw Failure(status: .input, message: error.description)
        }
        if let from {
            try judge(recording: from, usedLimits)
        } else {
            try run(usedLimits, complaints: settings.complaints)
        }
    }

    /// Shows the pages until somebody has read the last one, or the program is stopped.
    @MainActor
    private func run(_ limits: FieldTestLimits, complaints: [String]) throws(Failure) {
        let log = Log.standardError()
        var options = display.options(log: log)
        options.pacing = pacing.options
        state.keepPanels(of: &options)
        let keeper = FieldTestKeeper(
            folder: report ?? FieldTestKeeper.folder(in: state.folder), log: log)
        let millimeters = size?.size
        do {
            try Kiosk.run(options: options) { services in
                FieldTestDelegate(
                    setup: keeper.setup(
                        services: services, limits: limits, millimeters: millimeters),
                    services: services, complaints: complaints,
                    // As if somebody had asked to stop: the display is given back in good order.
                    onDone: { kill(getpid(), SIGTERM) })
            }
        } catch {
            throw Failure(error)
        }
        keeper.abandon()
        guard let document = keeper.newest else { return }
        try FieldTestOutput(folder: nil, isJSON: json, log: log).leave(document, recording: [])
    }

    private func judge(recording path: String, _ limits: FieldTestLimits) throws(Failure) {
        let bytes: [UInt8]
        let recording: Recording
        do throws(YAMLError) {
            bytes = try YAMLFile.bytes(of: path)
        } catch {
            throw Failure(status: .input, message: error.description)
        }
        do throws(RecordingError) {
            recording = try Recording(bytes: bytes, name: path, allowsIncomplete: incomplete)
        } catch {
            throw Failure(status: .input, message: error.description)
        }
        let log = Log.standardError()
        let replay = FieldTestReplay(recording, screen: screen)
        if let complaint = replay.device.calibrationComplaint {
            log.warning("\(path): \(complaint)")
        }
        try FieldTestOutput(folder: report, isJSON: json, log: log)
            .leave(replay.document(limits: limits), recording: bytes)
    }

    private var screen: FieldTestReplay.Screen {
        var screen = FieldTestReplay.Screen()
        screen.width = display.selection.mode?.width
        screen.height = display.selection.mode?.height
        screen.rotation = display.rotate
        screen.scale = display.scale?.value
        screen.millimeters = size?.size
        return screen
    }
}

/// What becomes of a report.
struct FieldTestOutput {
    /// Where reports are kept; nil where they aren't.
    let folder: String?
    /// Whether standard output gets JSON, and not text.
    let isJSON: Bool
    /// Gets the report's place.
    let log: Log

    /// Writes a report, and keeps it.
    ///
    /// - Throws: `Failure` where it can't be written, and where the verdict is that the panel is bad.
    func leave(_ document: FieldTestDocument, recording: [UInt8]) throws(Failure) {
        try StandardOutput.write(isJSON ? document.json.text + "\n" : document.text)
        if let folder {
            do {
                let path = try FieldTestArchive(folder: folder).add(document, recording: recording)
                log.info("the report is in \(path)")
            } catch {
                throw Failure(
                    status: .disk,
                    message: "\(folder): the report can't be written: \(error.code); "
                        + "choose another folder, or make room")
            }
        }
        if document.report.verdict == .fail { throw Failure(status: .missed, message: nil) }
    }
}

/// An extent in millimetres, as it is written on the command line.
struct MillimeterSize: ExpressibleByArgument {
    let size: CGSize

    init?(argument: String) {
        let parts = argument.split(separator: "x", omittingEmptySubsequences: false)
        guard parts.count == 2, let width = Self.length(parts[0]),
            let height = Self.length(parts[1])
        else { return nil }
        size = CGSize(width: width, height: height)
    }

    private static func length(_ text: Substring) -> Double? {
        guard let number = Double(text), (1...10_000).contains(number) else { return nil }
        return number
    }
}
