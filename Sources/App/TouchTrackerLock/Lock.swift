import KioskSystem
import Synchronization

/// The lock of a kiosk: the pattern that was set, and the tries, in two files of the state folder
/// (docs/lock.md). May be used by any thread; nothing is kept open.
package final class Lock: Sendable {
    /// What became of a try.
    package enum Verdict: Hashable, Sendable {
        /// It is the pattern.
        case right
        /// It isn't; no other is looked at for so many seconds.
        case wrong(secondsToWait: Double)
        /// It wasn't looked at: it came too early, by so many seconds.
        case tooEarly(secondsToWait: Double)
        /// It wasn't looked at: that isn't possible, or would give a try away.
        case unavailable(LockError)
    }

    /// The name of the pattern's file in the state folder.
    package static let name = "lock"
    /// What its one line begins with: what it is, and the version.
    private static let head = "touchtracker-lock 1 "
    private static let longest = 512

    private let folder: String
    private let now: @Sendable () -> BootMoment
    private let report: @Sendable (LockError) -> Void
    private let counted: @Sendable () -> Void
    /// When it was noticed that the tries were lost.
    private let noticed = Mutex<BootMoment?>(nil)
    /// What `secondsToWait` reported last, unless it went well since.
    private let reported = Mutex<LockError?>(nil)

    /// The lock of a state folder, whether or not there is one.
    ///
    /// - Parameters:
    ///   - report: Is told, on any thread, of trouble that keeps nobody from the answer: for a log.
    ///   - now: The time; `BootClock.now` but for tests.
    package convenience init(
        folder: String, report: @escaping @Sendable (LockError) -> Void = { _ in },
        now: @escaping @Sendable () -> BootMoment
    ) {
        self.init(folder: folder, report: report, now: now, counted: {})
    }

    /// Makes a lock whose tests look at the folder when a try is counted and not judged yet.
    package init(
        folder: String, report: @escaping @Sendable (LockError) -> Void = { _ in },
        now: @escaping @Sendable () -> BootMoment,
        counted: @escaping @Sendable () -> Void
    ) {
        self.folder = folder
        self.report = report
        self.now = now
        self.counted = counted
    }

    // MARK: - Looking

    /// Whether a pattern is set, be it one that can't be read. Looks at one name in the folder.
    package var isSet: Bool {
        do {
            return try OpenFolder(folder).has(Self.name)
        } catch {
            return error.code != .notFound
        }
    }

    /// Makes sure that the pattern that is set can be judged.
    ///
    /// - Throws: `LockError` where none is set, or it can't be read or makes no sense.
    package func checkPattern() throws(LockError) {
        _ = try keptHash(in: try open())
    }

    /// How often a wrong pattern was tried. Reads 8 KiB.
    ///
    /// - Throws: `LockError` where that can't be read.
    package func tries() throws(LockError) -> Tries {
        try tries(in: try open()).tries
    }

    /// How long no pattern may be tried yet, in seconds; 0 where none is set, or where there is other
    /// trouble, which `check` tells, and which is reported once. Reads 8 KiB.
    package var secondsToWait: Double {
        guard isSet else { return 0 }
        do {
            let seconds = try tries().secondsToWait(at: now())
            reported.withLock { $0 = nil }
            return seconds
        } catch {
            let isNews = reported.withLock { last in
                defer { last = error }
                return last != error
            }
            if isNews { report(error) }
            return 0
        }
    }

    // MARK: - Trying

    /// Judges a pattern. Takes some tenths of a second, and waits for the disk: not for a loop's thread.
    ///
    /// The try is on the disk as a wrong one before the pattern is looked at, and taken back if it is
    /// right: whoever cuts the power in between has had his try. Where it can't be written, no pattern
    /// is looked at.
    package func check(_ pattern: Pattern) -> Verdict {
        do {
            return try verdict(on: pattern)
        } catch {
            return .unavailable(error)
        }
    }

    private func verdict(on pattern: Pattern) throws(LockError) -> Verdict {
        let folder = try open()
        let hash = try keptHash(in: folder)
        let before = try tries(in: folder)
        let moment = now()
        let early = before.tries.secondsToWait(at: moment)
        if early > 0 { return .tooEarly(secondsToWait: early) }

        let after = before.tries.adding(at: moment)
        try write(after, after: before.kept, in: folder)
        let kept = try tries(in: folder).kept
        counted()
        let isRight: Bool
        do {
            isRight = try hash.isOf(pattern)
        } catch {
            // Nobody has learned anything.
            try write(before.tries, after: kept, in: folder)
            throw LockError(cause: .incomputable(error.code), path: path(Self.name))
        }
        if !isRight { return .wrong(secondsToWait: after.secondsToWait(at: now())) }
        do {
            try write(.none, after: kept, in: folder)
        } catch {
            // It was written a moment ago. Whoever knows the pattern gets in, and the count stays.
            report(error)
        }
        return .right
    }

    // MARK: - Setting

    /// Keeps a pattern instead of the one that was set, if any, and forgets the tries. What is written
    /// belongs to the folder's owner, and nobody else may read it.
    ///
    /// - Precondition: The pattern has at least `Pattern.fewestDots` dots.
    /// - Throws: `LockError`; the pattern is as before then.
    package func set(_ pattern: Pattern) throws(LockError) {
        precondition(pattern.count >= Pattern.fewestDots, "a lock has at least four dots")
        let folder = try open()
        let hash: PatternHash
        do {
            hash = try PatternHash(of: pattern)
        } catch {
            throw LockError(cause: .incomputable(error.code), path: path(Self.name))
        }
        // The tries go first: a pattern without them would make everybody wait the longest.
        try write(.none, after: nil, in: folder)
        do {
            try folder.replacePrivately(
                Self.name, with: Array(Self.head.utf8) + hash.bytes + [UInt8(ascii: "\n")])
        } catch {
            throw LockError(cause: .unwritable(error.code), path: path(Self.name))
        }
    }

    /// Forgets the pattern and the tries: there is no lock afterwards.
    package func reset() throws(LockError) {
        let folder = try open()
        for name in [Self.name, TriesFile.name] {
            do {
                try folder.remove(name)
            } catch {
                throw LockError(cause: .unwritable(error.code), path: path(name))
            }
        }
    }

    // MARK: - Files

    private func path(_ name: String) -> String { "\(folder)/\(name)" }

    private func open() throws(LockError) -> OpenFolder {
        do {
            return try OpenFolder(folder)
        } catch {
            let isMissing = error.code == .notFound
            throw LockError(cause: isMissing ? .noFolder : .unreadable(error.code), path: folder)
        }
    }

    private func keptHash(in folder: borrowing OpenFolder) throws(LockError) -> PatternHash {
        let line: [UInt8]
        do {
            line = try folder.read(Self.name, upTo: Self.longest)
        } catch {
            throw LockError(cause: Self.cause(of: error), path: path(Self.name))
        }
        guard line.starts(with: Self.head.utf8), line.last == UInt8(ascii: "\n"),
            let hash = PatternHash(line.dropFirst(Self.head.utf8.count).dropLast())
        else { throw LockError(cause: .malformed, path: path(Self.name)) }
        return hash
    }

    private static func cause(of error: LinuxError) -> LockError.Cause {
        switch error.code {
        case .notFound: .notSet
        // A link, or no ordinary file.
        case .tooManyLinks, .invalid: .malformed
        default: .unreadable(error.code)
        }
    }

    private func tries(
        in folder: borrowing OpenFolder
    ) throws(LockError) -> (tries: Tries, kept: TriesFile.Content?) {
        let kept: TriesFile.Content?
        do {
            kept = try TriesFile.read(in: folder)
        } catch {
            throw LockError(cause: .unreadable(error.code), path: path(TriesFile.name))
        }
        let moment = now()
        return noticed.withLock { noticed in
            if let kept {
                noticed = nil
                return (kept.tries, kept)
            }
            let since = noticed ?? moment
            noticed = since
            return (Tries(unknownSince: since), nil)
        }
    }

    private func write(
        _ tries: Tries, after kept: TriesFile.Content?, in folder: borrowing OpenFolder
    ) throws(LockError) {
        do {
            try TriesFile.write(tries, after: kept, in: folder)
        } catch {
            throw LockError(cause: .unwritable(error.code), path: path(TriesFile.name))
        }
    }
}
