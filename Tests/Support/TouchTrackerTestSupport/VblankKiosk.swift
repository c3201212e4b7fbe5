import KioskDisplay
import KioskRuntime
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchKitPacing
import TouchKitRaster

/// A kiosk on a display with a vblank, in virtual time: it does what `MainLoop` does, without waiting.
///
/// What a device reports waits in it until the loop reads it: woken by it, or with a frame.
@MainActor
package final class VblankKiosk {
    /// The session, as the real loop has it.
    package let session: Session
    /// The display in memory.
    package let display: VblankDisplay
    /// The application.
    package let application: UIApplication
    /// How often the loop was woken.
    package private(set) var wakeUps = 0
    private let clock: VirtualClock
    private var reported: [TouchFrame] = []

    private final class VirtualClock {
        var now = Timestamp.zero
    }

    /// Makes a kiosk whose one window holds what `fill` puts into it, and shows its first frame.
    package init(
        mode: DisplayMode, rotation: Rotation? = nil, scale: CGFloat = 1,
        format: PixelFormat = .xrgb8888, ink: KioskOptions.InkPath = .flip,
        pacing: PacingOptions = PacingOptions(), fill: (UIWindow) -> Void
    ) throws {
        let clock = VirtualClock()
        self.clock = clock
        display = try VblankDisplay(mode: mode, format: format, clock: { clock.now })
        let geometry = ScreenGeometry(
            scanoutWidth: mode.width, scanoutHeight: mode.height, rotation: rotation, scale: scale)
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

    /// The time.
    package var now: Timestamp { clock.now }

    /// Lets work take time.
    package func pass(microseconds: Int64) {
        clock.now = clock.now.advanced(byMicroseconds: microseconds)
    }

    /// A device reports something now.
    package func report(_ frame: TouchFrame) throws {
        var frame = frame
        frame.time = clock.now
        reported.append(frame)
        try turnIfWoken()
    }

    /// Makes all that is due in the next so many microseconds happen, in order.
    package func advance(byMicroseconds microseconds: Int64) throws {
        try advance(to: clock.now.advanced(byMicroseconds: microseconds))
    }

    /// Makes all that is due up to a time happen, in order.
    package func advance(to time: Timestamp) throws {
        while let due = earliest, due <= time {
            clock.now = max(clock.now, due)
            try turn()
            try turnIfWoken()
        }
        clock.now = max(clock.now, time)
    }

    /// Does what a posted call, or whatever else comes from beside, makes the loop do.
    package func work() throws {
        try perform(session.workArrived(at: clock.now))
    }

    /// Whether the display tells of its flips; one that doesn't stands still.
    package var tellsFlips = true

    private var earliest: Timestamp? {
        // Where the next frame has its time already, the flip is read with it.
        let flip = session.watchesDisplay && tellsFlips ? display.flip : nil
        guard let flip, let due = session.nextDeadline else { return flip ?? session.nextDeadline }
        return min(flip, due)
    }

    private func turnIfWoken() throws {
        guard session.watchesInput, !reported.isEmpty else { return }
        wakeUps += 1
        if session.inkIsAwaited, !session.watchesDisplay { try readFlip() }
        readInput()
        try work()
    }

    private func turn() throws {
        wakeUps += 1
        if session.watchesDisplay, tellsFlips, display.flip.map({ $0 <= clock.now }) ?? false {
            return try readFlip()
        }
        readInput()
        session.advanceTimers(to: clock.now)
        if !session.watchesDisplay, let due = session.frameWake, due <= clock.now { try readFlip() }
        try perform(session.timerFired(at: clock.now))
        try work()
    }

    private func readFlip() throws {
        guard tellsFlips, let flip = display.takeFlip(by: clock.now) else { return }
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
