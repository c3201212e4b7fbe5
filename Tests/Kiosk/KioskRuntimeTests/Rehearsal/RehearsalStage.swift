import KioskDisplay
import KioskRuntime
import KioskServices
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchKitPacing
import TouchKitRaster
import TouchTrackerTestSupport

/// A kiosk under a clock of a test's, with its rehearsals, and what its loop does about them.
@MainActor
final class RehearsalStage {
    final class Clock {
        var now = Timestamp.zero
    }

    let clock = Clock()
    let application: UIApplication
    let session: Session
    let rehearsals: KioskRehearsals
    let geometry: ScreenGeometry
    /// The trace's lines: what went on to the application.
    private(set) var lines: [String] = []
    /// How often the loop was woken.
    private(set) var wakeUps = 0
    private var frameWake: Timestamp?

    init(
        width: Int = 800, height: Int = 480, rotation: Rotation? = nil, scale: CGFloat = 1,
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
        rehearsals = KioskRehearsals(clock: { clock.now })
        rehearsals.session = { [weak session] in session }
        if traces { session.trace = TouchTrace { [weak self] in self?.lines.append($0) } }
        try advance(to: Timestamp(seconds: 1))
    }

    /// Lets time pass up to a moment, waking as the loop would.
    func advance(to time: Timestamp) throws {
        try turn()
        while let due = deadline, due <= time {
            clock.now = max(clock.now, due)
            wakeUps += 1
            rehearsals.feed(to: clock.now)
            session.advanceTimers(to: clock.now)
            rehearsals.timePassed()
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

    /// A real finger does something.
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

    /// Shows the next frame of 60 a second; allocates nothing by itself.
    func runFrame() throws {
        clock.now = clock.now.advanced(byMicroseconds: 16_667)
        rehearsals.feed(to: clock.now)
        var action = session.workArrived(at: clock.now)
        if case .wake = action { action = session.timerFired(at: clock.now) }
        if action == .draw { _ = try session.drawFrame() }
    }

    func forgetLines() { lines.removeAll() }

    private var deadline: Timestamp? {
        [frameWake, application.nextDeadline, rehearsals.nextDeadline].compactMap { $0 }.min()
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
                rehearsals.feed(to: clock.now)
                action = try session.drawFrame()
            }
        }
    }
}
