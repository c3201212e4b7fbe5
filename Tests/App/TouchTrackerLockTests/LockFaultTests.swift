import Foundation
import KioskSystem
import Testing
import TouchTrackerLock
import TouchTrackerTestSupport

/// Faults of the disk and power cuts while the lock is shown.
@Suite("Lock with faults")
struct LockFaultTests {
    private let folder = TemporaryFolder.forLock()
    private let clock = TestClock(seconds: 5_000)

    private func makeLock(
        in path: String, errors: SharedList<LockError> = SharedList(),
        didRecordAttempt: @escaping @Sendable () -> Void = {}
    ) -> Lock {
        Lock(
            folder: path, reportError: errors.append, now: { [clock] in clock.now() },
            didRecordAttempt: didRecordAttempt)
    }

    @Test("While the attempt file cannot be read or written, no pattern is checked or counted.")
    func noPermissions() throws {
        let lock = makeLock(in: folder.path)
        try lock.set(Pattern("14789"))
        #expect(lock.check(Pattern("1236")) == .wrong(lockoutSeconds: 0))
        UnprivilegedUser.own(folder)
        let path = "\(folder.path)/lock-tries"
        let denied = Errno(rawValue: EACCES)
        for (mode, cause) in [
            (0o000, LockError.Cause.unreadable(denied)), (0o200, .unreadable(denied)),
            (0o400, .unwritable(denied)),
        ] {
            let before = try folder.bytes("lock-tries")
            chmod(path, mode_t(mode))
            for digits in ["14789", "1236"] {
                let verdict = UnprivilegedUser.run { lock.check(Pattern(digits)) }
                #expect(verdict == .unavailable(LockError(cause: cause, path: path)))
            }
            #expect(try folder.bytes("lock-tries") == before)
            chmod(path, 0o600)
            #expect(try lock.failedAttempts().count == 1)
        }
        let verdict = UnprivilegedUser.run { lock.check(Pattern("14789")) }
        #expect(verdict == .correct)
    }

    @Test(
        "If the file system becomes read-only, no pattern is checked until it is writable again.",
        .enabled(if: SmallFileSystem.isSupported, "needs root"))
    func readOnly() throws {
        let disk = try SmallFileSystem(kibibytes: 64)
        let lock = makeLock(in: disk.path)
        try lock.set(Pattern("14789"))
        #expect(lock.check(Pattern("1236")) == .wrong(lockoutSeconds: 0))
        try disk.remount(readOnly: true)
        let error = LockError(
            cause: .unwritable(Errno(rawValue: EROFS)), path: "\(disk.path)/lock-tries")
        for digits in ["14789", "1236", "14789"] {
            #expect(lock.check(Pattern(digits)) == .unavailable(error))
            #expect(lock.lockoutSeconds == 0)
        }
        try disk.remount(readOnly: false)
        #expect(try lock.failedAttempts().count == 1)
        #expect(lock.check(Pattern("14789")) == .correct)
        #expect(try lock.failedAttempts() == .none)
    }

    @Test(
        "If the file system becomes read-only during a check, the pattern's result is valid.",
        .enabled(if: SmallFileSystem.isSupported, "needs root"))
    func readOnlyDuringCheck() throws {
        for (digits, expected) in [
            ("14789", Lock.Verdict.correct), ("1236", .wrong(lockoutSeconds: 0)),
        ] {
            let disk = try SmallFileSystem(kibibytes: 64)
            let errors = SharedList<LockError>()
            let lock = makeLock(in: disk.path, errors: errors) {
                do {
                    try disk.remount(readOnly: true)
                } catch {
                    Issue.record(error)
                }
            }
            try lock.set(Pattern("14789"))
            #expect(lock.check(Pattern(digits)) == expected)
            // The attempt stays recorded, because the count could not be cleared.
            #expect(try lock.failedAttempts().count == 1)
            let error = LockError(
                cause: .unwritable(Errno(rawValue: EROFS)), path: "\(disk.path)/lock-tries")
            #expect(errors.all == (expected == .correct ? [error] : []))
        }
    }

    @Test("A power cut while a correct pattern clears the count leaves all attempts or none.")
    func powerCutWhileClearing() throws {
        let saved = TemporaryFolder.forLock()
        var cuts = (all: 0, counted: 0, cleared: 0)
        for wrong in 0...6 {
            let lock = makeLock(in: folder.path) { [folder, saved] in
                do {
                    try saved.write(folder.bytes("lock-tries"), to: "lock-tries")
                } catch {
                    Issue.record(error)
                }
            }
            try lock.set(Pattern("14789"))
            for _ in 0..<wrong {
                _ = lock.check(Pattern("1236"))
                clock.advance(300)
            }
            #expect(lock.check(Pattern("14789")) == .correct)
            let recorded = try saved.bytes("lock-tries")
            let cleared = try folder.bytes("lock-tries")
            let changed = recorded.indices.filter { recorded[$0] != cleared[$0] }
            let first = try #require(changed.first)
            let last = try #require(changed.last)
            for length in first...last + 1 {
                for torn in [
                    Array(cleared[..<length] + recorded[length...]),
                    Array(recorded[..<length] + cleared[length...]),
                ] {
                    try folder.write(torn, to: "lock-tries")
                    let attempts = try makeLock(in: folder.path).failedAttempts()
                    cuts.all += 1
                    if attempts == .none { cuts.cleared += 1 }
                    if attempts.count == UInt32(wrong + 1) { cuts.counted += 1 }
                }
            }
        }
        #expect(cuts.all == cuts.counted + cuts.cleared)
        // Only the complete write clears the count.
        #expect(cuts.cleared == 2 * 7)
        #expect(cuts.all > 7 * 2 * 40, "\(cuts)")
    }
}
