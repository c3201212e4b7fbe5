import Glibc
import KioskDisplay
import KioskInput
import KioskRuntime
import KioskServices
import KioskSystem
import LabDoctor
import LabReports
import LabScreens
import TouchKitContacts
import TouchKitRaster

/// The command `touchtracker bring-up`, which examines a board and its touchscreen, measures them
/// with the help of a user, and writes everything to one archive.
struct BringUp: ConfigurableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "bring-up",
            abstract: "Examine and measure a board, and write one archive about it.",
            discussion:
                "Run it as root, after: systemctl stop touchtracker. It lists what is wrong, then shows instructions on the display for a minute: draw circles, rest one finger, lift all fingers. The archive contains neither positions of touches nor names of users, hosts and networks, nor serial numbers. The last lines of the output are a row for the table in docs/boards.md."
        )
    }

    @Option(
        "seconds",
        help: ArgumentHelp(
            "The duration of the measurement in seconds, 10 to 600, or 0 for none.",
            valueName: "seconds"))
    var seconds = 60

    @Option(
        "out",
        help: ArgumentHelp(
            "The archive, in the format of tar(1).", valueName: "file"))
    var out: PathArgument?

    @OptionGroup var display: DisplayOptions

    @OptionGroup var config: ConfigOption

    var drawsInMemory: Bool { display.drawsInMemory }
    var readsExitRequests: Bool { seconds > 0 }

    func validate() throws {
        guard seconds == 0 || (10...600).contains(seconds) else {
            throw ValidationError("--seconds: \(seconds) is not 0 or 10 to 600")
        }
    }

    @MainActor
    func start(_ settings: ConfiguredSettings) throws(Failure) {
        let path = out?.path ?? "touchtracker-bring-up.tar"
        try OutputFile.check(path)
        let inventory = DisplayInventory(probingFor: display.selection.criteria)
        let devices = DevicesReport(
            display: inventory, backlight: BacklightReport(), input: InputInventory())
        var report = BringUpReport(
            // The kiosk must be stopped for the measurement.
            doctor: DoctorReport(Machine(), omitting: ["unit"]), devices: devices.json,
            version: TouchTracker.version)
        report.display = Self.displayText(inventory)
        report.boot = BootTimes.read()
        try StandardOutput.write(report.doctor.text + "\n")
        let touchscreen = devices.input.devices.first { $0.use == .touch }
        report.touchscreen = touchscreen?.name
        // A touchscreen without slots tracks one contact.
        report.slotCount = touchscreen?.description.map { max(1, $0.slotCount) } ?? 0
        report.sampling = touchscreen?.sampling ?? .unknown
        if seconds > 0 { try measure(&report) }
        let archive = report.archive(
            folder: "touchtracker-bring-up", secondsSince1970: time(nil))
        try OutputFile.write(archive.bytes, to: path)
        try StandardOutput.write("\(path)\n\n" + BringUpReport.tableHeading + report.row)
    }

    /// Runs the guided measurement on the display, and adds its result to the report.
    @MainActor
    private func measure(_ report: inout BringUpReport) throws(Failure) {
        try display.checkAvailability()
        let options = display.makeKioskOptions(log: Log.standardError(upTo: .warning))
        var measured: BringUpResult?
        var measuredTouchscreen: TouchscreenDescription?
        do {
            try Kiosk.run(options: options) { services in
                let controller = BringUpViewController(
                    rawTouches: services.rawTouches, frames: services.frames,
                    display: services.display, duration: Double(seconds))
                controller.onDone = { result, touchscreen in
                    measured = result
                    measuredTouchscreen = touchscreen
                    // Stops the kiosk in the same way as a SIGTERM from another process, so that
                    // the kiosk restores the display.
                    kill(getpid(), SIGTERM)
                }
                return BringUpDelegate(controller: controller)
            }
        } catch {
            throw Failure(error)
        }
        measured?.peakKilobytes = ProcessUsage.peakResidentKilobytes()
        report.measurement = measured
        // The user may have touched another touchscreen than the first one.
        if let measuredTouchscreen {
            report.touchscreen = measuredTouchscreen.name
            report.slotCount = max(1, measuredTouchscreen.slotCount)
            report.sampling = measuredTouchscreen.sampling
        }
    }

    /// Returns the driver, the connector and the mode of the selected display, or `nil` if there is
    /// none.
    private static func displayText(_ inventory: DisplayInventory) -> String? {
        guard let selection = inventory.selection else { return nil }
        let card = inventory.cards[selection.card]
        guard case .details(let details) = card.content else { return nil }
        let connector = card.connectors[selection.connector].candidate
        let mode = connector.modes[selection.mode].mode.name
        let format = inventory.format.map { " \($0.rawValue)" } ?? ""
        return "\(details.driver) \(connector.name) \(mode)\(format)"
    }
}
