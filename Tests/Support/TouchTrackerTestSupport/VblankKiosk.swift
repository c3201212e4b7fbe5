import KioskDisplay
import KioskRuntime
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchKitPacing
import TouchKitRaster

/// A kiosk in virtual time on a `VblankDisplay`, with the steps of `MainLoop` but without waiting.
///
/// Reported touch frames are queued until the simulated loop reads them: when input wakes it, or
/// together with a frame.
@MainActor
package final class VblankKiosk {
    /// The session that delivers touches and draws frames.
    package let session: Session
    /// The display on which the session draws.
    package let display: VblankDisplay
    /// The application that runs in the session.
    package let application: UIApplication
    /// The number of wake-ups of the loop.
    package private(set) var wakeUps = 0
    private let clock: VirtualClock
    private var reported: [TouchFrame] = []

    /// Creates a kiosk with one window, which `fill` populates, and shows its first frame.
    package init(
        mode: DisplayMode, rotation: Rotation? = nil, format: PixelFormat = .xrgb8888,
        ink: KioskOptions.InkPath = .flip, pacing: PacingOptions = PacingOptions(),
        fill: (UIWindow) -> Void
    ) throws {
        let clock = VirtualClock()
        self.clock = clock
        display = try VblankDisplay(mode: mode, format: format, clock: { clock.now })
        let geometry = ScreenGeometry(
            scanoutWidth: mode.width, scanoutHeight: mode.height, rotation: rotation)
        application = UIApplication(screen: UIScreen(geometry: geometry), glyphs: BuiltInFont())
        let window = UIWindow(frame: application.screen.bounds)
        fill(window)
        window.makeKeyAndVisible()
        application.becomeActive()
        session = Session(
            application: application, display: display, geometry: geometry, pacing: pacing,
            ink: ink, clock: { clock.now })
        reported.reserveCapacity(64)
        try work()
        try advance(byMicroseconds: 2 * mode.periodMicroseconds)
    }

    /// The current virtual time.
    package var now: Timestamp { clock.now }

    /// Advances the clock without running the loop, to simulate the duration of work.
    package func advanceClock(microseconds: Int64) {
        clock.now = clock.now.advanced(byMicroseconds: microseconds)
    }

    /// Queues a touch frame with the current time, and runs the loop if input wakes it.
    package func report(_ frame: TouchFrame) throws {
        var frame = frame
        frame.time = clock.now
        reported.append(frame)
        try turnIfWoken()
    }

    /// Runs the loop for `microseconds` of virtual time.
    package func advance(byMicroseconds microseconds: Int64) throws {
        try advance(to: clock.now.advanced(byMicroseconds: microseconds))
    }

    /// Runs the loop until `time`.
    package func advance(to time: Timestamp) throws {
        while let due = earliest, due <= time {
            clock.now = max(clock.now, due)
            try turn()
            try turnIfWoken()
        }
        clock.now = max(clock.now, time)
    }

    /// Has the session look for work, as the main loop does after a posted call.
    package func work() throws {
        try perform(session.workArrived(at: clock.now))
    }

    /// The vblank of the flip event that wakes the main loop, or `nil` if there is none.
    private var watchedFlip: Timestamp? {
        // With a scheduled frame the flip event is read together with that frame.
        session.watchesDisplay && display.reportsFlips ? display.flip : nil
    }

    private var earliest: Timestamp? {
        guard let flip = watchedFlip else { return session.nextDeadline }
        return session.nextDeadline.map { min(flip, $0) } ?? flip
    }

    private func turnIfWoken() throws {
        guard session.watchesInput, !reported.isEmpty else { return }
        wakeUps += 1
        if session.expectsInk, !session.watchesDisplay { try readFlip() }
        readInput()
        try work()
    }

    private func turn() throws {
        wakeUps += 1
        if watchedFlip.map({ $0 <= clock.now }) ?? false { return try readFlip() }
        readInput()
        session.advanceTimers(to: clock.now)
        if !session.watchesDisplay, let due = session.frameWake, due <= clock.now { try readFlip() }
        try perform(session.timerFired(at: clock.now))
        try work()
    }

    private func readFlip() throws {
        guard let flip = display.completeFlip(by: clock.now) else { return }
        try perform(session.flipCompleted(at: flip, now: clock.now))
    }

    private func readInput() {
        for frame in reported { session.receive(frame) }
        reported.removeAll(keepingCapacity: true)
    }

    private func perform(_ action: FramePacer.Action) throws {
        try action.perform {
            readInput()
            return try session.drawFrame()
        }
    }
}
