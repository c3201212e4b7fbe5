import Glibc
import KioskDisplay
import KioskRuntime
import KioskSystem
import KioskYAML
import LabFieldTest
import LabRecordings
import LabReports
import LabScreens
import TouchKitGeometry
import TouchTrackerApp

/// The command `touchtracker field-test`, which tests a touchscreen with the help of a user.
struct FieldTestCommand: ConfigurableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "field-test",
            abstract: "Test a touchscreen and report its faults.",
            discussion: """
                Pages on the screen ask the user for touches, and the last page shows the verdict. \
                The report and a recording of all touches are stored in a folder. With --from, such \
                a recording is evaluated again without a display. The exit status is 1 if the \
                verdict is 'fail', and 2 if a test was done only in part or not at all. \
                docs/field-test.md describes the tests and their limits.
                """)
    }

    @Option(
        "from",
        help: ArgumentHelp(
            "Repeat the test from a recording, without a display.", valueName: "recording"))
    var from: PathArgument?

    @Flag("incomplete", help: "Accept a truncated recording and use its intact part.")
    var incomplete = false

    @OptionGroup var display: DisplayOptions

    @Option(
        "size-mm",
        help: ArgumentHelp(
            "The screen's size in millimeters, in the orientation of the mode, for example 155x86.",
            valueName: "size"))
    var size: MillimeterSize?

    @Option(
        "limits",
        help: ArgumentHelp(
            "A YAML file with limits that replace the defaults.", valueName: "file"))
    var limits: PathArgument?

    @Option(
        "report",
        help: ArgumentHelp(
            "The folder for the report and its recording. Only the newest 20 reports are kept. By default the folder 'reports' in the state folder; with --from, no report is stored by default.",
            valueName: "folder"))
    var report: PathArgument?

    @OptionGroup var conditionOptions: ConditionOptions

    @OptionGroup var pacing: PacingSelection

    @OptionGroup var state: StateFolder

    @Flag("json", help: "Write one JSON value to standard output.")
    var json = false

    @OptionGroup var config: ConfigOption

    /// Whether configuration files apply. The value is `false` if a recording is evaluated, because
    /// a recording contains the properties of its screen.
    var usesConfiguration: Bool { from == nil }
    static var toleratesInvalidConfiguration: Bool { true }
    var drawsInMemory: Bool { display.drawsInMemory }
    var readsExitRequests: Bool { from == nil }

    func validate() throws {
        guard from != nil else {
            if incomplete {
                throw ValidationError("--incomplete: requires a recording; add --from")
            }
            return
        }
        let selection = display.selection
        let displayOptions = [
            ("--card", selection.card != nil), ("--connector", selection.connector != nil),
            ("--format", selection.format != nil),
        ]
        if let (option, _) = displayOptions.first(where: { $0.1 }) {
            throw ValidationError(
                "\(option): a recording is evaluated without a display; remove the option")
        }
    }

    @MainActor
    func start(_ settings: ConfiguredSettings) throws(Failure) {
        var usedLimits = settings.limits
        do throws(YAMLError) {
            if let limits { try usedLimits.apply(path: limits.path) }
        } catch {
            throw Failure(status: .input, message: error.description)
        }
        if let from {
            try evaluate(recording: from.path, usedLimits)
        } else {
            try run(usedLimits, configurationErrors: settings.configurationErrors)
        }
    }

    /// Shows the pages of the field test until the user closes the summary or the program is
    /// stopped.
    @MainActor
    private func run(_ limits: FieldTestLimits, configurationErrors: [String]) throws(Failure) {
        let log = Log.standardError()
        // Only a service waits for a display, and logs the kiosk's counters at its end.
        let isService = KioskEnvironment.current.makeSystemdNotifier().isEnabled
        if !isService { try display.checkAvailability() }
        if let report { try FieldTestOutput.checkFolder(report.path) }
        var options = display.makeKioskOptions(
            log: isService ? log : Log.standardError(upTo: .warning))
        options.pacing = pacing.options
        state.setFiles(in: &options)
        let folder =
            report?.path ?? FieldTestReportStore.defaultFolder(inStateFolder: state.folder)
        // The unit of a service determines what is stored.
        if folder == nil, !isService {
            log.warning(
                "field test: the report and calibrations are not stored: no state folder; add --state \(StateFolder.serviceFolder), or --report FOLDER for the report only"
            )
        }
        let reports = FieldTestReportStore(
            folder: folder, version: TouchTracker.version, log: log)
        reports.conditions = conditionOptions.conditions
        let millimeters = size?.size
        let storesCalibrations = options.calibrationFile != nil
        do {
            try Kiosk.run(options: options) { services in
                FieldTestDelegate(
                    setup: reports.makeSetup(
                        services: services, limits: limits, millimeters: millimeters,
                        storesCalibrations: storesCalibrations),
                    services: services, configurationErrors: configurationErrors,
                    // Stops the kiosk in the same way as a SIGTERM from another process, so that
                    // the kiosk restores the display.
                    onDone: { kill(getpid(), SIGTERM) })
            }
        } catch {
            throw Wiring.failure(error, options)
        }
        reports.discardRecording()
        reports.waitUntilStored()
        guard let document = reports.newestDocument else {
            // Stopping a service is not a failure.
            if isService { return }
            throw Failure(
                status: .incomplete, message: "field-test: ended before the summary; no report")
        }
        let output = FieldTestOutput(folder: nil, isJSON: json, log: log)
        guard reports.storingError == nil else {
            try output.writeText(of: document)
            // The log contains the error.
            throw Failure(status: .disk, message: nil)
        }
        try output.write(document) { _ in }
    }

    private func evaluate(recording path: String, _ limits: FieldTestLimits) throws(Failure) {
        var recording: StreamedRecording
        do throws(RecordingError) {
            recording = try StreamedRecording(path: path, allowsIncomplete: incomplete)
        } catch {
            throw Failure(status: .input, message: error.description)
        }
        let log = Log.standardError()
        // Recordings by other programs do not state whether they contain a field test.
        let isKnownTest = recording.fieldTest != nil || recording.isIncomplete
        let given = conditionOptions.conditions
        if given != TestConditions() {
            var metadata = recording.fieldTest ?? Recording.FieldTestMetadata()
            metadata.conditions.serial = given.serial ?? metadata.conditions.serial
            metadata.conditions.operatorName =
                given.operatorName ?? metadata.conditions.operatorName
            recording.fieldTest = metadata
        }
        let replay = FieldTestReplay(recording, screen: screen)
        if let warning = replay.device.calibrationWarning {
            log.warning("\(path): \(warning)")
        }
        let document: FieldTestDocument
        do throws(RecordingError) {
            document = try replay.document(limits: limits, version: TouchTracker.version)
        } catch {
            throw Failure(status: .input, message: error.description)
        }
        guard document.hasResults(ignoringCoverage: !isKnownTest) else {
            throw Failure(
                status: .input,
                message: "\(path): contains no field test: no test was done; "
                    + "specify the recording of a field test")
        }
        try FieldTestOutput(folder: report?.path, isJSON: json, log: log)
            .write(document) { file throws(LinuxError) in try file.append(contentsOf: path) }
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

/// The destinations for the report of a field test.
struct FieldTestOutput {
    /// The folder in which the report is stored, or `nil` to store no report.
    let folder: String?
    /// Whether the report is written to standard output as JSON instead of text.
    let isJSON: Bool
    /// The log that receives the path of the stored report.
    let log: Log

    /// Writes a report to standard output. If `folder` is not `nil`, also stores the report and its
    /// recording in that folder. The closure `writeRecording` writes the recording.
    ///
    /// - Throws: `Failure` if writing fails, or if the verdict is *fail* or *incomplete*.
    func write(
        _ document: FieldTestDocument, writeRecording: (NewFile) throws(LinuxError) -> Void
    ) throws(Failure) {
        try writeText(of: document)
        if let folder {
            do throws(LinuxError) {
                let path = try FieldTestArchive(folder: folder)
                    .add(document, writeRecording: writeRecording)
                log.info("report: \(path)")
            } catch {
                throw Self.failure(folder, error)
            }
        }
        switch document.report.verdict {
        case .pass, .doubtful: return
        case .fail: throw Failure(status: .missed, message: nil)
        case .incomplete, .skipped: throw Failure(status: .incomplete, message: nil)
        }
    }

    /// Writes a report to standard output, as text or as JSON.
    ///
    /// - Throws: `Failure` if writing fails.
    func writeText(of document: FieldTestDocument) throws(Failure) {
        try StandardOutput.write(isJSON ? document.json.text + "\n" : document.text)
    }

    /// Creates a folder for reports if it does not exist, and checks that a report can be stored in
    /// it.
    ///
    /// - Throws: `Failure` if no report can be stored.
    static func checkFolder(_ folder: String) throws(Failure) {
        do throws(LinuxError) {
            try FieldTestArchive(folder: folder).verifyWritable()
        } catch {
            throw failure(folder, error)
        }
    }

    /// Returns the failure for a folder in which a report cannot be stored.
    private static func failure(_ folder: String, _ error: LinuxError) -> Failure {
        Failure(
            status: .disk,
            message: "\(folder): cannot write the report: \(error.code); "
                + "choose another folder, or free some space")
    }
}

/// A value of the option `--size-mm`: the size of a screen in millimeters, for example `155x86`.
struct MillimeterSize: ExpressibleByArgument {
    let size: CGSize

    init?(argument: String) {
        let size = CGSize(argument: argument) { text in
            Double(text).flatMap { (1...10_000).contains($0) ? $0 : nil }
        }
        guard let size else { return nil }
        self.size = size
    }
}
