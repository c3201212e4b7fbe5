import KioskDisplay
import KioskRuntime
import KioskSystem
import Testing
import TouchKitGeometry
import TouchTrackerTestSupport

/// The real main loop in virtual time, on displays whose flip events do not wake the loop.
@Suite("Lost flips", .serialized)
@MainActor
struct LostFlipTests {
    private let stage = MainLoopStage()

    @Test("A display is closed ten seconds after a flip was lost, and opened again after 250 ms")
    func reopening() throws {
        let report = try stage.run { () throws(DisplayError) in
            try VblankDisplay(mode: DisplayMode(width: 80, height: 60), clock: { stage.now() })
        }
        #expect(stage.opened.map(\.microseconds) == [1_000_000, 11_250_000, 21_500_000])
        #expect(stage.closed.map(\.microseconds) == [11_000_000, 21_250_000])
        #expect(report.frames == 3)
        let message = "headless:80x60@60: a page flip did not complete in 10 seconds"
        #expect(
            stage.history.snapshot.entries.filter { $0.message.hasPrefix(message) }.count == 2)
    }

    @Test("While a display with a lost flip closes, systemd requires no keep-alive for 60 seconds")
    func watchdogInterval() throws {
        let folder = TemporaryFolder()
        let socket = "\(folder.path)/notify"
        let receiver = try NotificationReceiver(socket)
        stage.environment = ["NOTIFY_SOCKET": socket, "WATCHDOG_USEC": "10000000"]
        var beforeClosing: [String] = []
        var afterClosing: [String] = []
        stage.willClose = { beforeClosing += receiver.removeAll() }
        _ = try stage.run { () throws(DisplayError) in
            afterClosing += receiver.removeAll()
            return try VblankDisplay(
                mode: DisplayMode(width: 80, height: 60), clock: { stage.now() })
        }
        let interval = "WATCHDOG_USEC="
        #expect(
            beforeClosing.filter { $0.hasPrefix(interval) }
                == Array(repeating: "WATCHDOG_USEC=60000000\nWATCHDOG=1", count: 2))
        #expect(
            afterClosing.filter { $0.hasPrefix(interval) }
                == Array(repeating: "WATCHDOG_USEC=10000000\nWATCHDOG=1", count: 2))
    }

    @Test("A flip event that was queued while the process was stopped is read before the timeout")
    func queuedEvent() throws {
        // The display has no descriptor, so the loop first wakes at the timeout.
        let display = try SimulatedDisplay(
            mode: DisplayMode(width: 80, height: 60), behavior: .init(), time: stage.time)
        let report = try stage.run { () throws(DisplayError) in display }
        #expect(display.flips == 1 && report.frames == 1)
        #expect(stage.opened.map(\.microseconds) == [1_000_000])
        #expect(stage.closed.isEmpty)
    }
}
