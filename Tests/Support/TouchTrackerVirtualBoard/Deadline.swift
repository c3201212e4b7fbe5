import Foundation

/// A point in an emulator's time at which waiting for an event fails.
///
/// Only drivers of boards wait in real time; all other tests use virtual clocks.
package struct Deadline {
    /// The default time to a deadline, far more than any event on a board takes.
    package static let defaultSeconds = 300.0

    private let clock: EmulatorClock
    private let end: Double

    /// Creates a deadline `seconds` from now.
    package init(_ clock: EmulatorClock, seconds: Double = defaultSeconds) {
        self.clock = clock
        end = clock.seconds + seconds
    }

    /// Whether the deadline has passed.
    package var hasPassed: Bool { clock.seconds >= end }

    /// Waits until `condition` holds, checking every 20 ms.
    ///
    /// - Returns: Whether the condition holds; `false` if the deadline passed first.
    package func wait(until condition: () throws -> Bool) rethrows -> Bool {
        while try !condition() {
            if hasPassed { return false }
            Thread.sleep(forTimeInterval: 0.02)
        }
        return true
    }
}
