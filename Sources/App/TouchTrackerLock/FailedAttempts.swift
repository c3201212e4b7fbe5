import KioskSystem

/// The number and time of the wrong attempts to unlock since the last correct one, which determine
/// the lockout delay.
///
/// The delay is measured on the boot clock, which cannot be set. After a reboot the whole delay
/// starts again at boot, so a power cut does not shorten it.
package struct FailedAttempts: Hashable, Sendable {
    /// The lockout delays in seconds after the first, second, … wrong attempt; the last delay
    /// applies to all further attempts.
    package static let lockoutDelays = [0, 0, 5, 30, 60, 300]

    /// The number of wrong attempts since the last correct one.
    package let count: UInt32
    /// The time of the last wrong attempt.
    package let last: BootTimestamp

    /// A record without wrong attempts.
    package static let none = FailedAttempts(
        count: 0, last: BootTimestamp(boot: .unknown, microseconds: 0))

    /// Creates a record from stored values.
    package init(count: UInt32, last: BootTimestamp) {
        self.count = count
        self.last = last
    }

    /// Creates the record for a missing or damaged attempt file: the longest lockout delay,
    /// starting at `detection`, the time at which the loss was detected.
    package init(unknownSince detection: BootTimestamp) {
        self.init(count: UInt32(Self.lockoutDelays.count), last: detection)
    }

    /// Returns the record with one more wrong attempt at `now`.
    package func addingAttempt(at now: BootTimestamp) -> FailedAttempts {
        FailedAttempts(count: count == .max ? count : count + 1, last: now)
    }

    /// Returns the remaining lockout delay at `now`, in seconds, or 0 if there is no lockout.
    ///
    /// For any stored time, the result is at least the whole delay minus the time since boot.
    package func lockoutSeconds(at now: BootTimestamp) -> Double {
        guard count > 0 else { return 0 }
        let delay = Self.lockoutDelays[min(Int(count), Self.lockoutDelays.count) - 1]
        let remaining = Int64(delay) * 1_000_000 - elapsedMicroseconds(at: now)
        return remaining > 0 ? Double(remaining) / 1_000_000 : 0
    }

    private func elapsedMicroseconds(at now: BootTimestamp) -> Int64 {
        let isSameBoot =
            last.boot == now.boot || last.boot == .unknown || now.boot == .unknown
        // A stored time after `now` belongs to another boot, regardless of its boot ID.
        guard isSameBoot, 0...now.microseconds ~= last.microseconds else { return now.microseconds }
        return now.microseconds - last.microseconds
    }
}
