import TouchKitGeometry

/// A check whether a display reports the times at which flips were shown.
///
/// Drivers without a vblank clock report the time at which an event is read as the time of its
/// flip. The flip events of these drivers must wake the loop. Otherwise the pacer would use the
/// time of the next wake-up as the time of the vblank.
struct FlipTimeCheck: Sendable {
    /// The difference in microseconds between a flip's reported time and the current time below
    /// which the driver may have reported the current time.
    private static let currentTimeToleranceMicroseconds: Int64 = 100

    /// Whether the display reports the times at which flips were shown.
    private(set) var areReported = true
    /// The number of consecutive flips whose reported time may be the time when the event was read
    /// instead of the time of the vblank.
    private var flipsWithCurrentTime = 0

    /// Records a completed flip on a display with vblank.
    ///
    /// - Parameters:
    ///   - shown: The time that the display reports for the flip, or `now` if the reported time is
    ///     implausible.
    ///   - isPlausible: Whether the reported time is plausible.
    ///   - wakeTime: The time of the wake-up at which the flip's event was to be read, or `nil` if
    ///     the event woke the loop itself.
    ///   - now: The current time.
    mutating func recordFlip(
        at shown: Timestamp, isPlausible: Bool, wakeTime: Timestamp?, now: Timestamp
    ) {
        guard isPlausible else {
            areReported = false
            return
        }
        // The vblank should be long past at this wake-up. Up to two flips with the current time are
        // tolerated, because they may have been late.
        guard let wakeTime, now >= wakeTime else { return }
        let isCurrentTime =
            now.microseconds(since: shown) < Self.currentTimeToleranceMicroseconds
        flipsWithCurrentTime = isCurrentTime ? flipsWithCurrentTime + 1 : 0
        if flipsWithCurrentTime >= 3 { areReported = false }
    }
}
