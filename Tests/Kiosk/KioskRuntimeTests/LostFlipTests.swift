import KioskDisplay
import KioskRuntime
import KioskSystem
import Testing
import TouchKitGeometry
import TouchTrackerTestSupport

/// The real main loop in virtual time, on displays whose flip events do not wake the loop.
@Suite("Lost flips", .serialized)
@MainActor
final class LostFlipTests {
    /// An observer that stops the loop at a virtual time.
    private final class Observer: MainLoopObserver {
        private(set) var loop: MainLoop?
        let end: Timestamp
        /// The number of turns in which the timer fired. A loop that waits for nothing is stopped.
        private var turns = 0
        /// Returns the virtual time.
        var now: () -> Timestamp = { .zero }
        /// Called before a display is suspended or closed.
        var onClose: () -> Void = {}

        init(end: Timestamp) { self.end = end }

        func launched(_ session: Session, on display: any ScanoutDisplay, loop: MainLoop) {
            self.loop = loop
        }
        func displayWillClose() { onClose() }
        var nextDeadline: Timestamp? { end }
        func timerFired(loop: MainLoop) {
            turns += 1
            if now() >= end || turns > 1_000 { loop.stop() }
        }
        func loopEnded(_ loop: MainLoop) { self.loop = nil }
    }

    private let observer = Observer(end: Timestamp(microseconds: 25_000_000))
    private let time = SimulatedTime()
    private var opened: [Timestamp] = []
    private var closed: [Timestamp] = []
    private let history = LogHistory()

    /// Returns the virtual time, which passes only while the loop sleeps until its timer fires. The
    /// machine's clock is past these times, so that the timer fires immediately.
    private func now() -> Timestamp {
        if let armed = observer.loop?.armedDeadline { time.advance(to: armed) }
        return time.now
    }

    /// Runs the loop until the observer's end, on the displays that `open` returns.
    private func run(
        _ open: @escaping () throws(DisplayError) -> any ScanoutDisplay
    ) throws -> KioskReport {
        let hardware = KioskHardware(
            openDisplay: { (_) throws(DisplayError) in
                self.opened.append(self.now())
                return try open()
            },
            clock: { self.now() })
        observer.now = now
        observer.onClose = { self.closed.append(self.now()) }
        var options = KioskOptions(
            output: .headless(DisplayMode(width: 80, height: 60)), input: .none)
        options.log = Log().recorded(in: history)
        return try Kiosk.run(options: options, observer: observer, hardware: hardware) { _ in
            AnimatedViewApp(moving: 0, resting: 100)
        }
    }

    @Test("A display is closed ten seconds after a flip was lost, and opened again after 250 ms")
    func reopening() throws {
        let report = try run { () throws(DisplayError) in
            try VblankDisplay(mode: DisplayMode(width: 80, height: 60), clock: { self.now() })
        }
        #expect(opened.map(\.microseconds) == [1_000_000, 11_250_000, 21_500_000])
        #expect(closed.map(\.microseconds) == [11_000_000, 21_250_000])
        #expect(report.frames == 3)
        let message = "headless:80x60@60: a page flip did not complete in 10 seconds"
        #expect(
            history.snapshot.entries.filter { $0.message.hasPrefix(message) }.count == 2)
    }

    @Test("A flip event that was queued while the process was stopped is read before the timeout")
    func queuedEvent() throws {
        // The display has no descriptor, so the loop first wakes at the timeout.
        let display = try SimulatedDisplay(
            mode: DisplayMode(width: 80, height: 60), behavior: .init(), time: time)
        let report = try run { () throws(DisplayError) in display }
        #expect(display.flips == 1 && report.frames == 1)
        #expect(opened.map(\.microseconds) == [1_000_000])
        #expect(closed.isEmpty)
    }
}
