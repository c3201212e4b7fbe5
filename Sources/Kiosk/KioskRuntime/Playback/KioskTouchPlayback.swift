import KioskServices
import KioskSystem
import TouchKitContacts
import TouchKitGeometry

/// Plays synthetic touch frames inside the kiosk: passes them to the session as a device would.
///
/// ```
///           start                    last frame, new contact, no display
///     idle ───────▶ playing ──────────────────────────────────────────▶ over ──▶ idle
///                      │                                       next turn of the loop: `onEnd`
///                      └────────────────────── stop ───────────────────────────▶ idle
/// ```
/// The main loop reads the playback together with the devices and wakes for it only when it would
/// wake for devices.
@MainActor
package final class KioskTouchPlayback: TouchPlayback, TouchFrameFilter {
    private typealias OnEnd = @MainActor (TouchPlaybackEnd) -> Void
    private enum State {
        case idle
        case playing(OnEnd)
        case over(TouchPlaybackEnd, OnEnd)
    }

    /// The first device number of a playback; connected devices never reach it.
    private static let firstDevice: UInt32 = 0xf000_0000
    /// The delay in microseconds after which a frame with motion only is dropped: the kernel
    /// buffers as much for a slow reader of ten contacts at 120 frames a second (512 events, 33 a
    /// frame).
    private static let maximumDelay: Int64 = 125_000

    /// The contact capacity of a frame that avoids allocation.
    private static let usualContacts = 10

    /// Returns the session, or `nil` before it exists.
    package var session: @MainActor () -> Session? = { nil }
    /// Called with each frame before the session receives it.
    package var onFrame: ((TouchFrame) -> Void)?
    private let clock: () -> Timestamp
    private var state = State.idle
    private var next: (inout TouchFrame) -> Bool = { _ in false }
    private var calibrations: [TouchCalibration] = []
    /// The time that corresponds to 0 in the frames' time, or `nil` before the first frame.
    private var began: Timestamp?
    /// The next frame, with its time on the kiosk's clock. The memory is reused.
    private var frame = TouchFrame(device: DeviceID(rawValue: 0), time: .zero)
    /// The number of frames dropped since the start of the latest playback.
    package private(set) var droppedFrames = 0
    /// The devices that the playback has used.
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
    ///   - calibrations: The calibrations of the devices 1, 2, … of the frames; missing ones are
    ///     the identity.
    ///   - next: Writes the next frame, with a time that starts at 0, and returns `false` after the
    ///     last one.
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

    /// The time at which the loop must read the playback, or `nil` if nothing is due or the next
    /// frame is read with the devices.
    package var nextDeadline: Timestamp? {
        switch state {
        case .idle: nil
        case .over: .zero
        case .playing:
            session().flatMap { $0.watchesInput ? (began == nil ? .zero : frame.time) : nil }
        }
    }

    /// Passes all due frames to the session. Allocates nothing once warm, if `next` does not.
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

    /// Calls `onEnd` if the playback has ended.
    package func notifyIfEnded() {
        guard case .over(let reason, let onEnd) = state else { return }
        state = .idle
        reset()
        onEnd(reason)
    }

    /// Passes the playback's own frames. Of device frames, only the lifts of contacts pass that
    /// were down before the playback.
    package func filter(_ frame: inout TouchFrame) -> Bool {
        if frame.device.rawValue >= Self.firstDevice { return true }
        if frame.contacts.contains(where: { $0.state == .down }) { end(.touched) }
        frame.contacts.removeAll { $0.state == .down || $0.state == .motion }
        return !frame.contacts.isEmpty
    }
}
