import Display
import Geometry

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
        status.wakeUps = wakeUps
        status.watchdogWakeUps = watchdogWakeUps
        status.waiting = keeper.words
        status.display = keeper.isShown ? keeper.display.map(Self.describe) : nil
        status.devices = input?.devices.compactMap { KioskStatus.Device($0) } ?? []
        guard let session else { return status }
        let audit = session.application.touchAudit
        status.frames = session.frameLog.frames
        status.missedVblanks = session.missedVblanks
        status.touchFrames = session.touchFrames
        status.touchesBegan = audit.total.began
        status.touchesEnded = audit.total.ended
        status.touchesCancelled = audit.total.cancelled
        status.touchesLive = audit.live
        return status
    }

    private static func describe(_ display: any ScanoutDisplay) -> KioskStatus.Display {
        KioskStatus.Display(
            name: display.name, mode: display.mode, format: display.format,
            driver: display.driver)
    }
}
