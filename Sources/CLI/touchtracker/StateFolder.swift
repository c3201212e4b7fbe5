import ArgumentParser
import Glibc
import KioskRuntime

/// The folder of what a board keeps: the drawing, and the lock.
struct StateFolder: ParsableArguments {
    @Option(
        name: .customLong("state"),
        help: ArgumentHelp(
            "The folder that the drawing and the lock are kept in; $STATE_DIRECTORY if not given.",
            valueName: "folder"))
    var chosen: String?

    func validate() throws {
        if chosen?.isEmpty == true { throw ValidationError("--state names no folder") }
    }

    /// Where the unit of a board keeps it.
    static let ofUnit = "/var/lib/touchtracker"

    /// The folder: the one that was said, or the first of those that the service manager made
    /// (systemd.exec(5)); nil where there is neither.
    var folder: String? {
        if let chosen { return chosen }
        guard let folders = getenv("STATE_DIRECTORY") else { return nil }
        return String(cString: folders).split(separator: ":").first.map(String.init)
    }

    /// Has a kiosk keep there how its screen and its touch panels were set on the board.
    func keepPanels(of options: inout KioskOptions) {
        options.panelFile = folder.map { "\($0)/panel.yaml" }
        options.calibrationFile = folder.map { "\($0)/\(CalibrationFile.name)" }
    }
}
