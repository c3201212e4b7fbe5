import Glibc

/// A destination for one-line log messages.
///
/// Library code receives a log as a parameter and never prints directly. The program chooses where
/// the log writes messages.
public struct Log: Sendable {
    /// The severity of a message. The raw value is the corresponding priority in syslog(3).
    public enum Level: Int, Sendable, Comparable {
        /// A feature of the program has failed.
        case error = 3
        /// A feature of the program works only partially.
        case warning = 4
        /// Information about normal operation.
        case info = 6
        /// Details for debugging.
        case debug = 7

        /// Returns whether `left` is a more severe level than `right`.
        public static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
    }

    private let sink: (@Sendable (Level, String) -> Void)?

    /// Creates a log that discards all messages.
    public init() {
        sink = nil
    }

    /// Creates a log that passes the level and the text of each message to `sink`.
    public init(sink: @escaping @Sendable (Level, String) -> Void) {
        self.sink = sink
    }

    /// Creates a log that writes lines to standard error.
    ///
    /// Each line starts with its syslog level (`<3>`) if systemd's journal reads standard error.
    ///
    /// - Parameters:
    ///   - level: The least severe level that is written. Less severe messages are discarded.
    ///   - journalStream: The value of `JOURNAL_STREAM` (systemd.exec(5)), or `nil` if it is not
    ///     set.
    package static func standardError(
        upTo level: Level = .info, journalStream: String?
    ) -> Log {
        // A child process inherits JOURNAL_STREAM even if the child's standard error is a different
        // file.
        let isJournal =
            journalStream.map { StandardError.isFile(STDERR_FILENO, identifiedBy: $0) } ?? false
        return Log { messageLevel, message in
            guard messageLevel <= level else { return }
            StandardError.write(formatLine(message, level: isJournal ? messageLevel : nil))
        }
    }

    /// Returns a log that passes all messages to this log and also records warnings and errors in
    /// `history`.
    package func recorded(in history: LogHistory) -> Log {
        Log { [self] level, message in
            history.record(level, message)
            log(level, message)
        }
    }

    /// Returns `message` as one line that ends with a line break. If `level` is not `nil`, the line
    /// starts with the level, for example `<3>`.
    ///
    /// Replaces control characters with spaces, because a message may contain untrusted text, such
    /// as the name that a device reports.
    package static func formatLine(_ message: String, level: Level?) -> String {
        let prefix = level.map { "<\($0.rawValue)>" } ?? ""
        let text = message.unicodeScalars.map { scalar in
            scalar.properties.generalCategory == .control ? " " : Character(scalar)
        }
        return prefix + String(text) + "\n"
    }

    /// Logs a message that a feature of the program has failed.
    public func error(_ message: @autoclosure () -> String) { log(.error, message()) }
    /// Logs a message that a feature of the program works only partially.
    public func warning(_ message: @autoclosure () -> String) { log(.warning, message()) }
    /// Logs a message about normal operation.
    public func info(_ message: @autoclosure () -> String) { log(.info, message()) }
    /// Logs a message with details for debugging.
    public func debug(_ message: @autoclosure () -> String) { log(.debug, message()) }

    private func log(_ level: Level, _ message: @autoclosure () -> String) {
        if let sink { sink(level, message()) }
    }
}

/// The process's standard error stream.
package enum StandardError {
    /// Returns whether `descriptor` refers to the file that `identifier` identifies.
    ///
    /// The corresponding C function is `fstat(2)`.
    ///
    /// - Parameters:
    ///   - descriptor: An open file descriptor.
    ///   - identifier: A device number and an inode number, separated by a colon.
    package static func isFile(_ descriptor: Int32, identifiedBy identifier: String) -> Bool {
        var information = stat()
        guard fstat(descriptor, &information) == 0 else { return false }
        return identifier == "\(information.st_dev):\(information.st_ino)"
    }

    /// Writes `text` to standard error. If an error occurs, discards the rest of the text.
    ///
    /// The corresponding C function is `write(2)`.
    static func write(_ text: String) {
        try? FileContents.writeBytes(Array(text.utf8), to: STDERR_FILENO)
    }
}
