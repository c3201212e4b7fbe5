import ArgumentParser
import Glibc
import KioskRuntime

/// The option for the state folder, which contains the drawing, the calibrations and the program's
/// other persistent data.
struct StateFolder: ParsableArguments {
    @Option(
        name: .customLong("state"),
        help: ArgumentHelp(
            "The folder of the drawing and the lock; by default $STATE_DIRECTORY.",
            valueName: "folder"))
    var chosen: String?

    func validate() throws {
        if chosen?.isEmpty == true { throw ValidationError("--state names no folder") }
    }

    /// The state folder of the packaged service.
    static let serviceFolder = "/var/lib/touchtracker"

    /// The chosen folder, or the first of systemd's state directories (systemd.exec(5)), or `nil`.
    var folder: String? {
        if let chosen { return chosen }
        return KioskEnvironment.current.stateFolder
    }

    /// Sets the files for screen settings and calibrations in a kiosk's options.
    func setFiles(in options: inout KioskOptions) {
        options.screenSettingFile = folder.map { "\($0)/panel.yaml" }
        options.calibrationFile = folder.map { "\($0)/\(CalibrationFile.name)" }
    }
}
