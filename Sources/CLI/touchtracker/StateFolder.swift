import Glibc
import KioskRuntime

/// The command-line option for the state folder, which contains the drawing, the unlock pattern,
/// the calibrations and the program's other persistent data.
struct StateFolder: ParsableArguments {
    @Option(
        "state",
        help: ArgumentHelp(
            "The folder that contains the drawing, the unlock pattern and other persistent data; by default $STATE_DIRECTORY.",
            valueName: "folder", example: "/var/lib/touchtracker"))
    private var specifiedFolder: PathArgument?

    /// The state folder of the packaged service.
    static let serviceFolder = "/var/lib/touchtracker"

    /// The path of the state folder: the value of `--state`, or without that option the first state
    /// directory that systemd passes to the service (systemd.exec(5)). `nil` if there is neither.
    var folder: String? {
        if let specifiedFolder { return specifiedFolder.path }
        return KioskEnvironment.current.stateFolder
    }

    /// Sets the paths of the files for screen settings and calibrations in `options`. Without a
    /// state folder, both paths are `nil`.
    func setFiles(in options: inout KioskOptions) {
        options.screenSettingFile = folder.map { "\($0)/panel.yaml" }
        options.calibrationFile = folder.map { "\($0)/\(CalibrationFile.name)" }
    }
}
