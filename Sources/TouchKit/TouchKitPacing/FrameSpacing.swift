import TouchKitGeometry

/// The schedule of frames on a display without vblank, whose flips complete immediately. Frames are
/// due at least one frame period apart.
struct FrameSpacing: Sendable {
    /// The start of a frame.
    enum Start {
        /// The frame starts now. `due` is the time when it was due, which counts for the next
        /// frame.
        case now(due: Timestamp)
        /// The frame starts at the given time.
        case later(Timestamp)
    }

    /// The time between two frames, in microseconds.
    private let frameMicroseconds: Int64
    /// The time when the newest frame was due, or `nil` before the first frame.
    private var lastDueTime: Timestamp?

    /// Creates a schedule without frames.
    init(frameMicroseconds: Int64) {
        self.frameMicroseconds = frameMicroseconds
    }

    /// The time when the next frame is due, or `nil` before the first frame.
    var nextDueTime: Timestamp? { lastDueTime?.advanced(byMicroseconds: frameMicroseconds) }

    /// Returns the start of a frame for which there is work at `now`.
    ///
    /// - Parameters:
    ///   - now: The current time.
    ///   - due: The wake-up time that was requested for the frame, or `nil` if the frame was not
    ///     planned.
    func start(at now: Timestamp, plannedFor due: Timestamp?) -> Start {
        // A time this far in the future means that the clock was set back.
        guard let next = nextDueTime, next.microseconds(since: now) <= 4 * frameMicroseconds else {
            return .now(due: now)
        }
        if now < next { return .later(next) }
        // The lateness of a timer must not accumulate.
        if let due, now.microseconds(since: due) < frameMicroseconds / 2 { return .now(due: due) }
        return .now(due: now)
    }

    /// Records the time when a frame that begins was due.
    mutating func recordFrame(due: Timestamp) {
        lastDueTime = due
    }

    /// Removes the known frame.
    mutating func reset() {
        lastDueTime = nil
    }
}
