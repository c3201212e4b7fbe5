import Foundation

/// A point in real time at which waiting for an external event fails.
///
/// Only drivers of boards wait in real time; all other tests use virtual clocks.
struct Deadline {
    private let uptimeSeconds: Double

    /// Creates a deadline `seconds` from now.
    init(afterSeconds seconds: Double) {
        uptimeSeconds = ProcessInfo.processInfo.systemUptime + seconds
    }

    /// The time until the deadline, in seconds, or 0 if the deadline has passed.
    var remainingSeconds: Double { max(0, uptimeSeconds - ProcessInfo.processInfo.systemUptime) }

    /// Whether the deadline has passed.
    var hasPassed: Bool { remainingSeconds == 0 }

    /// Waits until `condition` holds, checking every `intervalSeconds`.
    ///
    /// - Returns: Whether the condition holds; `false` if the deadline passed first.
    func wait(intervalSeconds: Double, until condition: () throws -> Bool) rethrows -> Bool {
        while true {
            if try condition() { return true }
            if hasPassed { return false }
            Thread.sleep(forTimeInterval: min(intervalSeconds, remainingSeconds))
        }
    }
}
