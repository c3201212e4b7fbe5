import KioskDisplay
import KioskInput
import KioskRuntime
import KioskSystem
import TouchKitContacts
import TouchKitRaster
import touchtracker

/// A report with a value in each field.
enum StatusExample {
    static var report: StatusReport {
        var kiosk = KioskStatus()
        kiosk.uptimeMicroseconds = 93_784_567_890
        kiosk.machineUptimeMicroseconds = 93_790_000_000
        kiosk.starts = 3
        kiosk.report.wakeUps = 4_321
        kiosk.report.watchdogWakeUps = 18_756
        kiosk.report.metricsWakeUps = 1_563
        kiosk.report.mainQueueRuns = 7
        kiosk.report.mainQueueMicroseconds = 12_345
        kiosk.report.frames = 12_345
        kiosk.report.missedVblanks = 6
        kiosk.touchFrames = 98_765
        kiosk.report.touchesBegan = 432
        kiosk.report.touchesEnded = 428
        kiosk.report.touchesCancelled = 2
        kiosk.report.touchesLive = 2
        kiosk.display = .init(
            name: "/dev/dri/card0 DSI-1",
            mode: DisplayMode(width: 800, height: 480, refreshMillihertz: 60_000),
            format: .rgb565, driver: "vc4")
        kiosk.devices = [
            InputDevice(
                id: DeviceID(rawValue: 1), name: "Panel \"7\\8\"\n", path: "/dev/input/event3",
                kind: .touch, slotCount: 10),
            InputDevice(
                id: DeviceID(rawValue: 2), name: "Mouse", path: "/dev/input/event4",
                kind: .pointer),
        ]
        kiosk.log.errorCount = 1
        kiosk.log.warningCount = 2
        kiosk.log.entries = [
            .init(microseconds: 65_500_000, level: .warning, message: "the panel was unplugged"),
            .init(microseconds: 7_205_000_000, level: .error, message: "the disk is full"),
        ]
        return StatusReport(
            version: "0.1.0", kiosk: kiosk,
            storage: .init(
                path: "/var/lib/touchtracker/drawing.sqlite", strokes: 57, bytes: 123_456,
                generation: 99, state: .saving(edits: 2)))
    }

    /// A report without a display, and with a full disk.
    static var troubled: StatusReport {
        var report = report
        report.kiosk.display = nil
        report.kiosk.waiting = "waiting for a display"
        report.kiosk.devices = []
        report.storage?.state = .failing("the disk is full; delete something")
        return report
    }
}
