import Foundation

/// A moment by which something outside must have happened.
///
/// A board runs in real time, so its driver waits in real time; no other test does.
struct Deadline {
    private let uptimeSeconds: Double

    init(afterSeconds seconds: Double) {
        uptimeSeconds = ProcessInfo.processInfo.systemUptime + seconds
    }

    var remainingSeconds: Double { max(0, uptimeSeconds - ProcessInfo.processInfo.systemUptime) }

    var hasPassed: Bool { remainingSeconds == 0 }

    /// Asks `condition` again and again, every `intervalSeconds`, until it holds.
    ///
    /// Returns false if it doesn't hold by then.
    func wait(intervalSeconds: Double, until condition: () throws -> Bool) rethrows -> Bool {
        while true {
            if try condition() { return true }
            if hasPassed { return false }
            Thread.sleep(forTimeInterval: min(intervalSeconds, remainingSeconds))
        }
    }
}
