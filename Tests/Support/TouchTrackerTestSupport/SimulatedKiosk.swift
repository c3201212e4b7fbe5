import KioskDisplay
import KioskRuntime
import KioskServices
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchKitPacing
import TouchKitRaster

/// A kiosk in virtual time on a `SimulatedDisplay`.
///
/// A simulated main loop performs the steps of `MainLoop`. Its timer fires late at random, and its
/// wake-ups are counted.
@MainActor
package final class SimulatedKiosk {
    /// The time source of the loop, the display and the contacts.
    package let time = SimulatedTime()
    /// The display on which the session draws.
    package let display: SimulatedDisplay
    /// The application that runs in the session.
    package let application: UIApplication
    /// The session that delivers touches and draws frames.
    package let session: Session
    /// The source of touch frames, or `nil` for none.
    package var contacts: CirclingContacts?
    /// The largest delay of the loop's timer, in microseconds.
    package var timerLateness: Int64 = 120
    /// The fixed cost of a frame without its pixels, in microseconds.
    package var frameCost: Int64 = 300
    /// The cost of one composed pixel, in nanoseconds.
    package var pixelCost = 0.0
    /// The number of wake-ups of the loop since the last `resetCounters()`.
    package private(set) var wakeUps = 0
    /// The records of the frames shown since the last `resetCounters()`.
    package private(set) var records: [FrameRecord] = []
    /// Called after each frame that was shown.
    package var onFrame: (() -> Void)?
    /// Called before the session draws a frame.
    package var willDraw: (() -> Void)?
    /// Called after the session has drawn a frame.
    package var didDraw: (() -> Void)?
    private var random = SeededRandom(seed: 125)

    /// Creates a kiosk with one view that fills the screen, and runs the loop for 0.1 s.
    package init(
        mode: DisplayMode, behavior: SimulatedDisplay.Behavior = .init(),
        pacing: PacingOptions = PacingOptions(), view: (CGRect) -> UIView
    ) throws {
        let time = time
        display = try SimulatedDisplay(mode: mode, behavior: behavior, time: time)
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
        resetCounters()
    }

    /// Sets `wakeUps` to 0 and removes all `records`.
    package func resetCounters() {
        wakeUps = 0
        records.removeAll(keepingCapacity: true)
    }

    /// Returns the largest number of vblanks that `seconds` can contain.
    package func vblanks(in seconds: Double) -> Int {
        Int(seconds * 1e9 / Double(display.mode.periodNanoseconds)) + 1
    }

    /// Runs the loop for `seconds` of virtual time.
    package func run(seconds: Double) throws {
        let end = time.real.advanced(byMicroseconds: Int64(seconds * 1_000_000))
        while let next = nextWake(), next <= end {
            time.advance(to: next)
            wakeUps += 1
            try turn()
        }
        time.advance(to: end)
    }

    /// Has the session look for work, as the main loop does after an event from outside.
    package func work() throws {
        try perform(session.workArrived(at: time.now))
    }

    /// Returns the elapsed time of the next wake-up, or `nil` if nothing is due.
    private func nextWake() -> Timestamp? {
        var wakes: [Timestamp] = []
        if let due = session.nextDeadline, let real = time.real(of: due) {
            let late = timerLateness > 0 ? Int64(random.next(below: Int(timerLateness) + 1)) : 0
            wakes.append(max(real, time.real).advanced(byMicroseconds: late))
        }
        if session.watchesDisplay, let readable = display.flipReadable {
            wakes.append(max(readable, time.real))
        }
        if session.watchesInput, let report = contacts?.nextReport { wakes.append(report) }
        return wakes.min().map { max($0, time.real) }
    }

    /// Performs the steps of one `MainLoop` iteration after a wake-up.
    private func turn() throws {
        readContacts()
        session.advanceTimers(to: time.now)
        if let wake = session.frameWake, wake <= time.now { try readFlip() }
        try perform(session.timerFired(at: time.now))
        if session.watchesDisplay { try readFlip() }
        try perform(session.workArrived(at: time.now))
    }

    private func readFlip() throws {
        guard let shown = display.completeFlip() else { return }
        try perform(session.flipCompleted(at: shown, now: time.now))
    }

    private func readContacts() {
        contacts?.report(until: time.real) { frame in
            var frame = frame
            frame.time = time.now.advanced(
                byMicroseconds: frame.time.microseconds(since: time.real))
            session.receive(frame)
        }
    }

    private func perform(_ action: FramePacer.Action) throws {
        try action.perform {
            readContacts()
            time.advance(by: frameCost)
            willDraw?()
            let next = try session.drawFrame()
            didDraw?()
            return next
        }
    }
}

/// An endless sequence of touch frames in which all contacts move in circles.
package struct CirclingContacts {
    private let count: Int
    private let periodMicroseconds: Int64
    private let start: Timestamp
    private var reports: Int64 = 0
    private var isLifted = false
    private var frame = TouchFrame(device: DeviceID(rawValue: 1), time: .zero)

    /// Creates a sequence of `count` contacts.
    ///
    /// - Parameters:
    ///   - count: The number of contacts.
    ///   - rate: The number of touch frames per second.
    ///   - start: The elapsed time of the first frame, in which the contacts go down.
    package init(_ count: Int, rate: Int64, start: Timestamp) {
        self.count = count
        periodMicroseconds = 1_000_000 / rate
        self.start = start
    }

    /// The elapsed time of the next touch frame, or `nil` after `lift(_:)`.
    package var nextReport: Timestamp? {
        isLifted ? nil : start.advanced(byMicroseconds: reports * periodMicroseconds)
    }

    /// Returns the position of a contact after `reports` touch frames, normalized to 0...1.
    package func position(of contact: Int, after reports: Int64) -> CGPoint {
        let turn = Double(reports * periodMicroseconds) / 1_000_000 * 3 + Double(contact)
        let radius = 0.1 + 0.03 * Double(contact)
        return CGPoint(
            x: 0.5 + radius * Self.wave(turn), y: 0.5 + radius * Self.wave(turn + 0.25))
    }

    /// Returns an approximation of sin(2π · phase) by two parabolas.
    private static func wave(_ phase: Double) -> Double {
        let x = phase - phase.rounded(.down)
        return x < 0.5 ? 16 * x * (0.5 - x) : -16 * (x - 0.5) * (1 - x)
    }

    /// Passes a touch frame to `body` in which all contacts go up, and ends the sequence.
    package mutating func lift(_ body: (TouchFrame) -> Void) {
        guard let time = nextReport else { return }
        isLifted = true
        body(make(.up, time))
    }

    /// Passes all touch frames up to `time` to `body`.
    package mutating func report(until time: Timestamp, _ body: (TouchFrame) -> Void) {
        while let next = nextReport, next <= time {
            body(make(reports == 0 ? .down : .motion, next))
            reports += 1
        }
    }

    private mutating func make(_ state: TouchContact.State, _ time: Timestamp) -> TouchFrame {
        frame.time = time
        frame.contacts.removeAll(keepingCapacity: true)
        for contact in 0..<count {
            frame.contacts.append(
                TouchContact(
                    slot: contact, trackingID: Int32(contact), state: state,
                    position: position(of: contact, after: reports)))
        }
        return frame
    }
}
