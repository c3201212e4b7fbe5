import KioskDisplay
import KioskInput
import KioskSystem

/// Tells systemd and the log how the kiosk stands: ready with its first frame, or as soon as it is
/// known that there is nothing to draw on.
@MainActor
final class Announcer {
    private let service: ServiceManager
    private let log: Log
    private var isReady = false
    private var status: String?
    private var isReportDue = true

    init(service: ServiceManager, log: Log) {
        self.service = service
        self.log = log
    }

    /// Nothing can be drawn, and that is no fault: a board without a screen is up.
    func waiting(_ words: String) {
        if words != status { log.info(words) }
        say(words)
    }

    /// There is a display, perhaps another one: its first frame is worth a line.
    func displayCame() {
        isReportDue = true
    }

    /// A frame came onto the screen, or was started on its way there.
    func frameShown(_ display: (any ScanoutDisplay)?, devices: () -> [InputDevice]) {
        guard isReportDue, let display else { return }
        isReportDue = false
        say("drawing on \(display.name), \(display.mode.name)")
        let shown = StartReport.Display(
            name: display.name, mode: display.mode, format: display.format,
            driver: display.driver, panelOrientation: display.panelOrientation)
        log.info("first frame; " + StartReport(display: shown, devices: devices()).line)
        // Most of what a start goes through isn't needed again.
        ProgramText.letGo()
    }

    /// The kiosk is going down.
    func stopping() {
        service.notifyStopping()
    }

    private func say(_ words: String) {
        if !isReady {
            isReady = true
            service.notifyReady(status: words)
        } else if words != status {
            service.notify(status: words)
        }
        status = words
    }
}
