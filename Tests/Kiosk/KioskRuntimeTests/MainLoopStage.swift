import KioskDisplay
import KioskRuntime
import KioskSystem
import TouchKitGeometry
import TouchTrackerTestSupport

/// The real main loop in virtual time, which ends 25 s after the time 0.
///
/// The virtual time passes only while the loop sleeps until its timer fires. The machine's clock is
/// past these times, so that the timer fires immediately.
@MainActor
final class MainLoopStage {
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
    /// The source of the virtual time.
    let time = SimulatedTime()
    /// The times at which displays were opened.
    private(set) var opened: [Timestamp] = []
    /// The times at which displays were suspended or closed.
    private(set) var closed: [Timestamp] = []
    /// The environment variables that the kiosk reads.
    var environment: [String: String] = [:]
    /// Called before a display is suspended or closed.
    var willClose: () -> Void = {}
    /// The log of the kiosk.
    let history = LogHistory()

    /// Returns the virtual time.
    func now() -> Timestamp {
        if let armed = observer.loop?.armedDeadline { time.advance(to: armed) }
        return time.now
    }

    /// Runs the loop on the displays that `open` returns, with a view that moves for `moving`
    /// seconds.
    func run(
        moving: Double = 0, _ open: @escaping () throws(DisplayError) -> any ScanoutDisplay
    ) throws -> KioskReport {
        let hardware = KioskHardware(
            openDisplay: { (_) throws(DisplayError) in
                self.opened.append(self.now())
                return try open()
            },
            clock: { self.now() })
        observer.now = now
        observer.onClose = {
            self.closed.append(self.now())
            self.willClose()
        }
        var options = KioskOptions(
            output: .headless(DisplayMode(width: 80, height: 60)), input: .none)
        options.log = Log().recorded(in: history)
        return try Kiosk.run(
            options: options, observer: observer, hardware: hardware,
            environment: KioskEnvironment { self.environment[$0] }
        ) { _ in
            AnimatedViewApp(moving: moving, resting: 100)
        }
    }
}
