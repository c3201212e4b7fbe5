import KioskSystem

/// A record of the wrong attempts to unlock since the last correct attempt. The record determines
/// the lockout delay, the time in which further attempts are refused.
///
/// The delay is measured on the boot clock, which cannot be set. After a reboot the whole delay
/// starts again at boot, so a power cut does not shorten it.
package struct FailedAttempts: Hashable, Sendable {
    /// The lockout delays after the first, second, … wrong attempt, in seconds. The last delay
    /// applies to all further attempts.
    package static let lockoutDelays = [0, 0, 5, 30, 60, 300]

    /// The number of wrong attempts since the last correct attempt.
    package let count: UInt32
    /// The time of the last wrong attempt.
    package let last: BootTimestamp

    /// The record without wrong attempts.
    package static let none = FailedAttempts(
        count: 0, last: BootTimestamp(boot: .unknown, microseconds: 0))

    /// Creates a record with the given number of wrong attempts and the time of the last one.
    package init(count: UInt32, last: BootTimestamp) {
        self.count = count
        self.last = last
    }

    /// Creates the record that replaces a missing or damaged attempt file. The record has the
    /// longest lockout delay. The delay starts at `detection`, the time at which the loss was
    /// detected.
    package init(unknownSince detection: BootTimestamp) {
        self.init(count: UInt32(Self.lockoutDelays.count), last: detection)
    }

    /// Returns a copy of the record with one more wrong attempt at the time `now`.
    package func addingAttempt(at now: BootTimestamp) -> FailedAttempts {
        FailedAttempts(count: count == .max ? count : count + 1, last: now)
    }

    /// Returns the remaining lockout delay at the time `now`, in seconds, or 0 if attempts are
    /// allowed.
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
