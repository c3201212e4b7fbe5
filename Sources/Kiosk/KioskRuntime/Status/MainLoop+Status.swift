import KioskDisplay
import KioskInput
import KioskServices
import TouchKit
import TouchKitGeometry

extension MainLoop {
    /// Sends responses to the clients that have connected to the status socket.
    func serveStatusRequests() throws(KioskError) {
        do {
            try statusService?.serve { status }
        } catch {
            throw .system(error)
        }
    }

    /// Accepts clients of the status socket again if the server paused because of its rate limit or
    /// an error, and the pause has ended at `now`.
    func resumeClients(at now: Timestamp) throws(KioskError) {
        do {
            try statusService?.resumeIfDue(at: now)
        } catch {
            throw .system(error)
        }
    }

    /// Submits the metrics to the background thread that writes the metrics file. Called when the
    /// metrics timer has fired.
    func writeMetrics() throws(KioskError) {
        do {
            try statusService?.writeMetrics { status }
        } catch {
            throw .system(error)
        }
    }

    /// The kiosk's status, except the values that `StatusService` adds: the number of starts, the
    /// uptimes and the log.
    var status: KioskStatus {
        var status = KioskStatus()
        status.report = report
        status.touchFrames = session?.touchFrames ?? 0
        status.waiting = displayController.waitingReason
        status.display =
            displayController.isDisplayInUse
            ? displayController.display.map { StartReport.Display($0) } : nil
        status.devices = input?.devices.filter { $0.kind != .other } ?? []
        status.touchscreenProblems = input?.touchscreenWatch.problems ?? []
        return status
    }

    /// The counters since the kiosk's start.
    var report: KioskReport {
        var report = KioskReport()
        report.wakeUps = wakeUps
        report.watchdogWakeUps = watchdogWakeUps
        report.metricsWakeUps = metricsWakeUps
        report.mainQueueRuns = mainQueue.runCount
        report.mainQueueMicroseconds = mainQueue.totalMicroseconds
        guard let session else { return report }
        let audit = session.application.touchAudit
        report.frames = session.frameLog.frames
        report.missedVblanks = session.missedVblanks
        report.bytesWritten = session.frameLog.bytesWritten
        report.inkBytesWritten = session.inkBytesWritten
        report.touchesBegan = audit.total.began
        report.touchesEnded = audit.total.ended
        report.touchesCancelled = audit.total.cancelled
        report.touchesLive = audit.liveTouches
        report.unbalancedViews = audit.unbalancedViews
        return report
    }
}
