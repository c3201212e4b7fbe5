import TouchKitGeometry

/// A predictor of a display's vblanks, based on the newest known vblank and the refresh period.
struct VblankGrid: Sendable {
    /// The time for which predictions are reliable after a known vblank, in microseconds.
    ///
    /// The clocks of display and processor differ by up to 100 ppm. The resulting error of 1 ms is
    /// within the margin of the frame budget.
    static let validityMicroseconds: Int64 = 10_000_000

    /// The time between two vblanks, in nanoseconds. With a period rounded to microseconds,
    /// predictions would be wrong by up to 0.3 ms at 60 Hz at the end of their validity.
    let periodNanoseconds: Int64
    /// The newest known vblank, or `nil` if none is known.
    private(set) var lastVblank: Timestamp?

    /// Creates a grid without a known vblank.
    init(periodNanoseconds: Int64) {
        self.periodNanoseconds = periodNanoseconds
    }

    /// The time between two vblanks, in microseconds.
    var periodMicroseconds: Int64 { microseconds(1) }

    /// Returns the duration of `periods` refresh periods, in microseconds.
    func microseconds(_ periods: Int64) -> Int64 {
        (periods * periodNanoseconds + 500) / 1_000
    }

    /// Returns the first predicted vblank at or after `time` that is at least `minimumPeriods`
    /// refresh periods after the newest known vblank.
    ///
    /// - Returns: The vblank, or `nil` if no vblank can be predicted: no vblank is known, the
    ///   newest known vblank is too old, or the clock was set back.
    func vblank(atOrAfter time: Timestamp, minimumPeriods: Int64) -> Timestamp? {
        guard let lastVblank else { return nil }
        let elapsed = time.microseconds(since: lastVblank)
        if elapsed > Self.validityMicroseconds || elapsed < -2 * periodMicroseconds { return nil }
        var periods = max(elapsed * 1_000 / periodNanoseconds, minimumPeriods)
        // The division rounds down.
        while lastVblank.advanced(byMicroseconds: microseconds(periods)) < time { periods += 1 }
        return lastVblank.advanced(byMicroseconds: microseconds(periods))
    }

    /// Returns the number of refresh periods from one vblank to a later vblank. Jitter of less than
    /// half a period is tolerated.
    func periodCount(from first: Timestamp, to second: Timestamp) -> Int {
        let apart = second.microseconds(since: first) * 1_000 + periodNanoseconds / 2
        return apart < periodNanoseconds ? 0 : Int(apart / periodNanoseconds)
    }

    /// Returns the number of vblanks at or after `first` and before the known vblank `last`.
    func vblankCount(atOrAfter first: Timestamp, before last: Timestamp) -> Int {
        let apart = last.microseconds(since: first) * 1_000
        return apart > 0 ? Int(apart / periodNanoseconds) : 0
    }

    /// Records the time of a completed flip as the newest vblank.
    ///
    /// - Parameters:
    ///   - time: The time that the display reports. Drivers without a vblank clock report 0 or
    ///     invalid times.
    ///   - committed: The time when the frame was submitted, or `nil` if it is unknown.
    ///   - now: The current time.
    /// - Returns: `shown` is the reported time if it is plausible, or `now` otherwise.
    ///   `isPlausible` is whether the reported time is plausible.
    mutating func recordFlip(at time: Timestamp, committed: Timestamp?, now: Timestamp) -> (
        shown: Timestamp, isPlausible: Bool
    ) {
        let earliest =
            committed?.advanced(byMicroseconds: -periodMicroseconds)
            ?? now.advanced(byMicroseconds: -Self.validityMicroseconds)
        let latest = now.advanced(byMicroseconds: periodMicroseconds / 2)
        let isPlausible = time > .zero && time >= earliest && time <= latest
        let shown = isPlausible ? time : now
        lastVblank = shown
        return (shown, isPlausible)
    }

    /// Records the time of the newest vblank that was queried from the display, if it is plausible.
    mutating func recordVblank(_ time: Timestamp, now: Timestamp) {
        let age = now.microseconds(since: time)
        guard time > .zero, age >= 0, age <= Self.validityMicroseconds else { return }
        lastVblank = time
    }

    /// Removes the known vblank.
    mutating func reset() {
        lastVblank = nil
    }
}
