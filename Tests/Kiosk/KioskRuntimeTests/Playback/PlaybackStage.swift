import KioskDisplay
import KioskRuntime
import KioskServices
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchKitPacing
import TouchKitRaster
import TouchTrackerTestSupport

/// A kiosk with touch playback under a virtual clock, and a model of its main loop.
@MainActor
final class PlaybackStage {
    let clock = VirtualClock()
    let application: UIApplication
    let session: Session
    let playback: KioskTouchPlayback
    let geometry: ScreenGeometry
    /// The lines of the touch trace, which lists what reached the application.
    private(set) var lines: [String] = []
    /// The number of wake-ups of the loop.
    private(set) var wakeUps = 0
    private var frameWake: Timestamp?

    init(
        width: Int, height: Int, rotation: Rotation? = nil, scale: CGFloat = 1,
        traces: Bool = true, launch: (UIApplication) -> Void
    ) throws {
        let clock = clock
        let display = try HeadlessDisplay(
            mode: DisplayMode(width: width, height: height), clock: { clock.now })
        geometry = ScreenGeometry(
            scanoutWidth: width, scanoutHeight: height, rotation: rotation, scale: scale)
        application = UIApplication(
            screen: UIScreen(geometry: geometry), glyphs: BuiltInFont())
        launch(application)
        application.becomeActive()
        session = Session(
            application: application, display: display, geometry: geometry,
            clock: { clock.now })
        playback = KioskTouchPlayback(clock: { clock.now })
        playback.session = { [weak session] in session }
        if traces { session.trace = TouchTrace { [weak self] in self?.lines.append($0) } }
        try advance(to: Timestamp(seconds: 1))
    }

    /// Advances time to a moment and wakes the loop at each deadline.
    func advance(to time: Timestamp) throws {
        try turn()
        while let due = deadline, due <= time {
            clock.now = max(clock.now, due)
            wakeUps += 1
            playback.feed(to: clock.now)
            session.advanceTimers(to: clock.now)
            playback.notifyIfEnded()
            if let wake = frameWake, wake <= clock.now {
                frameWake = nil
                try perform(session.timerFired(at: clock.now))
            }
            try turn()
        }
        clock.now = max(clock.now, time)
    }

    func advance(seconds: Double) throws {
        try advance(to: Timestamp(seconds: clock.now.seconds + seconds))
    }

    /// Delivers an event of a real contact.
    func touch(_ slot: Int, _ state: TouchContact.State, x: Double, y: Double) throws {
        session.receive(
            TouchFrame(
                device: DeviceID(rawValue: 7), time: clock.now,
                contacts: [
                    TouchContact(
                        slot: slot, trackingID: Int32(slot), state: state,
                        position: CGPoint(x: x, y: y))
                ]))
        try turn()
    }

    /// Shows the next of 60 frames per second, without allocations.
    func runFrame() throws {
        clock.now = clock.now.advanced(byMicroseconds: 16_667)
        playback.feed(to: clock.now)
        var action = session.workArrived(at: clock.now)
        if case .wake = action { action = session.timerFired(at: clock.now) }
        if action == .draw { _ = try session.drawFrame() }
    }

    func forgetLines() { lines.removeAll() }

    private var deadline: Timestamp? {
        [frameWake, application.nextDeadline, playback.nextDeadline].compactMap { $0 }.min()
    }

    private func turn() throws {
        try perform(session.workArrived(at: clock.now))
    }

    private func perform(_ first: FramePacer.Action) throws {
        var action = first
        while true {
            switch action {
            case .sleep: return
            case .wake(let time):
                frameWake = time
                return
            case .draw:
                playback.feed(to: clock.now)
                action = try session.drawFrame()
            }
        }
    }
}
