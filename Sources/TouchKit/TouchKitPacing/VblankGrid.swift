import TouchKitGeometry

/// The vblanks of a display: foreseen from the last one that was seen, as far as clocks agree.
struct VblankGrid: Sendable {
    /// How long a phase that was seen once may be relied on, in microseconds. Crystals of display and
    /// processor differ by up to 100 millionths: 1 ms in these 10 s, which the budget has room for.
    static let trustMicroseconds: Int64 = 10_000_000

    /// The time between two vblanks, in nanoseconds: a microsecond too little each time would be a tenth
    /// of a period in half a minute.
    let periodNanoseconds: Int64
    /// The newest vblank that was seen.
    private(set) var last: Timestamp?

    /// The time between two vblanks, in microseconds.
    var periodMicroseconds: Int64 { microseconds(1) }

    /// The time of so many periods, in microseconds.
    func microseconds(_ periods: Int64) -> Int64 {
        (periods * periodNanoseconds + 500) / 1_000
    }

    /// The first vblank at or after a time that is at least so many periods after the last one seen.
    ///
    /// - Returns: Nil where it can't be foreseen: none was seen, or too long ago, or the clock went back.
    func vblank(atOrAfter time: Timestamp, periods least: Int64) -> Timestamp? {
        guard let last else { return nil }
        let passed = time.microseconds(since: last)
        if passed > Self.trustMicroseconds || passed < -2 * periodMicroseconds { return nil }
        var periods = max(passed * 1_000 / periodNanoseconds, least)
        // Rounding may have lost one.
        while last.advanced(byMicroseconds: microseconds(periods)) < time { periods += 1 }
        return last.advanced(byMicroseconds: microseconds(periods))
    }

    /// How many vblanks lie between one and a later one: 0 for the same, whatever they tremble.
    func count(from first: Timestamp, to second: Timestamp) -> Int {
        let apart = second.microseconds(since: first) * 1_000 + periodNanoseconds / 2
        return apart < periodNanoseconds ? 0 : Int(apart / periodNanoseconds)
    }

    /// How many vblanks there were from a moment on until the one that was seen, which doesn't count.
    func count(atOrAfter first: Timestamp, before seen: Timestamp) -> Int {
        let apart = seen.microseconds(since: first) * 1_000
        return apart > 0 ? Int(apart / periodNanoseconds) : 0
    }

    /// Notes the time that a display gives for a flip.
    ///
    /// - Parameters:
    ///   - time: Its time; drivers without a clock say 0, or something that can't be.
    ///   - committed: When the display was given the frame, as far as that is known.
    ///   - now: The time.
    /// - Returns: That time if it can be true, else `now`; and whether it can be.
    mutating func saw(_ time: Timestamp, committed: Timestamp?, now: Timestamp) -> (
        shown: Timestamp, isPlausible: Bool
    ) {
        let earliest =
            committed?.advanced(byMicroseconds: -periodMicroseconds)
            ?? now.advanced(byMicroseconds: -Self.trustMicroseconds)
        let latest = now.advanced(byMicroseconds: periodMicroseconds / 2)
        let isPlausible = time > .zero && time >= earliest && time <= latest
        let shown = isPlausible ? time : now
        last = shown
        return (shown, isPlausible)
    }

    /// Notes the newest vblank that a display names when it is asked; nothing where that can't be.
    mutating func learn(_ time: Timestamp, now: Timestamp) {
        let age = now.microseconds(since: time)
        guard time > .zero, age >= 0, age <= Self.trustMicroseconds else { return }
        last = time
    }

    /// Forgets what was seen.
    mutating func forget() {
        last = nil
    }
}
