import Glibc
import KioskDisplay
import KioskImages
import KioskRuntime
import KioskSystem
import LabRecordings
import LabReplay
import LabScreens
import TouchKitGeometry
import TouchKitRaster
import TouchTrackerApp

/// The command `touchtracker replay FILE`, which runs the app without a display and delivers the
/// touches of a recording.
struct Replay: KioskCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "replay",
            abstract: "Replay a recording without a display and write pictures.",
            discussion: """
                Time is virtual, so that a recording always produces the same pictures. Recordings \
                are made with 'touchtracker record' or 'libinput record'.
                """)
    }

    @Argument(help: ArgumentHelp("The recording to play.", valueName: "file"))
    var recording: PathArgument

    @Option(
        "out",
        help: ArgumentHelp(
            "The file for the last picture, whose name ends in .png.", valueName: "file"))
    var out: PNGFileArgument?

    @Option(
        "every-frame",
        help: ArgumentHelp(
            "An empty or new folder for the picture of every frame.", valueName: "folder"))
    var everyFrame: PathArgument?

    @Flag(
        "trace",
        help:
            "Write every contact, touch callback and gesture action to standard output."
    )
    var trace = false

    @OptionGroup var logging: LogOptions

    @OptionGroup var app: AppChoice

    @Flag("incomplete", help: "Accept a truncated recording and use its intact part.")
    var incomplete = false

    @Option(
        "size",
        help: ArgumentHelp(
            "The size of the screen, optionally with a refresh rate, for example 1024x600@50; by default 800x480.",
            valueName: "mode"))
    var size: DisplayCriteria.Mode?

    @Option(
        "rotate",
        help: ArgumentHelp(
            "Rotate the picture clockwise by 0, 90, 180 or 270 degrees.", valueName: "degrees"))
    var rotate: Rotation?

    @Option("scale", help: ArgumentHelp("Pixels per point, 0.25 to 8.", valueName: "factor"))
    var scale = Scale(value: 1)

    @OptionGroup var faultOptions: FaultOptions

    func validate() throws {
        guard out != nil || everyFrame != nil || trace else {
            throw ValidationError("choose an output: --out, --every-frame or --trace")
        }
    }

    @MainActor
    func start() throws(Failure) {
        let file = self.recording.path
        let recording: StreamedRecording
        do {
            recording = try StreamedRecording(path: file, allowsIncomplete: incomplete)
        } catch {
            throw Failure(status: .input, message: error.description)
        }
        let log = Log.standardError()
        for warning in recording.devices.compactMap(\.calibrationWarning) {
            log.warning("\(file): \(warning)")
        }
        // A long recording takes minutes, so an output that cannot be written is reported first.
        if let out { try OutputFile.check(out.path) }
        if let everyFrame { try createFolder(everyFrame.path) }
        let trace: TraceOutput? = trace ? TraceOutput() : nil
        let app = try app.makeAppOptions()
        let picture: Bitmap
        do {
            picture = try Kiosk.replay(
                recording: recording,
                options: Kiosk.ReplayOptions(
                    mode: size.map { DisplayMode($0) } ?? DisplayMode(width: 800, height: 480),
                    rotation: rotate, scale: scale.value, log: log,
                    trace: trace?.sink,
                    gestureLog: logging.makeGestureLog(to: log),
                    faults: faultOptions.faults, seed: faultOptions.seed),
                makingDelegate: { services in
                    AppDelegate(
                        options: app, technicianScreens: LabTechnicianScreens(),
                        replay: services)
                }
            ) { picture, frameNumber in
                guard let everyFrame else { return }
                let digits = String(frameNumber)
                let zeros = String(repeating: "0", count: max(0, 6 - digits.utf8.count))
                try PNGFile.write(picture, to: "\(everyFrame.path)/frame-\(zeros)\(digits).png")
            }
            if let out { try PNGFile.write(picture, to: out.path) }
        } catch {
            // The trace shows what happened before the error.
            try? trace?.finish()
            switch error {
            case let error as PNGError:
                throw Failure(status: .disk, message: error.description)
            case let error as KioskError: throw Failure(error)
            case let error as RecordingError:
                throw Failure(status: .input, message: error.description)
            default: throw Failure(status: .software, message: "\(file): \(error)")
            }
        }
        try trace?.finish()
    }

    /// Creates the folder for the pictures of all frames, or accepts an existing empty folder.
    ///
    /// - Throws: `Failure` if the folder cannot be created, or exists and is not empty.
    private func createFolder(_ path: String) throws(Failure) {
        if mkdir(path, 0o777) == 0 { return }
        let code = Errno.last
        guard code == Errno(rawValue: EEXIST) else {
            throw Failure(
                status: .disk,
                message: "\(path): cannot create the folder: \(code); choose another path")
        }
        guard FileSystem.names(in: path).isEmpty, FileSystem.isFolder(path) else {
            throw Failure(
                status: .disk,
                message: "\(path): not an empty folder; choose a new one for the pictures")
        }
    }
}

/// A value of the option `--out`: the path of a PNG file to write.
struct PNGFileArgument: ExpressibleByArgument {
    let path: String

    /// Creates an argument from a path that ends in `.png`, or returns `nil` for another path.
    init?(argument: String) {
        guard argument.lowercased().hasSuffix(".png") else { return nil }
        path = argument
    }
}
