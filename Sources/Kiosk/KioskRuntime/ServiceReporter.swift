import KioskDisplay
import KioskInput
import KioskSystem

/// Reports the kiosk's readiness and status to systemd and the log.
///
/// The service is ready when its first frame was presented, or when it waits for a display.
@MainActor
final class ServiceReporter {
    private let service: SystemdNotifier
    private let log: Log
    private var isReady = false
    private var status: String?
    private var isReportDue = true

    init(service: SystemdNotifier, log: Log) {
        self.service = service
        self.log = log
    }

    /// Reports that the kiosk waits for a display. systemd treats the service as started, so that a
    /// board without a display boots normally.
    ///
    /// - Parameter reason: The status text for systemd and the log.
    func reportWaiting(_ reason: String) {
        if reason != status { log.info(reason) }
        report(reason)
    }

    /// Records that a display was opened, so that its first frame is logged.
    func displayOpened() {
        isReportDue = true
    }

    /// Reports the first frame that was presented on `display`. Ignores further frames.
    ///
    /// - Parameters:
    ///   - display: The display.
    ///   - devices: Returns the connected input devices.
    func framePresented(_ display: (any ScanoutDisplay)?, devices: () -> [InputDevice]) {
        guard isReportDue, let display else { return }
        isReportDue = false
        report("drawing on \(display.name), \(display.mode.name)")
        let shown = StartReport.Display(
            name: display.name, mode: display.mode, format: display.format,
            driver: display.driver, panelOrientation: display.panelOrientation)
        log.info("first frame; " + StartReport(display: shown, devices: devices()).line)
        // Most code that ran at start is not needed again.
        CodePages.discard()
    }

    /// Reports to systemd that the service is stopping.
    func reportStopping() {
        service.notifyStopping()
    }

    private func report(_ newStatus: String) {
        if !isReady {
            isReady = true
            service.notifyReady(status: newStatus)
        } else if newStatus != status {
            service.notify(status: newStatus)
        }
        status = newStatus
    }
}
