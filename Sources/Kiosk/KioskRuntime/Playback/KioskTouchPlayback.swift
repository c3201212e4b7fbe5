import KioskServices
import KioskSystem
import TouchKitContacts
import TouchKitGeometry

/// A player of synthetic touch frames inside the kiosk. The session receives the frames in the same
/// way as the frames of an input device.
///
/// ```
///           start                    last frame, new contact, no display
///     idle ───────▶ playing ──────────────────────────────────────────▶ over ──▶ idle
///                      │                                       next turn of the loop: `onEnd`
///                      └────────────────────── stop ───────────────────────────▶ idle
/// ```
/// The main loop reads due frames together with the input devices. The playback sets a separate
/// deadline only while input devices wake the loop.
@MainActor
package final class KioskTouchPlayback: TouchPlayback {
    private typealias OnEnd = @MainActor (TouchPlaybackEnd) -> Void
    private enum State {
        case idle
        case playing(OnEnd)
        case over(TouchPlaybackEnd, OnEnd)
    }

    /// The lowest device ID that the session receives in frames of a playback. The IDs of connected
    /// input devices are always lower.
    private static let firstDevice: UInt32 = 0xf000_0000
    /// The maximum delay in microseconds with which a frame that contains only motion is played. A
    /// frame with a longer delay is dropped. The kernel's event buffer limits the delay of a slow
    /// reader to about the same time: the buffer holds 512 events, and ten contacts cause 33 events
    /// per frame, at 120 frames per second.
    private static let maximumDelay: Int64 = 125_000

    /// The number of contacts per touch frame for which memory is reserved.
    private static let usualContacts = 10

    /// The closure that returns the session, or `nil` before the session exists.
    package var session: @MainActor () -> Session? = { nil }
    /// The closure that is called with each frame of a playback before the session receives the
    /// frame.
    package var onFrame: ((TouchFrame) -> Void)?
    private let clock: () -> Timestamp
    private var state = State.idle
    private var next: (inout TouchFrame) -> Bool = { _ in false }
    private var calibrations: [TouchCalibration] = []
    /// The time on the kiosk's clock at which the playback started, or `nil` before the first frame
    /// is read.
    private var began: Timestamp?
    /// The next frame, whose time is on the kiosk's clock. Each frame reuses the memory.
    private var frame = TouchFrame(device: DeviceID(rawValue: 0), time: .zero)
    /// The number of frames that were dropped since the start of the latest playback, because the
    /// main loop was delayed.
    package private(set) var droppedFrames = 0
    /// The IDs of the devices that the latest playback has added to the session.
    private var devices: [DeviceID] = []

    /// Creates a player without a running playback.
    ///
    /// - Parameter clock: The closure that returns the current time.
    package init(clock: @escaping () -> Timestamp = MonotonicClock.now) {
        self.clock = clock
    }

    /// Whether a playback is running.
    package var isPlaying: Bool {
        if case .playing = state { return true }
        return false
    }

    // MARK: Starting and stopping

    /// Starts a playback, after stopping the running playback, if any.
    ///
    /// - Parameters:
    ///   - calibrations: The calibrations of the played devices, whose IDs in the frames are 1, 2,
    ///     and so on. A device beyond the end of the array uses the identity.
    ///   - next: The closure that stores the next frame, whose time is relative to the start of the
    ///     playback, in its argument and returns `true`, or returns `false` after the last frame.
    ///   - onEnd: The closure that is called once after the last frame was played or the playback
    ///     ended early, but not after `stop()`.
    package func start(
        calibrations: [TouchCalibration], next: @escaping (inout TouchFrame) -> Bool,
        onEnd: @escaping @MainActor (TouchPlaybackEnd) -> Void
    ) {
        stop()
        self.calibrations = calibrations
        self.next = next
        began = nil
        droppedFrames = 0
        devices.removeAll()
        frame.contacts.reserveCapacity(Self.usualContacts)
        state = .playing(onEnd)
    }

    /// Stops the playback and cancels its touches, without calling `onEnd`.
    package func stop() {
        removeDevices()
        state = .idle
        reset()
    }

    /// Ends the playback because the display was closed.
    package func displayClosed() { end(.displayLost) }

    private func end(_ reason: TouchPlaybackEnd) {
        guard case .playing(let onEnd) = state else { return }
        removeDevices()
        state = .over(reason, onEnd)
    }

    /// Removes the devices of the playback from the session, which cancels their touches.
    private func removeDevices() {
        guard isPlaying, let session = session() else { return }
        for device in devices { session.deviceRemoved(device, at: clock()) }
    }

    private func reset() {
        if let session = session(), session.playback === self { session.playback = nil }
        next = { _ in false }
        calibrations = []
    }

    // MARK: Calls from the main loop

    /// The time at which the main loop must call `feed(to:)` and `notifyIfEnded()`, or `nil` if no
    /// playback is active or the next frame is read together with the input devices.
    package var nextDeadline: Timestamp? {
        switch state {
        case .idle: nil
        case .over: .zero
        case .playing:
            session().flatMap { $0.watchesInput ? (began == nil ? .zero : frame.time) : nil }
        }
    }

    /// Passes all frames that are due at `now` to the session. After the first frames, only the
    /// closure that supplies the frames may allocate memory.
    package func feed(to now: Timestamp) {
        guard isPlaying, let session = session() else { return }
        if began == nil {
            began = now
            session.playback = self
            readNext(session)
        }
        while isPlaying, frame.time <= now {
            if now.microseconds(since: frame.time) <= Self.maximumDelay || !isMoveOnly {
                onFrame?(frame)
                session.receive(frame)
            } else {
                droppedFrames += 1
            }
            readNext(session)
        }
    }

    private var isMoveOnly: Bool {
        for contact in frame.contacts where contact.state != .motion { return false }
        return true
    }

    private func readNext(_ session: Session) {
        guard isPlaying, let began else { return }
        // Recordings number their devices from 1. A source with a single device may leave the ID
        // unset.
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

    /// Calls the closure `onEnd` that was passed to `start(calibrations:next:onEnd:)`, if the
    /// playback has ended for a reason other than `stop()` and the closure has not been called yet.
    package func notifyIfEnded() {
        guard case .over(let reason, let onEnd) = state else { return }
        state = .idle
        reset()
        onEnd(reason)
    }

    /// Passes the playback's own frames unchanged. In the frames of input devices, removes all
    /// contacts except those that lift or are cancelled. A new contact on an input device ends the
    /// playback.
    ///
    /// - Returns: Whether contacts remain, so that the application receives the frame.
    func filter(_ frame: inout TouchFrame) -> Bool {
        if frame.device.rawValue >= Self.firstDevice { return true }
        if frame.contacts.contains(where: { $0.state == .down }) { end(.touched) }
        frame.contacts.removeAll { $0.state == .down || $0.state == .motion }
        return !frame.contacts.isEmpty
    }
}
