import Synchronization
import TouchKitGeometry

/// A bounded record of the most recent warnings and errors in a log, for status reports.
///
/// The history stores at most `capacity` messages. A message of more than `maximumMessageSize`
/// bytes is truncated to that size, plus an ellipsis. Messages may be logged on any thread.
package final class LogHistory: Sendable {
    /// A recorded warning or error.
    package struct Entry: Hashable, Sendable {
        /// The time at which the message was logged, in microseconds since the history was created.
        package var microseconds: Int64
        /// The message's severity.
        package var level: Log.Level
        /// The message as one line, possibly truncated.
        package var message: String

        /// Creates an entry for a message.
        package init(microseconds: Int64, level: Log.Level, message: String) {
            self.microseconds = microseconds
            self.level = level
            self.message = message
        }
    }

    /// A copy of the recorded messages and counts.
    package struct Snapshot: Hashable, Sendable {
        /// The most recent messages, oldest first.
        package var entries: [Entry] = []
        /// The number of errors since the history was created, including those no longer stored.
        package var errorCount = 0
        /// The number of warnings since the history was created, including those no longer stored.
        package var warningCount = 0

        /// Creates an empty snapshot.
        package init() {}
    }

    /// The maximum number of stored messages.
    package static let capacity = 10
    /// The size in bytes to which a longer message is truncated before its ellipsis.
    package static let maximumMessageSize = 500

    /// The time at which the history was created, which is the kiosk's start time.
    package let startTime: Timestamp
    private let clock: @Sendable () -> Timestamp
    /// The recorded messages and counts, which any thread may change.
    private let state = Mutex(Snapshot())

    /// Creates an empty history.
    ///
    /// - Parameter clock: The closure that returns the current time.
    package init(clock: @escaping @Sendable () -> Timestamp = MonotonicClock.now) {
        self.clock = clock
        startTime = clock()
    }

    /// A copy of the current messages and counts.
    package var snapshot: Snapshot { state.withLock { $0 } }

    /// Records a warning or an error, and removes the oldest entry if the history is full. Ignores
    /// messages with other levels.
    func record(_ level: Log.Level, _ message: String) {
        guard level <= .warning else { return }
        let entry = Entry(
            microseconds: clock().microseconds(since: startTime), level: level,
            message: Self.truncate(message))
        state.withLock { snapshot in
            if level == .error { snapshot.errorCount += 1 } else { snapshot.warningCount += 1 }
            if snapshot.entries.count == Self.capacity { snapshot.entries.removeFirst() }
            snapshot.entries.append(entry)
        }
    }

    /// Returns the message as one line without control characters. A message of more than
    /// `maximumMessageSize` bytes is truncated and ends with an ellipsis.
    private static func truncate(_ message: String) -> String {
        var line = Log.formatLine(message, level: nil).dropLast()
        if line.utf8.count <= maximumMessageSize { return String(line) }
        while line.utf8.count > maximumMessageSize { line.removeLast() }
        return line + "…"
    }
}
