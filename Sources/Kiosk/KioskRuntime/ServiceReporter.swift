import KioskDisplay
import KioskInput
import KioskSystem

/// An object that reports the kiosk's readiness and status to systemd and to the log.
///
/// The service is ready when the first frame has been presented, or when the kiosk waits for a
/// display.
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

    /// Reports to systemd that the service is ready and waits for a display, so that a board
    /// without a display boots normally.
    ///
    /// - Parameter reason: The status text for systemd and the log.
    func reportWaiting(_ reason: String) {
        if reason != status { log.info(reason) }
        report(reason)
    }

    /// Records that a display was opened, so that the first frame on the display is reported.
    func displayOpened() {
        isReportDue = true
    }

    /// Reports the first frame after `displayOpened()`. Ignores further frames.
    ///
    /// - Parameters:
    ///   - display: The display on which the frame was presented, or `nil` to report nothing.
    ///   - devices: The closure that returns the connected input devices.
    func framePresented(_ display: (any ScanoutDisplay)?, devices: () -> [InputDevice]) {
        guard isReportDue, let display else { return }
        isReportDue = false
        report("drawing on \(display.name), \(display.mode.name)")
        let start = StartReport(display: StartReport.Display(display), devices: devices())
        log.info("first frame; " + start.line)
        // Most code that ran before the first frame does not run again.
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
