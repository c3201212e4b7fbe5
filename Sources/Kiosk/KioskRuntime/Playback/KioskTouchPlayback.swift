import KioskServices
import KioskSystem
import TouchKitContacts
import TouchKitGeometry

/// Plays synthetic touch frames inside the kiosk: passes them to the session in the same way as the
/// frames of a device.
///
/// ```
///           start                    last frame, new contact, no display
///     idle ───────▶ playing ──────────────────────────────────────────▶ over ──▶ idle
///                      │                                       next turn of the loop: `onEnd`
///                      └────────────────────── stop ───────────────────────────▶ idle
/// ```
/// The main loop reads due frames together with the input devices. The playback has a deadline of
/// its own only while input devices wake the loop.
@MainActor
package final class KioskTouchPlayback: TouchPlayback, TouchFrameFilter {
    private typealias OnEnd = @MainActor (TouchPlaybackEnd) -> Void
    private enum State {
        case idle
        case playing(OnEnd)
        case over(TouchPlaybackEnd, OnEnd)
    }

    /// The lowest device ID that a playback uses. The IDs of connected devices are always lower.
    private static let firstDevice: UInt32 = 0xf000_0000
    /// The delay in microseconds after which a frame that contains only motion is dropped. The
    /// kernel's event buffer covers about the same time for a slow reader: it holds 512 events, and
    /// ten contacts at 120 frames a second cause 33 events per frame.
    private static let maximumDelay: Int64 = 125_000

    /// The number of contacts per frame for which memory is reserved.
    private static let usualContacts = 10

    /// Returns the session, or `nil` before it exists.
    package var session: @MainActor () -> Session? = { nil }
    /// Called with each frame before the session receives it.
    package var onFrame: ((TouchFrame) -> Void)?
    private let clock: () -> Timestamp
    private var state = State.idle
    private var next: (inout TouchFrame) -> Bool = { _ in false }
    private var calibrations: [TouchCalibration] = []
    /// The time on the kiosk's clock at which the first frame was read, which corresponds to 0 in
    /// the frames' own time; `nil` before the first frame.
    private var began: Timestamp?
    /// The next frame, with its time on the kiosk's clock. The memory is reused.
    private var frame = TouchFrame(device: DeviceID(rawValue: 0), time: .zero)
    /// The number of frames dropped since the start of the latest playback.
    package private(set) var droppedFrames = 0
    /// The IDs of the devices that the latest playback has added to the session.
    private var devices: [DeviceID] = []

    /// Creates an idle playback.
    package init(clock: @escaping () -> Timestamp = MonotonicClock.now) {
        self.clock = clock
    }

    /// Whether a playback is running.
    package var isPlaying: Bool {
        if case .playing = state { return true }
        return false
    }

    // MARK: Starting and stopping

    /// Starts a playback and stops a running one.
    ///
    /// - Parameters:
    ///   - calibrations: The calibrations of the devices whose IDs in the frames are 1, 2, … A
    ///     device without a calibration uses the identity.
    ///   - next: Writes the next frame, with its time since the start of the playback, and returns
    ///     `true`. Returns `false` after the last frame.
    ///   - onEnd: Called once when the last frame was played or playback ended early, but not after
    ///     `stop()`.
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

    /// Removes the playback's devices from the session, as if they were disconnected.
    private func removeDevices() {
        guard isPlaying, let session = session() else { return }
        for device in devices { session.deviceRemoved(device, at: clock()) }
    }

    private func reset() {
        session()?.filters.removeAll { $0 === self }
        next = { _ in false }
        calibrations = []
    }

    // MARK: The loop's side

    /// The time at which the loop must read the playback, or `nil` if no playback is active or the
    /// next frame is read together with the input devices.
    package var nextDeadline: Timestamp? {
        switch state {
        case .idle: nil
        case .over: .zero
        case .playing:
            session().flatMap { $0.watchesInput ? (began == nil ? .zero : frame.time) : nil }
        }
    }

    /// Passes all frames that are due at `now` to the session. After the first frames, allocates no
    /// memory unless `next` does.
    package func feed(to now: Timestamp) {
        guard isPlaying, let session = session() else { return }
        if began == nil {
            began = now
            session.filters.insert(self, at: 0)
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
        // Recordings number their devices from 1; a source with a single device may leave the
        // number unset.
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

    /// Calls `onEnd` once if the playback has ended other than by `stop()`.
    package func notifyIfEnded() {
        guard case .over(let reason, let onEnd) = state else { return }
        state = .idle
        reset()
        onEnd(reason)
    }

    /// Passes frames of the playback unchanged. From frames of input devices, removes all contacts
    /// except those that lift. A new contact on an input device ends the playback.
    package func filter(_ frame: inout TouchFrame) -> Bool {
        if frame.device.rawValue >= Self.firstDevice { return true }
        if frame.contacts.contains(where: { $0.state == .down }) { end(.touched) }
        frame.contacts.removeAll { $0.state == .down || $0.state == .motion }
        return !frame.contacts.isEmpty
    }
}
