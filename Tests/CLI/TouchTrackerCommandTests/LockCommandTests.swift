import Foundation
import KioskSystem
import Testing
import TouchTrackerLock
import TouchTrackerTestSupport

/// Tests `touchtracker lock` from outside.
@Suite("Lock command", .serialized)
struct LockCommandTests {
    private let folder = TemporaryFolder(named: "lock tests")
    private var place: String { folder.path }

    /// Returns the lock at a clock that is `offset` microseconds ahead.
    private func lock(_ offset: Int64 = 0) -> Lock {
        let clock = BootTimeClock()
        return Lock(folder: place) {
            var moment = clock.now()
            moment.microseconds += offset
            return moment
        }
    }

    private func pattern(_ digits: String) -> Pattern {
        let pattern = Pattern()
        for digit in digits { pattern.connect(digit.wholeNumberValue ?? 0) }
        return pattern
    }

    private func set(_ input: String, _ options: [String] = []) throws -> Program {
        try Program.run(["lock", "set", "--state", place] + options, input: input)
    }

    private func status(environment: [String: String] = [:]) throws -> String {
        try Program.run(["lock", "status", "--state", place], environment: environment).output
    }

    /// Returns the owner and the permissions of a file in the folder.
    private func information(of name: String) throws -> stat {
        var information = stat()
        try #require(lstat("\(place)/\(name)", &information) == 0)
        return information
    }

    @Test("Two lines from a pipe set the pattern; the second one may end with the input")
    func setting() throws {
        for input in ["1236\n1236\n", "1236\n1236", "136\n1236\n", "1236\n1236\nmore\n"] {
            let program = try set(input)
            #expect(program.status == 0)
            #expect(program.output == "The pattern is set.\n" && program.errors.isEmpty)
            #expect(lock().check(pattern("1236")) == .correct)
        }
        #expect(lock().check(pattern("1478")) == .wrong(lockoutSeconds: 0))
    }

    @Test("The pattern is in the service manager's state directory")
    func environment() throws {
        let program = try Program.run(
            ["lock", "set"], environment: ["STATE_DIRECTORY": "\(place):/elsewhere"],
            input: "1236\n1236\n")
        #expect(program.status == 0)
        #expect(lock().check(pattern("1236")) == .correct)
    }

    @Test("Only the folder's owner can read the pattern, whatever the umask or if root sets it")
    func owner() throws {
        let isRoot = geteuid() == 0
        if isRoot { #expect(chown(place, 12_345, 23_456) == 0) }
        for mask in ["0", "077", "0777"] {
            let script = "umask \(mask); printf '1236\\n1236\\n' | \"$@\""
            let program = try Program.run(
                ["-c", script, "sh", try Program.path, "lock", "set", "--state", place],
                executable: "/bin/sh")
            #expect(program.status == 0)
            for name in ["lock", "lock-tries"] {
                let information = try information(of: name)
                #expect(information.st_mode == S_IFREG | 0o600)
                #expect(information.st_uid == (isRoot ? 12_345 : geteuid()))
                #expect(information.st_gid == (isRoot ? 23_456 : getegid()))
            }
        }
    }

    @Test(
        "An invalid or differently repeated pattern is refused in one line, and nothing changes",
        arguments: [
            ("", "no dots; use at least 4"), ("\n\n", "no dots; use at least 4"),
            ("123\n123\n", "too few dots; use at least 4"),
            ("1111\n1111\n", "too few dots; use at least 4"),
            ("1236\n1235\n", "the patterns differ; nothing is changed"),
            ("1236\n", "the patterns differ; nothing is changed"),
            ("1236 \n1236\n", "invalid character; use only the digits 1 to 9"),
            ("12360\n12360\n", "invalid character; use only the digits 1 to 9"),
            ("zebra\nzebra\n", "invalid character; use only the digits 1 to 9"),
        ])
    func refused(_ input: String, _ line: String) throws {
        #expect(try set("1478\n1478\n").status == 0)
        expectFailure(try set(input), 64, "lock set: \(line)")
        #expect(lock().check(pattern("1478")) == .correct)
    }

    @Test("A pattern as an argument is refused and not printed")
    func argument() throws {
        let program = try set("", ["14789"])
        #expect(program.status == 64)
        #expect(!program.errors.contains("14789"))
        #expect(
            program.errors.hasPrefix(
                "touchtracker: the pattern is not an argument, because other users can "
                    + "read command lines; it is read from standard input"))
        #expect(folder.names.isEmpty)
    }

    @Test("A write error is one line with status 74")
    func unwritable() throws {
        let input = "1236\n1236\n"
        expectFailure(
            try Program.run(["lock", "set", "--state", "\(place)/no"], input: input), 74,
            "\(place)/no: folder does not exist; create it or choose another with --state")
        #expect(mkdir("\(place)/lock", 0o700) == 0)
        expectFailure(
            try set(input), 74,
            "\(place)/lock: cannot write: Is a directory; "
                + "check the disk, or choose another folder with --state")
        #expect(rmdir("\(place)/lock") == 0)
        expectFailure(
            try Program.runUnableToWrite(["lock", "set", "--state", place], input: input), 74,
            "\(place)/lock-tries: cannot write: File too large; "
                + "check the disk, or choose another folder with --state")
        #expect(!folder.names.contains("lock"))
        #expect(folder.names.allSatisfy { !$0.contains("part") })
    }

    @Test("The status has the pattern, the wrong attempts and the lockout delay, also as JSON")
    func status() throws {
        #expect(try status() == "pattern: not set\nwrong tries: 0\nseconds to wait: 0\n")
        #expect(try set("1478\n1478\n").status == 0)
        #expect(try status() == "pattern: set\nwrong tries: 0\nseconds to wait: 0\n")
        for _ in 0..<3 { _ = lock(-5_000_000).check(pattern("1236")) }
        _ = lock().check(pattern("1236"))
        let lines = try status().split(separator: "\n")
        #expect(lines[1] == "wrong tries: 4")
        let wait = try #require(lines[2].split(separator: " ").last.flatMap { Int($0) })
        #expect(1...30 ~= wait)
        let program = try Program.run(["lock", "status", "--json", "--state", place])
        let json = try jsonObject(program.output)
        #expect(json["isSet"] as? Bool == true)
        #expect(json["wrongTries"] as? Int == 4)
        #expect(0.1...30 ~= json["secondsToWait"] as? Double ?? -1)
    }

    @Test("A damaged pattern or a missing folder is one line with status 66")
    func damaged() throws {
        try folder.write("hello", to: "lock")
        expectFailure(
            try Program.run(["lock", "status", "--state", place]), 66,
            "\(place)/lock: not a valid pattern file; "
                + "set the pattern again with 'touchtracker lock set'")
        expectFailure(
            try Program.run(["lock", "status", "--state", "\(place)/no"]), 66,
            "\(place)/no: folder does not exist; create it or choose another with --state")
        #expect(try set("1478\n1478\n").status == 0)
        #expect(try status().hasPrefix("pattern: set\n"))
    }

    @Test("The lockout delay does not depend on the wall clock")
    func wallClock() throws {
        let library = try PreloadedLibrary("another-time")
        #expect(try set("1478\n1478\n").status == 0)
        for _ in 0..<3 { _ = lock(-5_000_000).check(pattern("1236")) }
        _ = lock().check(pattern("1236"))
        for seconds in ["-1000000000", "-86400", "86400", "1000000000"] {
            let environment = ["LD_PRELOAD": library.path, "TOUCHTRACKER_TEST_SECONDS": seconds]
            // Checks that the preloaded library works.
            let date = try Program.run(
                ["+%s"], environment: environment, executable: "/bin/date")
            let shown = try #require(
                Double(date.output.trimmingCharacters(in: .whitespacesAndNewlines)))
            let offset = try #require(Double(seconds))
            #expect(abs(shown - Date().timeIntervalSince1970 - offset) < 60)
            let before = lock().lockoutSeconds
            let lines = try status(environment: environment).split(separator: "\n")
            let after = lock().lockoutSeconds
            let printed = try #require(
                lines.last?.split(separator: " ").last.flatMap { Double($0) })
            #expect(before > 0 && after.rounded(.up)...before.rounded(.up) ~= printed)
        }
    }

    @Test("Resetting requires root and removes all files of the lock")
    func reset() throws {
        #expect(try set("1478\n1478\n").status == 0)
        let command = ["lock", "reset", "--state", place]
        let refusal = "lock reset: only root may remove the pattern; run the command as root"
        guard geteuid() == 0 else {
            expectFailure(try Program.run(command), 69, refusal)
            #expect(lock().isSet)
            return
        }
        let program = try Program.run(
            ["--reuid=12345", "--clear-groups", try Program.path] + command,
            executable: "/usr/bin/setpriv")
        // Other users may be unable to reach the program in its build folder.
        if program.status != 127 && program.status != 126 { expectFailure(program, 69, refusal) }
        #expect(lock().isSet)
        let done = try Program.run(command)
        #expect(done.status == 0 && done.output.isEmpty && done.errors.isEmpty)
        #expect(folder.names.isEmpty)
        #expect(try Program.run(command).status == 0)
    }
}
