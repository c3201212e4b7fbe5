import TouchKitGeometry

/// The timeout of a page flip whose completion event a driver has lost.
///
/// `checkTime` changes at most once per timeout while frames follow each other, so that a timer
/// armed for it is not armed again for each frame.
struct FlipTimeout {
    /// The timeout in microseconds: the time after which the kernel gives up a flip
    /// (`drm_atomic_helper_wait_for_flip_done`). Electronic paper needs seconds for a flip.
    static let microseconds: Int64 = 10_000_000

    /// The time at which `hasElapsed(since:now:)` must be called if a flip is pending, or `nil`
    /// before the first flip.
    private(set) var checkTime: Timestamp?

    /// Records that a flip was submitted.
    mutating func flipSubmitted(at now: Timestamp) {
        if let checkTime, checkTime > now { return }
        checkTime = now.advanced(byMicroseconds: Self.microseconds)
    }

    /// Returns whether a flip that is pending since `submitted` has timed out. Otherwise, if
    /// `checkTime` has passed, moves `checkTime` to the end of the flip's timeout.
    mutating func hasElapsed(since submitted: Timestamp, now: Timestamp) -> Bool {
        guard let checkTime, checkTime <= now else { return false }
        let end = submitted.advanced(byMicroseconds: Self.microseconds)
        self.checkTime = end
        return end <= now
    }
}
