import KioskDisplay
import KioskRuntime
import KioskServices
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchKitPacing
import TouchKitRaster

/// A kiosk in virtual time, on a display with manners: its loop does what the real one does, wakes late as
/// the real one does, and its wake-ups are counted.
@MainActor
package final class SimulatedKiosk {
    package let time = SimulatedTime()
    package let display: SimulatedDisplay
    package let application: UIApplication
    package let session: Session
    /// Where hardware frames come from: makes those that happened up to a time of the clock.
    package var fingers: SimulatedFingers?
    /// How late the timer is at most, in microseconds.
    package var timerLateness: Int64 = 120
    /// What a frame costs but for its pixels, in microseconds.
    package var frameCost: Int64 = 300
    /// What a composed pixel costs, in nanoseconds.
    package var pixelCost = 0.0
    /// How often the loop was woken.
    package private(set) var wakeUps = 0
    /// The records of the frames that were shown, but for the first one.
    package private(set) var records: [FrameRecord] = []
    /// Is called after each frame that was shown.
    package var onFrame: (() -> Void)?
    /// Are called around the session's work of a frame.
    package var willDraw: (() -> Void)?
    package var didDraw: (() -> Void)?
    private var random = SeededRandom(seed: 125)

    /// Shows a view that fills the screen, and the first frame of it.
    package init(
        mode: DisplayMode, manners: SimulatedDisplay.Manners = .init(),
        pacing: PacingOptions = PacingOptions(), view: (CGRect) -> UIView
    ) throws {
        let time = time
        display = try SimulatedDisplay(mode: mode, manners: manners, time: time)
        let geometry = ScreenGeometry(scanoutWidth: mode.width, scanoutHeight: mode.height)
        application = UIApplication(
            screen: UIScreen(geometry: geometry), now: time.now, glyphs: BuiltInFont())
        let window = UIWindow(frame: geometry.bounds)
        window.addSubview(view(geometry.bounds))
        window.makeKeyAndVisible()
        application.becomeActive()
        session = Session(
            application: application, display: display, geometry: geometry, pacing: pacing,
            clock: { time.now })
        session.onFrameShown = { [unowned self] in
            records.append($0)
            onFrame?()
        }
        session.onComposed = { [unowned self] pixels in
            time.advance(by: Int64(Double(pixels) * pixelCost / 1_000))
        }
        try perform(session.workArrived(at: time.now))
        try run(seconds: 0.1)
        forget()
    }

    /// Begins to count anew.
    package func forget() {
        wakeUps = 0
        records.removeAll(keepingCapacity: true)
    }

    /// Vblanks that passed in so many seconds, at most.
    package func vblanks(in seconds: Double) -> Int {
        Int(seconds * 1e9 / Double(display.mode.periodNanoseconds)) + 1
    }

    /// Lets time pass.
    package func run(seconds: Double) throws {
        let end = time.real.advanced(byMicroseconds: Int64(seconds * 1_000_000))
        while let next = nextWake(), next <= end {
            time.advance(to: next)
            wakeUps += 1
            try turn()
        }
        time.advance(to: end)
    }

    /// Something that isn't the loop's doing happened: it looks for work.
    package func work() throws {
        try perform(session.workArrived(at: time.now))
    }

    /// When the loop is woken next, in real time.
    private func nextWake() -> Timestamp? {
        var wakes: [Timestamp] = []
        if let due = session.nextDeadline, let real = time.real(of: due) {
            let late = timerLateness > 0 ? Int64(random.next(below: Int(timerLateness) + 1)) : 0
            wakes.append(max(real, time.real).advanced(byMicroseconds: late))
        }
        if session.watchesDisplay, let readable = display.flipReadable {
            wakes.append(max(readable, time.real))
        }
        if session.watchesInput, let report = fingers?.nextReport { wakes.append(report) }
        return wakes.min().map { max($0, time.real) }
    }

    /// What `MainLoop` does when it was woken.
    private func turn() throws {
        readFingers()
        session.advanceTimers(to: time.now)
        if let wake = session.frameWake, wake <= time.now { try readFlip() }
        try perform(session.timerFired(at: time.now))
        if session.watchesDisplay { try readFlip() }
        try perform(session.workArrived(at: time.now))
    }

    private func readFlip() throws {
        guard let shown = display.takeFlip() else { return }
        try perform(session.flipCompleted(at: shown, now: time.now))
    }

    private func readFingers() {
        fingers?.report(until: time.real) { frame in
            var frame = frame
            frame.time = time.now.advanced(
                byMicroseconds: frame.time.microseconds(since: time.real))
            session.receive(frame)
        }
    }

    private func perform(_ action: FramePacer.Action) throws {
        try action.perform {
            readFingers()
            time.advance(by: frameCost)
            willDraw?()
            let next = try session.drawFrame()
            didDraw?()
            return next
        }
    }
}

/// Fingers that go round in circles for as long as one likes, each report with all of them.
package struct SimulatedFingers {
    private let count: Int
    private let periodMicroseconds: Int64
    private let start: Timestamp
    private var reports: Int64 = 0
    private var isLifted = false
    private var frame = TouchFrame(device: DeviceID(rawValue: 1), time: .zero)

    /// So many fingers come down at a real time, and are seen so often a second.
    package init(_ count: Int, rate: Int64, start: Timestamp) {
        self.count = count
        periodMicroseconds = 1_000_000 / rate
        self.start = start
    }

    /// When something happens next, in real time.
    package var nextReport: Timestamp? {
        isLifted ? nil : start.advanced(byMicroseconds: reports * periodMicroseconds)
    }

    /// Where a finger is after so many reports, in parts of the panel.
    package func place(_ finger: Int, after reports: Int64) -> CGPoint {
        let turn = Double(reports * periodMicroseconds) / 1_000_000 * 3 + Double(finger)
        let radius = 0.1 + 0.03 * Double(finger)
        return CGPoint(
            x: 0.5 + radius * Self.wave(turn), y: 0.5 + radius * Self.wave(turn + 0.25))
    }

    /// A wave of height 1 and length 1, of parabolas: near enough to a sine.
    private static func wave(_ phase: Double) -> Double {
        let x = phase - phase.rounded(.down)
        return x < 0.5 ? 16 * x * (0.5 - x) : -16 * (x - 0.5) * (1 - x)
    }

    /// Lifts all at the next report.
    package mutating func lift(_ body: (TouchFrame) -> Void) {
        guard let time = nextReport else { return }
        isLifted = true
        body(make(.up, time))
    }

    /// Makes the reports up to a time.
    package mutating func report(until time: Timestamp, _ body: (TouchFrame) -> Void) {
        while let next = nextReport, next <= time {
            body(make(reports == 0 ? .down : .motion, next))
            reports += 1
        }
    }

    private mutating func make(_ state: TouchContact.State, _ time: Timestamp) -> TouchFrame {
        frame.time = time
        frame.contacts.removeAll(keepingCapacity: true)
        for finger in 0..<count {
            frame.contacts.append(
                TouchContact(
                    slot: finger, trackingID: Int32(finger), state: state,
                    position: place(finger, after: reports)))
        }
        return frame
    }
}
