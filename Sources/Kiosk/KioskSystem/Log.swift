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
        let isMarked = StandardError.isJournal
        return Log { messageLevel, message in
            guard messageLevel <= level else { return }
            StandardError.write(line(message, at: isMarked ? messageLevel : nil))
        }
    }

    /// The same log, whose warnings and errors are also remembered.
    package func remembered(in memory: LogMemory) -> Log {
        Log { [self] level, message in
            memory.add(level, message)
            log(level, message)
        }
    }

    /// A message as one line, with its level before it where one is given.
    ///
    /// Devices name themselves: a line break in a name mustn't begin a line of its own.
    package static func line(_ message: String, at level: Level?) -> String {
        let mark = level.map { "<\($0.rawValue)>" } ?? ""
        let text = message.unicodeScalars.map { scalar in
            scalar.properties.generalCategory == .control ? " " : Character(scalar)
        }
        return mark + String(text) + "\n"
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

/// The process's standard error.
package enum StandardError {
    /// Whether systemd's journal reads it: `JOURNAL_STREAM` names the journal's device and inode
    /// (systemd.exec(5)), and children that write elsewhere inherit the variable.
    static var isJournal: Bool {
        guard let stream = getenv("JOURNAL_STREAM") else { return false }
        return isFile(STDERR_FILENO, String(cString: stream))
    }

    /// Whether a descriptor is the file that `device:inode` names. Wraps `fstat(2)`.
    package static func isFile(_ descriptor: Int32, _ name: String) -> Bool {
        var information = stat()
        guard fstat(descriptor, &information) == 0 else { return false }
        return name == "\(information.st_dev):\(information.st_ino)"
    }

    /// Writes a text; where nobody can take it, it is dropped.
    static func write(_ text: String) {
        let bytes = Array(text.utf8)
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes {
                Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count)
            }
            if count > 0 {
                written += count
            } else if count == 0 || Errno.last != .interrupted {
                return
            }
        }
    }
}
