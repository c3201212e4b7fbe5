import Synchronization
import TouchKitGeometry

/// Keeps the last warnings and errors of a log, for whoever asks later how a program fared.
///
/// Bounded: so many messages, each cut to so many bytes. Any thread may log.
package final class LogMemory: Sendable {
    /// A message that was logged.
    package struct Entry: Hashable, Sendable {
        /// When, in microseconds since the memory was made.
        package var microseconds: Int64
        /// How much it matters.
        package var level: Log.Level
        /// The message: one line, perhaps cut.
        package var message: String

        /// Makes an entry.
        package init(microseconds: Int64, level: Log.Level, message: String) {
            self.microseconds = microseconds
            self.level = level
            self.message = message
        }
    }

    /// What is remembered.
    package struct Content: Hashable, Sendable {
        /// The last messages, oldest first.
        package var entries: [Entry] = []
        /// Errors logged so far, those included that aren't kept any more.
        package var errors = 0
        /// Warnings logged so far, likewise.
        package var warnings = 0

        /// Nothing was logged yet.
        package init() {}
    }

    /// How many messages are kept.
    package static let capacity = 10
    /// How many bytes of a message are kept.
    package static let largestMessage = 500

    /// When the memory was made.
    package let began: Timestamp
    private let clock: @Sendable () -> Timestamp
    private let state = Mutex(Content())

    /// Makes an empty memory.
    ///
    /// - Parameter clock: The time.
    package init(clock: @escaping @Sendable () -> Timestamp = MonotonicClock.now) {
        self.clock = clock
        began = clock()
    }

    /// What is remembered now.
    package var content: Content { state.withLock { $0 } }

    /// Remembers a message, if it is a warning or an error; the oldest one gives way.
    func add(_ level: Log.Level, _ message: String) {
        guard level <= .warning else { return }
        let entry = Entry(
            microseconds: clock().microseconds(since: began), level: level,
            message: Self.shortened(message))
        state.withLock { content in
            if level == .error { content.errors += 1 } else { content.warnings += 1 }
            if content.entries.count == Self.capacity { content.entries.removeFirst() }
            content.entries.append(entry)
        }
    }

    /// A message without what commands a terminal, and not longer than it may be.
    private static func shortened(_ message: String) -> String {
        var line = Log.line(message, at: nil).dropLast()
        if line.utf8.count <= largestMessage { return String(line) }
        while line.utf8.count > largestMessage { line.removeLast() }
        return line + "…"
    }
}
