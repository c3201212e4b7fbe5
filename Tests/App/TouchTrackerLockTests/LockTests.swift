import CTouchTrackerDurabilityTrace
import Foundation
import KioskSystem
import Synchronization
import Testing
import TouchTrackerLock
import TouchTrackerTestSupport

@Suite("Lock")
struct LockTests {
    private let folder = TemporaryFolder.forLock()
    private let clock = TestClock(seconds: 5_000)

    /// A new lock of the folder, as a new process would create it.
    private var lock: Lock { Lock(folder: folder.path) { [clock] in clock.now() } }

    private func set(_ digits: String = "14789") throws {
        try lock.set(Pattern(digits))
    }

    private func check(_ digits: String) -> Lock.Verdict {
        lock.check(Pattern(digits))
    }

    private func file(_ name: String) -> String { "\(folder.path)/\(name)" }

    @Test("Without a pattern there is no lockout, and checks fail with an error.")
    func notSet() throws {
        #expect(!lock.isSet)
        #expect(lock.lockoutSeconds == 0)
        let error = LockError(cause: .notSet, path: file("lock"))
        #expect(check("14789") == .unavailable(error))
        #expect(throws: error) { try lock.validatePatternFile() }
        #expect(folder.names.isEmpty)
        let missing = Lock(folder: file("no")) { [clock] in clock.now() }
        #expect(!missing.isSet)
        #expect(throws: LockError(cause: .noFolder, path: file("no"))) {
            try missing.set(Pattern("1236"))
        }
    }

    @Test("Only the pattern that was set last is correct, until the lock is reset.")
    func setting() throws {
        try set()
        #expect(lock.isSet)
        #expect(check("14789") == .correct)
        #expect(check("1478") == .wrong(lockoutSeconds: 0))
        try set("1236")
        #expect(try lock.failedAttempts() == .none)
        #expect(check("14789") == .wrong(lockoutSeconds: 0))
        #expect(check("136") == .correct)
        try lock.reset()
        #expect(!lock.isSet)
        #expect(folder.names.isEmpty)
        try lock.reset()
    }

    @Test("The files belong to the folder's owner, and only the owner may read them.")
    func privacy() throws {
        let isRoot = geteuid() == 0
        if isRoot { #expect(chown(folder.path, 12_345, 23_456) == 0) }
        try set()
        for name in ["lock", "lock-tries"] {
            #expect(try folder.mode(name) == 0o600)
            let information = try folder.information(name)
            #expect(information.st_uid == (isRoot ? 12_345 : geteuid()))
            #expect(information.st_gid == (isRoot ? 23_456 : getegid()))
        }
        #expect(folder.names == ["lock", "lock-tries"])
    }

    @Test(
        "The lockout delays apply to attempts of separate processes; earlier attempts are refused.")
    func lockoutDelays() throws {
        try set()
        for delay in [0, 0, 5, 30, 60, 300, 300, 300] as [Double] {
            #expect(check("1236") == .wrong(lockoutSeconds: delay))
            if delay == 0 { continue }
            #expect(lock.lockoutSeconds == delay)
            clock.advance(delay - 1)
            // Even the correct pattern is refused, and refused attempts are not counted.
            #expect(check("14789") == .tooEarly(lockoutSeconds: 1))
            #expect(check("1236") == .tooEarly(lockoutSeconds: 1))
            clock.advance(1)
            #expect(lock.lockoutSeconds == 0)
        }
        #expect(check("14789") == .correct)
        #expect(lock.lockoutSeconds == 0)
        #expect(check("1236") == .wrong(lockoutSeconds: 0))
    }

    @Test("After a power cut the whole lockout delay starts again, and the count is preserved.")
    func powerCuts() throws {
        try set()
        for _ in 0..<4 {
            #expect(lock.lockoutSeconds == 0)
            _ = check("1236")
            clock.advance(5)
        }
        #expect(lock.lockoutSeconds == 25)
        clock.advance(20)
        clock.reboot(secondsSinceBoot: 2)
        #expect(lock.lockoutSeconds == 28)
        clock.reboot(secondsSinceBoot: 2)
        #expect(check("14789") == .tooEarly(lockoutSeconds: 28))
        clock.advance(28)
        #expect(check("1236") == .wrong(lockoutSeconds: 60))
        clock.reboot(secondsSinceBoot: 3)
        clock.advance(57)
        #expect(check("14789") == .correct)
    }

    @Test("The modification times of the files do not affect the lockout.")
    func wallClock() throws {
        try set()
        for _ in 0..<4 {
            _ = check("1236")
            clock.advance(5)
        }
        for seconds in [0, 4_000_000_000] {
            var times = [timeval](repeating: timeval(tv_sec: seconds, tv_usec: 0), count: 2)
            for name in folder.names { #expect(utimes(file(name), &times) == 0) }
            #expect(lock.lockoutSeconds == 25)
            #expect(check("14789") == .tooEarly(lockoutSeconds: 25))
        }
    }

    @Test("After a power cut during a check the attempt is counted, even with the correct pattern.")
    func powerCutDuringCheck() throws {
        try set()
        let savedFiles = TemporaryFolder.forLock()
        for (count, digits) in ["1236", "14789", "1236", "14789"].enumerated() {
            // Save the files after the attempt was recorded, and restore them after the check.
            let lockWithPowerCut = Lock(folder: folder.path) { [clock] in
                clock.now()
            } didRecordAttempt: { [folder, savedFiles] in
                for name in folder.names {
                    _ = try? savedFiles.write((try? folder.bytes(name)) ?? [], to: name)
                }
            }
            let verdict = lockWithPowerCut.check(Pattern(digits))
            #expect((verdict == .correct) == (digits == "14789"))
            for name in savedFiles.names { try folder.write(savedFiles.bytes(name), to: name) }
            #expect(try lock.failedAttempts().count == UInt32(count + 1))
            clock.reboot(secondsSinceBoot: 60)
        }
        #expect(check("14789") == .correct)
        #expect(try lock.failedAttempts() == .none)
    }

    @Test("An attempt is durable before the pattern is checked, with and without an attempt file.")
    func durableAttempt() throws {
        try set()
        let calls = Mutex<[String]>([])
        let tracedLock = Lock(folder: folder.path) { [clock] in
            clock.now()
        } didRecordAttempt: {
            calls.withLock { $0.append(String(cString: durability_trace_end())) }
        }
        durability_trace_begin()
        #expect(tracedLock.check(Pattern("1236")) == .wrong(lockoutSeconds: 0))
        try folder.remove("lock-tries")
        #expect(tracedLock.lockoutSeconds == 300)
        clock.advance(300)
        durability_trace_begin()
        #expect(tracedLock.check(Pattern("14789")) == .correct)
        #expect(
            calls.withLock { $0 } == ["pwrite, fdatasync file", "fsync file, rename, fsync folder"])
    }

    @Test("If the attempt cannot be recorded, the pattern is not checked.")
    func unrecordedAttempt() throws {
        try set()
        // A file with a second hard link may belong to another program, so it is not overwritten.
        #expect(link(file("lock-tries"), file("other")) == 0)
        let error = LockError(cause: .unwritable(.invalid), path: file("lock-tries"))
        #expect(check("14789") == .unavailable(error))
        try folder.remove("other")
        #expect(check("14789") == .correct)
        try folder.remove("lock-tries")
        #expect(mkdir(file("lock-tries"), 0o700) == 0)
        let process = lock
        #expect(process.lockoutSeconds == 300)
        clock.advance(300)
        let cause = LockError.Cause.unwritable(Errno(rawValue: EISDIR))
        #expect(
            process.check(Pattern("14789"))
                == .unavailable(LockError(cause: cause, path: file("lock-tries"))))
    }

    @Test("If the hash of a pattern cannot be computed, the attempt is not counted.")
    func incomputableHash() throws {
        try set()
        // crypt(3) refuses a salt that contains the separator.
        let salt = String(repeating: "$", count: 22)
        let hash = String(repeating: "A", count: 43)
        try folder.write("touchtracker-lock 1 $y$jAT$\(salt)$\(hash)\n", to: "lock")
        try lock.validatePatternFile()
        let error = LockError(cause: .incomputable(.invalid), path: file("lock"))
        #expect(check("14789") == .unavailable(error))
        #expect(try lock.failedAttempts() == .none)
    }

    @Test("The correct pattern unlocks even if the count cannot be cleared; the error is reported.")
    func unclearedCount() throws {
        try set()
        let errors = SharedList<LockError>()
        let lockWithLink = Lock(folder: folder.path, reportError: errors.append) { [clock] in
            clock.now()
        } didRecordAttempt: { [folder] in
            _ = link("\(folder.path)/lock-tries", "\(folder.path)/other")
        }
        #expect(lockWithLink.check(Pattern("14789")) == .correct)
        #expect(
            errors.all == [LockError(cause: .unwritable(.invalid), path: file("lock-tries"))])
        #expect(try lock.failedAttempts().count == 1)
    }

    @Test("If the lockout cannot be read, it is 0 and the error is reported once.")
    func unreadableLockout() throws {
        let errors = SharedList<LockError>()
        try folder.write([], to: "file")
        let unreadable = Lock(folder: file("file"), reportError: errors.append) { [clock] in
            clock.now()
        }
        for _ in 0..<3 { #expect(unreadable.lockoutSeconds == 0) }
        let code = Errno(rawValue: ENOTDIR)
        #expect(errors.all == [LockError(cause: .unreadable(code), path: file("file"))])
    }

    @Test(
        "The message of a write error contains the remedy for its cause.",
        arguments: [
            (ENOSPC, "free some space"), (EDQUOT, "free some space"), (EACCES, "run as its owner"),
            (EPERM, "run as its owner"), (EROFS, "mount the file system for writing"),
            (EIO, "check the disk"),
        ])
    func remedies(code: Int32, remedy: String) {
        let error = LockError(cause: .unwritable(Errno(rawValue: code)), path: "/state/lock")
        #expect(error.description.hasPrefix("/state/lock: cannot write: "))
        #expect(error.description.contains("; \(remedy)"))
    }

    @Test(
        "On a full disk attempts are counted, and a failure to set a pattern leaves the old one.",
        .enabled(if: SmallFileSystem.isSupported, "needs root"))
    func fullDisk() throws {
        let disk = try SmallFileSystem(kibibytes: 64)
        let lock = Lock(folder: disk.path) { [clock] in clock.now() }
        try lock.set(Pattern("14789"))
        disk.fill()
        #expect(lock.check(Pattern("1236")) == .wrong(lockoutSeconds: 0))
        #expect(lock.check(Pattern("14789")) == .correct)
        let error = LockError(
            cause: .unwritable(Errno(rawValue: ENOSPC)), path: "\(disk.path)/lock-tries")
        #expect(throws: error) { try lock.set(Pattern("1236")) }
        #expect(lock.check(Pattern("14789")) == .correct)
    }

    @Test("If the attempt file is lost or damaged, the longest lockout starts at its detection.")
    func lostAttempts() throws {
        for isDamaged in [false, true] {
            try set()
            if isDamaged {
                try folder.write([UInt8](repeating: 0, count: 8_192), to: "lock-tries")
            } else {
                try folder.remove("lock-tries")
            }
            let process = lock
            #expect(process.lockoutSeconds == 300)
            clock.advance(299)
            #expect(process.check(Pattern("14789")) == .tooEarly(lockoutSeconds: 1))
            // Another process detects the loss again.
            #expect(check("14789") == .tooEarly(lockoutSeconds: 300))
            clock.advance(1)
            #expect(process.check(Pattern("1236")) == .wrong(lockoutSeconds: 300))
            #expect(lock.lockoutSeconds == 300)
            clock.advance(300)
            #expect(check("14789") == .correct)
        }
    }

    @Test(
        "With a malformed pattern file, checks fail with one line of text and are not counted.",
        arguments: [
            "", "\n", "touchtracker-lock 1", "touchtracker-lock 1 \n", "hello",
            "touchtracker-lock 2 HASH\n",
            "touchtracker-lock 1 HASH", "touchtracker-lock 1 HASH\n\n",
            "touchtracker-lock 1  HASH\n",
            "touchtracker-lock 1 HASHx\n", "touchtracker-lock 1 14789\n",
        ])
    func malformed(_ line: String) throws {
        try set()
        let hash = try String(
            decoding: folder.bytes("lock").dropFirst(20).dropLast(), as: UTF8.self)
        let text = line.replacingOccurrences(of: "HASH", with: hash)
        try folder.write(text, to: "lock")
        expectMalformed()
    }

    private func expectMalformed() {
        let error = LockError(cause: .malformed, path: file("lock"))
        #expect(lock.isSet)
        #expect(check("14789") == .unavailable(error))
        #expect(throws: error) { try lock.validatePatternFile() }
        #expect(
            error.description
                == "\(file("lock")): not a valid pattern file; "
                + "set the pattern again with 'touchtracker lock set'")
        #expect((try? lock.failedAttempts().count) == 0)
    }

    @Test("A rewritten pattern file with the original content is valid.")
    func wellFormed() throws {
        try set()
        let bytes = try folder.bytes("lock")
        #expect(bytes.starts(with: "touchtracker-lock 1 $y$".utf8))
        try folder.write(bytes, to: "lock")
        #expect(check("14789") == .correct)
    }

    @Test("A huge file, symbolic link, pipe or folder is malformed, and reading it does not block.")
    func otherKinds() throws {
        try set()
        let line = try folder.bytes("lock")
        try folder.write(line + [UInt8](repeating: 10, count: 1 << 20), to: "lock")
        expectMalformed()
        try folder.remove("lock")
        try folder.write(line, to: "real")
        #expect(symlink("real", file("lock")) == 0)
        expectMalformed()
        try folder.remove("lock")
        #expect(mkfifo(file("lock"), 0o600) == 0)
        expectMalformed()
        try folder.remove("lock")
        #expect(mkdir(file("lock"), 0o700) == 0)
        expectMalformed()
    }
}
