import Glibc

/// Where messages for people go: one line each.
///
/// Libraries are given a log and never print by themselves; the program decides where it ends.
public struct Log: Sendable {
    /// How much a message matters, as syslog(3) counts.
    public enum Level: Int, Sendable, Comparable {
        /// Something doesn't work.
        case error = 3
        /// Something works less well than it should.
        case warning = 4
        /// What one wants to know of every run.
        case info = 6
        /// What one wants to know when looking for a fault.
        case debug = 7

        /// Whether the left level matters more.
        public static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
    }

    private let sink: (@Sendable (Level, String) -> Void)?

    /// Makes a log that drops everything.
    public init() {
        sink = nil
    }

    /// Makes a log that hands every message to `sink`.
    public init(sink: @escaping @Sendable (Level, String) -> Void) {
        self.sink = sink
    }

    /// A log that writes lines to standard error: with the level before them where systemd's
    /// journal reads (`<3>…`), without otherwise.
    ///
    /// - Parameter level: The last level that is written.
    public static func standardError(upTo level: Level = .info) -> Log {
        let marked = getenv("JOURNAL_STREAM") != nil
        return Log { messageLevel, message in
            guard messageLevel <= level else { return }
            let line = marked ? "<\(messageLevel.rawValue)>\(message)\n" : "\(message)\n"
            var bytes = Array(line.utf8)
            _ = write(STDERR_FILENO, &bytes, bytes.count)
        }
    }

    /// Something doesn't work.
    public func error(_ message: @autoclosure () -> String) { log(.error, message()) }
    /// Something works less well than it should.
    public func warning(_ message: @autoclosure () -> String) { log(.warning, message()) }
    /// What one wants to know of every run.
    public func info(_ message: @autoclosure () -> String) { log(.info, message()) }
    /// What one wants to know when looking for a fault.
    public func debug(_ message: @autoclosure () -> String) { log(.debug, message()) }

    private func log(_ level: Level, _ message: @autoclosure () -> String) {
        if let sink { sink(level, message()) }
    }
}
