import Geometry
import Synchronization

/// Keeps the last warnings and errors of a log, for whoever asks later how a program fared.
///
/// Bounded: so many messages, each cut to so many bytes. Any thread may log.
public final class LogMemory: Sendable {
    /// A message that was logged.
    public struct Entry: Hashable, Sendable {
        /// When, in microseconds since the memory was made.
        public var microseconds: Int64
        /// How much it matters.
        public var level: Log.Level
        /// The message: one line, perhaps cut.
        public var message: String

        /// Makes an entry.
        public init(microseconds: Int64, level: Log.Level, message: String) {
            self.microseconds = microseconds
            self.level = level
            self.message = message
        }
    }

    /// What is remembered.
    public struct Content: Hashable, Sendable {
        /// The last messages, oldest first.
        public var entries: [Entry] = []
        /// Errors logged so far, those included that aren't kept any more.
        public var errors = 0
        /// Warnings logged so far, likewise.
        public var warnings = 0

        /// Nothing was logged yet.
        public init() {}
    }

    /// How many messages are kept.
    public static let capacity = 10
    /// How many bytes of a message are kept.
    public static let largestMessage = 500

    /// When the memory was made.
    public let began: Timestamp
    private let clock: @Sendable () -> Timestamp
    private let state = Mutex(Content())

    /// Makes an empty memory.
    ///
    /// - Parameter clock: The time.
    public init(clock: @escaping @Sendable () -> Timestamp = MonotonicClock.now) {
        self.clock = clock
        began = clock()
    }

    /// What is remembered now.
    public var content: Content { state.withLock { $0 } }

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
