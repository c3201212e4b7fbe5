import KioskDisplay
import KioskServices
import TouchKit
import TouchKitGeometry

extension MainLoop {
    /// Answers those who have asked how the kiosk is.
    func answerQuestion() throws(KioskError) {
        do {
            try desk?.answer { status }
        } catch {
            throw .system(error)
        }
    }

    /// Lets those in again who had to wait.
    func letVisitorsIn(at now: Timestamp) throws(KioskError) {
        do {
            try desk?.timePassed(now: now)
        } catch {
            throw .system(error)
        }
    }

    /// Writes how the kiosk is, as its timer asks for.
    func writeMetrics() throws(KioskError) {
        do {
            try desk?.writeMetrics { status }
        } catch {
            throw .system(error)
        }
    }

    /// How the kiosk is, as far as the loop knows.
    var status: KioskStatus {
        var status = KioskStatus()
        status.report = report
        status.touchFrames = session?.touchFrames ?? 0
        status.waiting = keeper.words
        status.display = keeper.isShown ? keeper.display.map { Self.describe($0) } : nil
        status.devices = input?.devices.compactMap { KioskStatus.Device($0) } ?? []
        return status
    }

    /// What the kiosk did so far.
    var report: KioskReport {
        var report = KioskReport()
        report.wakeUps = wakeUps
        report.watchdogWakeUps = watchdogWakeUps
        report.metricsWakeUps = metricsWakeUps
        guard let session else { return report }
        let audit = session.application.touchAudit
        report.frames = session.frameLog.frames
        report.missedVblanks = session.missedVblanks
        report.bytesWritten = session.frameLog.bytesWritten
        report.inkBytesWritten = session.inkBytesWritten
        report.touchesBegan = audit.total.began
        report.touchesEnded = audit.total.ended
        report.touchesCancelled = audit.total.cancelled
        report.touchesLive = audit.live
        report.unbalancedViews = audit.unbalancedViews
        return report
    }

    private static func describe(_ display: any ScanoutDisplay) -> KioskStatus.Display {
        KioskStatus.Display(
            name: display.name, mode: display.mode, format: display.format,
            driver: display.driver)
    }
}
