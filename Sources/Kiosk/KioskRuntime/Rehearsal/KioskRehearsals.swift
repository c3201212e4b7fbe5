import KioskServices
import KioskSystem
import LabRobot
import TouchKitContacts
import TouchKitGeometry

/// Plays touch frames inside the kiosk: hands them to the session as a device would.
///
/// ```
///           start                    the last frame, a finger, no display
///     idle ───────▶ playing ──────────────────────────────────────────▶ over ──▶ idle
///                      │                                       the loop's next turn: `onEnd`
///                      └────────────────────── stop ───────────────────────────▶ idle
/// ```
/// The loop reads it with the devices (`feed`), and wakes for it only while it would wake for them.
@MainActor
package final class KioskRehearsals: Rehearsals, TouchFilter {
    private typealias OnEnd = @MainActor (RehearsalEnd) -> Void
    private enum State {
        case idle
        case playing(OnEnd)
        case over(RehearsalEnd, OnEnd)
    }

    /// The numbers of its devices begin here: no plugged-in device ever has such a one.
    private static let firstDevice: UInt32 = 0xf000_0000
    /// How late a report may be in which fingers only move, in microseconds: what the kernel keeps for a
    /// reader of ten fingers at 120 reports a second before it drops some (512 events, 33 a report). An
    /// application that can't keep pace would get more and more at once otherwise.
    private static let longestDelay: Int64 = 125_000

    /// The session, once there is one.
    package var session: @MainActor () -> Session? = { nil }
    /// Sees each frame before the session does, for those who want to know what is played.
    package var onFrame: ((TouchFrame) -> Void)?
    private let clock: () -> Timestamp
    private var state = State.idle
    private var next: (inout TouchFrame) -> Bool = { _ in false }
    private var calibrations: [TouchCalibration] = []
    /// When the frames' time began; nil until the session has been there.
    private var began: Timestamp?
    /// The frame that comes next, on the kiosk's clock; its memory is used again.
    private var frame = TouchFrame(device: DeviceID(rawValue: 0), time: .zero)
    /// Reports that came too late to be handed on, since the start of what was played last.
    package private(set) var droppedFrames = 0
    /// The devices that said something.
    private var devices: [DeviceID] = []

    /// Makes one that plays nothing.
    package init(clock: @escaping () -> Timestamp = MonotonicClock.now) {
        self.clock = clock
    }

    /// Whether something is played.
    package var isPlaying: Bool {
        if case .playing = state { return true }
        return false
    }

    // MARK: Starting and stopping

    /// Plays a script of the robot's.
    package func start(
        _ script: RehearsalScript, rateHz: Int, seconds: Double,
        onEnd: @escaping @MainActor (RehearsalEnd) -> Void
    ) {
        var script = RobotScript(
            RobotScript.Name(script), rateHz: rateHz,
            duration: Timestamp(seconds: seconds).microseconds)
        frame.contacts.reserveCapacity(script.fingers)
        start(calibrations: [], next: { script.next(into: &$0) }, onEnd: onEnd)
    }

    /// Plays frames, wherever they are from.
    package func start(
        calibrations: [TouchCalibration], next: @escaping (inout TouchFrame) -> Bool,
        onEnd: @escaping @MainActor (RehearsalEnd) -> Void
    ) {
        stop()
        self.calibrations = calibrations
        self.next = next
        began = nil
        droppedFrames = 0
        devices.removeAll()
        state = .playing(onEnd)
    }

    /// Ends it without a word.
    package func stop() {
        leave()
        state = .idle
        forget()
    }

    /// The display is gone: nobody sees what is played.
    package func displayWentAway() { end(.displayLost) }

    private func end(_ reason: RehearsalEnd) {
        guard case .playing(let onEnd) = state else { return }
        leave()
        state = .over(reason, onEnd)
    }

    /// Takes its devices away, as if they were unplugged.
    private func leave() {
        guard isPlaying, let session = session() else { return }
        for device in devices { session.deviceRemoved(device, at: clock()) }
    }

    private func forget() {
        session()?.filters.removeAll { $0 === self }
        next = { _ in false }
        calibrations = []
    }

    // MARK: The loop's side

    /// When the loop shall look again; nil where there is nothing to do, or what there is waits with the
    /// devices for the next frame.
    package var nextDeadline: Timestamp? {
        switch state {
        case .idle: nil
        case .over: .zero
        case .playing:
            session().flatMap { $0.watchesInput ? (began == nil ? .zero : frame.time) : nil }
        }
    }

    /// Hands on all that is due. Allocates nothing once warm, if making frames doesn't.
    package func feed(to now: Timestamp) {
        guard isPlaying, let session = session() else { return }
        if began == nil {
            began = now
            session.filters.insert(self, at: 0)
            takeNext(session)
        }
        while isPlaying, frame.time <= now {
            if now.microseconds(since: frame.time) <= Self.longestDelay || !isMoveOnly {
                onFrame?(frame)
                session.receive(frame)
            } else {
                droppedFrames += 1
            }
            takeNext(session)
        }
    }

    private var isMoveOnly: Bool {
        for contact in frame.contacts where contact.state != .motion { return false }
        return true
    }

    private func takeNext(_ session: Session) {
        guard isPlaying, let began else { return }
        // Frames of a single device needn't number it; recordings number theirs from 1.
        frame.device = DeviceID(rawValue: 1)
        guard next(&frame) else { return end(.played) }
        frame.time = began.advanced(byMicroseconds: frame.time.microseconds)
        let number = max(frame.device.rawValue, 1)
        frame.device = DeviceID(rawValue: Self.firstDevice | number)
        if devices.contains(frame.device) { return }
        devices.append(frame.device)
        let index = Int(number) - 1
        session.deviceAdded(
            frame.device,
            calibration: calibrations.indices.contains(index) ? calibrations[index] : .identity)
    }

    /// Tells whoever started it that it is over, if it is.
    package func timePassed() {
        guard case .over(let reason, let onEnd) = state else { return }
        state = .idle
        forget()
        onEnd(reason)
    }

    /// Lets its own frames pass. Of real fingers only lifts go on, of those that were down before it
    /// began.
    package func filter(_ frame: inout TouchFrame) -> Bool {
        if frame.device.rawValue >= Self.firstDevice { return true }
        if frame.contacts.contains(where: { $0.state == .down }) { end(.touched) }
        frame.contacts.removeAll { $0.state == .down || $0.state == .motion }
        return !frame.contacts.isEmpty
    }
}

extension RobotScript.Name {
    /// The robot's script for a service's.
    init(_ script: RehearsalScript) {
        switch script {
        case .circle: self = .circle
        case .scribble: self = .scribble
        case .tapStorm: self = .tapStorm
        case .pinchRotate: self = .pinchRotate
        case .drag: self = .drag
        case .sparkles: self = .sparkles
        }
    }
}
