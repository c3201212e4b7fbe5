import Foundation
import KioskSystem
import Testing
import TouchTrackerLock

@Suite("The lock")
struct LockTests {
    private let place = Place()
    private let clock = TestClock(seconds: 5_000)

    /// The lock as a process that was just started has it.
    private var lock: Lock { Lock(folder: place.path) { [clock] in clock.now() } }

    private func set(_ digits: String = "14789") throws {
        try lock.set(Pattern(digits))
    }

    private func tryPattern(_ digits: String) -> Lock.Verdict {
        lock.check(Pattern(digits))
    }

    private func file(_ name: String) -> String { "\(place.path)/\(name)" }

    @Test("Without a pattern there is no lock: nothing to wait for, and nothing is judged.")
    func notSet() throws {
        #expect(!lock.isSet)
        #expect(lock.secondsToWait == 0)
        let error = LockError(cause: .notSet, path: file("lock"))
        #expect(tryPattern("14789") == .unavailable(error))
        #expect(throws: error) { try lock.checkPattern() }
        #expect(place.names.isEmpty)
        let nowhere = Lock(folder: file("no")) { [clock] in clock.now() }
        #expect(!nowhere.isSet)
        #expect(throws: LockError(cause: .noFolder, path: file("no"))) {
            try nowhere.set(Pattern("1236"))
        }
    }

    @Test("The pattern that was set is the right one, and no other, until another is set.")
    func setting() throws {
        try set()
        #expect(lock.isSet)
        #expect(tryPattern("14789") == .right)
        #expect(tryPattern("1478") == .wrong(secondsToWait: 0))
        try set("1236")
        #expect(try lock.tries() == .none)
        #expect(tryPattern("14789") == .wrong(secondsToWait: 0))
        #expect(tryPattern("136") == .right)
        try lock.reset()
        #expect(!lock.isSet)
        #expect(place.names.isEmpty)
        try lock.reset()
    }

    @Test("Only the folder's owner may read what is written, whoever writes it.")
    func privacy() throws {
        let isRoot = geteuid() == 0
        if isRoot { #expect(chown(place.path, 12_345, 23_456) == 0) }
        try set()
        for name in ["lock", "lock-tries"] {
            #expect(try place.mode(name) == 0o600)
            let information = try place.information(name)
            #expect(information.st_uid == (isRoot ? 12_345 : geteuid()))
            #expect(information.st_gid == (isRoot ? 23_456 : getegid()))
        }
        #expect(place.names == ["lock", "lock-tries"])
    }

    @Test(
        "The table of waits, each try by a process of its own; what comes too early isn't looked at."
    )
    func waits() throws {
        try set()
        for wait in [0, 0, 5, 30, 60, 300, 300, 300] as [Double] {
            #expect(tryPattern("1236") == .wrong(secondsToWait: wait))
            if wait == 0 { continue }
            #expect(lock.secondsToWait == wait)
            clock.advance(wait - 1)
            // Not even the right one, and asking costs nothing.
            #expect(tryPattern("14789") == .tooEarly(secondsToWait: 1))
            #expect(tryPattern("1236") == .tooEarly(secondsToWait: 1))
            clock.advance(1)
            #expect(lock.secondsToWait == 0)
        }
        #expect(tryPattern("14789") == .right)
        #expect(lock.secondsToWait == 0)
        #expect(tryPattern("1236") == .wrong(secondsToWait: 0))
    }

    @Test("After a power cut the whole wait begins anew, and goes on from try to try.")
    func reboots() throws {
        try set()
        for _ in 0..<4 {
            #expect(lock.secondsToWait == 0)
            _ = tryPattern("1236")
            clock.advance(5)
        }
        #expect(lock.secondsToWait == 25)
        clock.advance(20)
        clock.restart(after: 2)
        #expect(lock.secondsToWait == 28)
        clock.restart(after: 2)
        #expect(tryPattern("14789") == .tooEarly(secondsToWait: 28))
        clock.advance(28)
        #expect(tryPattern("1236") == .wrong(secondsToWait: 60))
        clock.restart(after: 3)
        clock.advance(57)
        #expect(tryPattern("14789") == .right)
    }

    @Test(
        "The wall clock doesn't matter: no file's time, and nothing in a file, is held against it.")
    func wallClock() throws {
        try set()
        for _ in 0..<4 {
            _ = tryPattern("1236")
            clock.advance(5)
        }
        for seconds in [0, 4_000_000_000] {
            var times = [timeval](repeating: timeval(tv_sec: seconds, tv_usec: 0), count: 2)
            for name in place.names { #expect(utimes(file(name), &times) == 0) }
            #expect(lock.secondsToWait == 25)
            #expect(tryPattern("14789") == .tooEarly(secondsToWait: 25))
        }
    }

    @Test("A power cut between counting and judging leaves the try counted, the right one's too.")
    func cutInBetween() throws {
        try set()
        let disk = Place()
        for (count, digits) in ["1236", "14789", "1236", "14789"].enumerated() {
            // What the disk holds once the try is counted; then that boot is over.
            let cut = Lock(folder: place.path) { [clock] in
                clock.now()
            } counted: { [place, disk] in
                for name in place.names {
                    try? disk.write(name, (try? place.bytes(name)) ?? [])
                }
            }
            let verdict = cut.check(Pattern(digits))
            #expect((verdict == .right) == (digits == "14789"))
            for name in disk.names { try place.write(name, disk.bytes(name)) }
            #expect(try lock.tries().wrong == UInt32(count + 1))
            clock.restart(after: 60)
        }
        #expect(tryPattern("14789") == .right)
        #expect(try lock.tries() == .none)
    }

    @Test("Where a try can't be counted, none is judged, not even the right one.")
    func uncountable() throws {
        try set()
        // A file with another name may be somebody else's.
        #expect(link(file("lock-tries"), file("other")) == 0)
        let error = LockError(cause: .unwritable(.invalid), path: file("lock-tries"))
        #expect(tryPattern("14789") == .unavailable(error))
        try place.remove("other")
        #expect(tryPattern("14789") == .right)
        try place.remove("lock-tries")
        #expect(mkdir(file("lock-tries"), 0o700) == 0)
        let asked = lock
        #expect(asked.secondsToWait == 300)
        clock.advance(300)
        let cause = LockError.Cause.unwritable(Errno(rawValue: EISDIR))
        #expect(
            asked.check(Pattern("14789"))
                == .unavailable(LockError(cause: cause, path: file("lock-tries"))))
    }

    @Test("Who knows the pattern gets in though the try can't be taken back; that is reported.")
    func stuckCount() throws {
        try set()
        let reports = Reports()
        let stuck = Lock(folder: place.path, report: reports.add) { [clock] in
            clock.now()
        } counted: { [place] in
            _ = link("\(place.path)/lock-tries", "\(place.path)/other")
        }
        #expect(stuck.check(Pattern("14789")) == .right)
        #expect(
            reports.all == [LockError(cause: .unwritable(.invalid), path: file("lock-tries"))])
        #expect(try lock.tries().wrong == 1)
    }

    @Test("A wait that can't be read is none, and is reported once, not at every look.")
    func unreadableWait() throws {
        let reports = Reports()
        try place.write("file", [])
        let nowhere = Lock(folder: file("file"), report: reports.add) { [clock] in clock.now() }
        for _ in 0..<3 { #expect(nowhere.secondsToWait == 0) }
        let code = Errno(rawValue: ENOTDIR)
        #expect(reports.all == [LockError(cause: .unreadable(code), path: file("file"))])
    }

    @Test(
        "What can't be written has a remedy that helps.",
        arguments: [
            (ENOSPC, "make room"), (EDQUOT, "make room"), (EACCES, "only its owner"),
            (EPERM, "only its owner"), (EROFS, "mount the file system for writing"),
            (EIO, "look at the disk"),
        ])
    func remedies(code: Int32, remedy: String) {
        let error = LockError(cause: .unwritable(Errno(rawValue: code)), path: "/state/lock")
        #expect(error.description.hasPrefix("/state/lock: it can't be written: "))
        #expect(error.description.contains("; \(remedy)"))
    }

    @Test(
        "On a full disk tries are counted, and a pattern that can't be set leaves the old one.",
        .enabled(if: SmallDisk.isPossible, "needs root"))
    func fullDisk() throws {
        let disk = try SmallDisk(kibibytes: 64)
        let lock = Lock(folder: disk.path) { [clock] in clock.now() }
        try lock.set(Pattern("14789"))
        disk.fill()
        #expect(lock.check(Pattern("1236")) == .wrong(secondsToWait: 0))
        #expect(lock.check(Pattern("14789")) == .right)
        let error = LockError(
            cause: .unwritable(Errno(rawValue: ENOSPC)), path: "\(disk.path)/lock-tries")
        #expect(throws: error) { try lock.set(Pattern("1236")) }
        #expect(lock.check(Pattern("14789")) == .right)
    }

    @Test("Tries that were lost or damaged are as after the longest wait, from when it is noticed.")
    func lostTries() throws {
        for isDamaged in [false, true] {
            try set()
            if isDamaged {
                try place.write("lock-tries", [UInt8](repeating: 0, count: 8_192))
            } else {
                try place.remove("lock-tries")
            }
            let process = lock
            #expect(process.secondsToWait == 300)
            clock.advance(299)
            #expect(process.check(Pattern("14789")) == .tooEarly(secondsToWait: 1))
            // Another process notices it anew.
            #expect(tryPattern("14789") == .tooEarly(secondsToWait: 300))
            clock.advance(1)
            #expect(process.check(Pattern("1236")) == .wrong(secondsToWait: 300))
            #expect(lock.secondsToWait == 300)
            clock.advance(300)
            #expect(tryPattern("14789") == .right)
        }
    }

    @Test(
        "A pattern's file that is none is said to be none, in one line; nothing is judged or counted.",
        arguments: [
            "", "\n", "touchtracker-lock 1", "touchtracker-lock 1 \n", "hello",
            "touchtracker-lock 2 HASH\n",
            "touchtracker-lock 1 HASH", "touchtracker-lock 1 HASH\n\n",
            "touchtracker-lock 1  HASH\n",
            "touchtracker-lock 1 HASHx\n", "touchtracker-lock 1 14789\n",
        ])
    func malformed(_ line: String) throws {
        try set()
        let hash = try String(decoding: place.bytes("lock").dropFirst(20).dropLast(), as: UTF8.self)
        let text = line.replacingOccurrences(of: "HASH", with: hash)
        try place.write("lock", Array(text.utf8))
        expectMalformed()
    }

    private func expectMalformed() {
        let error = LockError(cause: .malformed, path: file("lock"))
        #expect(lock.isSet)
        #expect(tryPattern("14789") == .unavailable(error))
        #expect(throws: error) { try lock.checkPattern() }
        #expect(
            error.description
                == "\(file("lock")): it isn't a pattern's file; "
                + "set the pattern anew with 'touchtracker lock set'")
        #expect((try? lock.tries().wrong) == 0)
    }

    @Test("The right line is the only one: a test of the test.")
    func wellFormed() throws {
        try set()
        let bytes = try place.bytes("lock")
        #expect(bytes.starts(with: "touchtracker-lock 1 $y$".utf8))
        try place.write("lock", bytes)
        #expect(tryPattern("14789") == .right)
    }

    @Test(
        "A huge file, a link, a folder or a pipe in its place is none either, and holds nobody up.")
    func otherKinds() throws {
        try set()
        let line = try place.bytes("lock")
        try place.write("lock", line + [UInt8](repeating: 10, count: 1 << 20))
        expectMalformed()
        try place.remove("lock")
        try place.write("real", line)
        #expect(symlink("real", file("lock")) == 0)
        expectMalformed()
        try place.remove("lock")
        #expect(mkfifo(file("lock"), 0o600) == 0)
        expectMalformed()
        try place.remove("lock")
        #expect(mkdir(file("lock"), 0o700) == 0)
        expectMalformed()
    }
}
