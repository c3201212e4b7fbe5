import KioskSystem
import Synchronization

/// The lock of the maintenance menu. The lock stores the hash of the unlock pattern and the record
/// of wrong attempts in two files of the state folder, and checks patterns.
///
/// All methods may be called on any thread. No file stays open between calls.
package final class Lock: Sendable {
    /// The result of an attempt to unlock the maintenance menu.
    package enum Verdict: Hashable, Sendable {
        /// The pattern is correct.
        case correct
        /// The pattern is wrong. Further attempts are refused for the given time in seconds.
        case wrong(lockoutSeconds: Double)
        /// The attempt was refused without a check, because of the lockout delay after wrong
        /// attempts. The value is the remaining delay, in seconds.
        case tooEarly(lockoutSeconds: Double)
        /// The attempt was refused without a check, because a file could not be read, the attempt
        /// could not be recorded, or the hash could not be computed. The value is the error.
        case unavailable(LockError)
    }

    /// The name of the file in the state folder that contains the hash of the unlock pattern.
    package static let patternFileName = "lock"
    /// The text at the beginning of the only line of the pattern file: the file type and the format
    /// version.
    private static let header = "touchtracker-lock 1 "
    /// The maximum size of a valid pattern file, in bytes. The lock reads no more bytes than this.
    private static let maximumFileSize = 512

    private let folder: String
    private let now: @Sendable () -> BootTimestamp
    private let reportError: @Sendable (LockError) -> Void
    private let didRecordAttempt: @Sendable () -> Void
    /// The time at which the attempt file was first found missing or damaged, or `nil` if the last
    /// attempt to read it was successful.
    private let countLostAt = Mutex<BootTimestamp?>(nil)
    /// The error that `lockoutSeconds` has reported last, or `nil` after a successful read.
    private let lastReportedError = Mutex<LockError?>(nil)

    /// Creates a lock whose files are in a state folder. The folder need not contain an unlock
    /// pattern yet.
    ///
    /// - Parameters:
    ///   - folder: The path of the state folder.
    ///   - reportError: Called on any thread with an error that does not prevent a result, so that
    ///     the error is logged.
    ///   - now: Returns the current time on the boot clock. Tests pass a clock of their own.
    ///   - didRecordAttempt: Called after an attempt has been recorded and before the pattern is
    ///     checked. Only tests pass this closure.
    package init(
        folder: String, reportError: @escaping @Sendable (LockError) -> Void = { _ in },
        now: @escaping @Sendable () -> BootTimestamp,
        didRecordAttempt: @escaping @Sendable () -> Void = {}
    ) {
        self.folder = folder
        self.reportError = reportError
        self.now = now
        self.didRecordAttempt = didRecordAttempt
    }

    // MARK: - Reading

    /// Whether an unlock pattern is set, that is, whether a pattern file exists. The value is
    /// `true` even if the file cannot be read.
    package var isSet: Bool {
        do {
            return try FolderDescriptor(folder).contains(Self.patternFileName)
        } catch {
            return error.code != .notFound
        }
    }

    /// Checks that the pattern file exists and is valid.
    ///
    /// - Throws: `LockError` if no pattern is set, or if the file cannot be read or is malformed.
    package func validatePatternFile() throws(LockError) {
        _ = try storedHash(in: try open())
    }

    /// Returns the record of the wrong attempts since the last correct attempt. Reads 8 KiB from
    /// the disk.
    ///
    /// - Throws: `LockError` if the attempt file cannot be read.
    package func failedAttempts() throws(LockError) -> FailedAttempts {
        try failedAttempts(in: try open()).attempts
    }

    /// The remaining lockout delay (the wait after wrong attempts) in seconds, or 0 if attempts are
    /// allowed or no pattern is set. Each access reads 8 KiB from the disk.
    ///
    /// If the attempt file cannot be read, the value is 0 and the error is reported once. In this
    /// case, `check(_:)` returns the error.
    package var lockoutSeconds: Double {
        guard isSet else { return 0 }
        do {
            let seconds = try failedAttempts().lockoutSeconds(at: now())
            lastReportedError.withLock { $0 = nil }
            return seconds
        } catch {
            let isNew = lastReportedError.withLock { last in
                defer { last = error }
                return last != error
            }
            if isNew { reportError(error) }
            return 0
        }
    }

    // MARK: - Checking

    /// Checks an unlock pattern. The method blocks for a few tenths of a second and waits for the
    /// disk, so it must not be called in the main loop.
    ///
    /// Before the check, the attempt is recorded durably as a wrong attempt. If the pattern is
    /// correct, the record is cleared. A power cut during the check therefore counts as a wrong
    /// attempt. If the attempt cannot be recorded, the pattern is not checked.
    package func check(_ pattern: Pattern) -> Verdict {
        do {
            return try verdict(on: pattern)
        } catch {
            return .unavailable(error)
        }
    }

    private func verdict(on pattern: Pattern) throws(LockError) -> Verdict {
        let folder = try open()
        let hash = try storedHash(in: folder)
        let before = try failedAttempts(in: folder)
        let moment = now()
        let lockout = before.attempts.lockoutSeconds(at: moment)
        if lockout > 0 { return .tooEarly(lockoutSeconds: lockout) }

        let after = before.attempts.addingAttempt(at: moment)
        try write(after, replacing: before.stored, in: folder)
        let stored = try failedAttempts(in: folder).stored
        didRecordAttempt()
        let isCorrect: Bool
        do {
            isCorrect = try hash.matches(pattern)
        } catch {
            // The check failed without a result, so it reveals nothing about the pattern.
            try write(before.attempts, replacing: stored, in: folder)
            throw LockError(cause: .incomputable(error.code), path: path(Self.patternFileName))
        }
        if !isCorrect { return .wrong(lockoutSeconds: after.lockoutSeconds(at: now())) }
        do {
            try write(.none, replacing: stored, in: folder)
        } catch {
            // A correct pattern unlocks the menu even if the record of attempts cannot be cleared.
            reportError(error)
        }
        return .correct
    }

    // MARK: - Setting

    /// Stores a new unlock pattern, which replaces any previous pattern, and clears the record of
    /// wrong attempts.
    ///
    /// Only the owner of the files can read them.
    ///
    /// - Precondition: The pattern has at least `Pattern.minimumDotCount` dots.
    /// - Throws: `LockError` if a file cannot be written or the hash cannot be computed. The
    ///   previous pattern then remains valid, except if only the synchronization of the folder has
    ///   failed. The record of wrong attempts may already be cleared.
    package func set(_ pattern: Pattern) throws(LockError) {
        precondition(
            pattern.count >= Pattern.minimumDotCount, "an unlock pattern has at least four dots")
        let folder = try open()
        let hash: PatternHash
        do {
            hash = try PatternHash(of: pattern)
        } catch {
            throw LockError(cause: .incomputable(error.code), path: path(Self.patternFileName))
        }
        // The attempt file is written first, because a pattern without an attempt file would begin
        // with the longest lockout delay.
        try write(.none, replacing: nil, in: folder)
        do {
            try folder.replacePrivately(
                Self.patternFileName,
                with: Array(Self.header.utf8) + hash.bytes + [UInt8(ascii: "\n")])
        } catch {
            throw LockError(cause: .unwritable(error.code), path: path(Self.patternFileName))
        }
    }

    /// Deletes the unlock pattern and the record of wrong attempts. Without a pattern, the
    /// maintenance menu cannot be opened.
    package func reset() throws(LockError) {
        let folder = try open()
        for name in [Self.patternFileName, AttemptFile.fileName] {
            do {
                try folder.remove(name)
            } catch {
                throw LockError(cause: .unwritable(error.code), path: path(name))
            }
        }
    }

    // MARK: - Files

    private func path(_ name: String) -> String { "\(folder)/\(name)" }

    private func open() throws(LockError) -> FolderDescriptor {
        do {
            return try FolderDescriptor(folder)
        } catch {
            let isMissing = error.code == .notFound
            throw LockError(cause: isMissing ? .noFolder : .unreadable(error.code), path: folder)
        }
    }

    private func storedHash(in folder: borrowing FolderDescriptor) throws(LockError) -> PatternHash
    {
        let line: [UInt8]
        do {
            line = try folder.read(Self.patternFileName, maximumSize: Self.maximumFileSize)
        } catch {
            throw LockError(cause: Self.cause(of: error), path: path(Self.patternFileName))
        }
        guard line.starts(with: Self.header.utf8), line.last == UInt8(ascii: "\n"),
            let hash = PatternHash(line.dropFirst(Self.header.utf8.count).dropLast())
        else { throw LockError(cause: .malformed, path: path(Self.patternFileName)) }
        return hash
    }

    private static func cause(of error: LinuxError) -> LockError.Cause {
        switch error.code {
        case .notFound: .notSet
        case let code where code.isUnsuitableKind: .malformed
        default: .unreadable(error.code)
        }
    }

    private func failedAttempts(
        in folder: borrowing FolderDescriptor
    ) throws(LockError) -> (attempts: FailedAttempts, stored: AttemptFile.Content?) {
        let stored: AttemptFile.Content?
        do {
            stored = try AttemptFile.read(in: folder)
        } catch {
            throw LockError(cause: .unreadable(error.code), path: path(AttemptFile.fileName))
        }
        let moment = now()
        return countLostAt.withLock { countLostAt in
            if let stored {
                countLostAt = nil
                return (stored.attempts, stored)
            }
            let since = countLostAt ?? moment
            countLostAt = since
            return (FailedAttempts(unknownSince: since), nil)
        }
    }

    private func write(
        _ attempts: FailedAttempts, replacing stored: AttemptFile.Content?,
        in folder: borrowing FolderDescriptor
    ) throws(LockError) {
        do {
            try AttemptFile.write(attempts, replacing: stored, in: folder)
        } catch {
            throw LockError(cause: .unwritable(error.code), path: path(AttemptFile.fileName))
        }
    }
}
