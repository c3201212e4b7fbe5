import Foundation
import KioskSystem
import Testing
import TouchTrackerLock

/// `touchtracker lock`, seen from outside.
@Suite("Setting the lock", .serialized)
final class LockCommandTests {
    private let place = FileManager.default.temporaryDirectory
        .appendingPathComponent("lock tests \(UUID().uuidString)").path

    init() throws {
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: place)
    }

    /// The lock, `offset` microseconds away from now.
    private func lock(_ offset: Int64 = 0) -> Lock {
        let clock = BootClock()
        return Lock(folder: place) {
            var moment = clock.now()
            moment.microseconds += offset
            return moment
        }
    }

    private func pattern(_ digits: String) -> Pattern {
        let pattern = Pattern()
        for digit in digits { pattern.join(digit.wholeNumberValue ?? 0) }
        return pattern
    }

    private func set(_ input: String, _ options: [String] = []) throws -> Program {
        try Program.run(["lock", "set", "--state", place] + options, input: input)
    }

    private func status(environment: [String: String] = [:]) throws -> String {
        try Program.run(["lock", "status", "--state", place], environment: environment).output
    }

    private func expectFailure(_ program: Program, _ status: Int32, _ line: String) {
        #expect(program.status == status)
        #expect(program.output.isEmpty)
        #expect(program.errors == "touchtracker: \(line)\n")
    }

    private func mode(_ name: String) throws -> stat {
        var information = stat()
        try #require(lstat("\(place)/\(name)", &information) == 0)
        return information
    }

    @Test("Two lines from a pipe set the pattern, the second's end being that of the input too.")
    func setting() throws {
        for input in ["1236\n1236\n", "1236\n1236", "136\n1236\n", "1236\n1236\nmore\n"] {
            let program = try set(input)
            #expect(program.status == 0)
            #expect(program.output == "The pattern is set.\n" && program.errors.isEmpty)
            #expect(lock().check(pattern("1236")) == .right)
        }
        #expect(lock().check(pattern("1478")) == .wrong(secondsToWait: 0))
    }

    @Test("It is found where the service manager says.")
    func environment() throws {
        let program = try Program.run(
            ["lock", "set"], environment: ["STATE_DIRECTORY": "\(place):/elsewhere"],
            input: "1236\n1236\n")
        #expect(program.status == 0)
        #expect(lock().check(pattern("1236")) == .right)
    }

    @Test("Only the folder's owner may read it, whatever the mask, and root gives it to him.")
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
                let information = try mode(name)
                #expect(information.st_mode == S_IFREG | 0o600)
                #expect(information.st_uid == (isRoot ? 12_345 : geteuid()))
                #expect(information.st_gid == (isRoot ? 23_456 : getegid()))
            }
        }
    }

    @Test(
        "What is no pattern, or not the same twice, is refused in one line, and changes nothing.",
        arguments: [
            ("", "no dots were given"), ("\n\n", "no dots were given"),
            ("123\n123\n", "these are too few dots; join at least 4"),
            ("1111\n1111\n", "these are too few dots; join at least 4"),
            ("1236\n1235\n", "these aren't the same dots twice; nothing is changed"),
            ("1236\n", "these aren't the same dots twice; nothing is changed"),
            ("1236 \n1236\n", "dots have the digits 1 to 9, and nothing else is typed"),
            ("12360\n12360\n", "dots have the digits 1 to 9, and nothing else is typed"),
            ("zebra\nzebra\n", "dots have the digits 1 to 9, and nothing else is typed"),
        ])
    func refused(_ input: String, _ line: String) throws {
        #expect(try set("1478\n1478\n").status == 0)
        expectFailure(try set(input), 64, "lock set: \(line)")
        #expect(lock().check(pattern("1478")) == .right)
    }

    @Test("A pattern as an argument is refused, and not repeated where others could read it.")
    func argument() throws {
        let program = try set("", ["14789"])
        #expect(program.status == 64)
        #expect(!program.errors.contains("14789"))
        #expect(
            program.errors.hasPrefix(
                "touchtracker: a pattern isn't given on the command line, "
                    + "where others can read it: it is asked for"))
        #expect(Folder.names(in: place).isEmpty)
    }

    @Test("Where it can't be written: one line, status 74.")
    func unwritable() throws {
        let input = "1236\n1236\n"
        expectFailure(
            try Program.run(["lock", "set", "--state", "\(place)/no"], input: input), 74,
            "\(place)/no: there is no such folder; make it, or choose another with --state")
        #expect(mkdir("\(place)/lock", 0o700) == 0)
        expectFailure(
            try set(input), 74,
            "\(place)/lock: it can't be written: Is a directory; "
                + "look at the disk, or choose another folder with --state")
        #expect(rmdir("\(place)/lock") == 0)
        // A file that may not grow: the disk refuses.
        let script = "trap '' XFSZ; ulimit -f 0; printf '1236\\n1236\\n' | \"$@\""
        expectFailure(
            try Program.run(
                ["-c", script, "sh", try Program.path, "lock", "set", "--state", place],
                executable: "/bin/sh"), 74,
            "\(place)/lock-tries: it can't be written: File too large; "
                + "look at the disk, or choose another folder with --state")
        #expect(!Folder.names(in: place).contains("lock"))
        #expect(Folder.names(in: place).allSatisfy { !$0.contains("part") })
    }

    @Test("The status tells what is set, what was tried and how long to wait; as JSON too.")
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
        let json = try #require(
            try JSONSerialization.jsonObject(with: Data(program.output.utf8)) as? [String: Any])
        #expect(json["isSet"] as? Bool == true)
        #expect(json["wrongTries"] as? Int == 4)
        #expect(0.1...30 ~= json["secondsToWait"] as? Double ?? -1)
    }

    @Test("A damaged pattern, or no folder: one line, status 66.")
    func damaged() throws {
        try "hello".write(toFile: "\(place)/lock", atomically: false, encoding: .utf8)
        expectFailure(
            try Program.run(["lock", "status", "--state", place]), 66,
            "\(place)/lock: it isn't a pattern's file; "
                + "set the pattern anew with 'touchtracker lock set'")
        expectFailure(
            try Program.run(["lock", "status", "--state", "\(place)/no"]), 66,
            "\(place)/no: there is no such folder; make it, or choose another with --state")
        #expect(try set("1478\n1478\n").status == 0)
        #expect(try status().hasPrefix("pattern: set\n"))
    }

    @Test("Whatever the wall clock is set to, the wait is the same.")
    func wallClock() throws {
        // The list of libraries is divided at spaces.
        let library = "/tmp/another-time-\(getpid()).so"
        defer { unlink(library) }
        let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Preload/another-time.c").path
        let compiled = try Program.run(
            ["clang", "-shared", "-fPIC", "-O1", "-o", library, source], executable: "/usr/bin/env")
        try #require(compiled.status == 0, "\(compiled.errors)")
        #expect(try set("1478\n1478\n").status == 0)
        for _ in 0..<3 { _ = lock(-5_000_000).check(pattern("1236")) }
        _ = lock().check(pattern("1236"))
        for seconds in ["-1000000000", "-86400", "86400", "1000000000"] {
            let environment = ["LD_PRELOAD": library, "TOUCHTRACKER_TEST_SECONDS": seconds]
            // The library does what it says.
            let date = try Program.run(
                ["+%s"], environment: environment, executable: "/bin/date")
            let shown = try #require(
                Double(date.output.trimmingCharacters(in: .whitespacesAndNewlines)))
            let offset = try #require(Double(seconds))
            #expect(abs(shown - Date().timeIntervalSince1970 - offset) < 60)
            let before = lock().secondsToWait
            let lines = try status(environment: environment).split(separator: "\n")
            let after = lock().secondsToWait
            let said = try #require(lines.last?.split(separator: " ").last.flatMap { Double($0) })
            #expect(before > 0 && after.rounded(.up)...before.rounded(.up) ~= said)
        }
    }

    @Test("Resetting needs root, and leaves nothing.")
    func reset() throws {
        #expect(try set("1478\n1478\n").status == 0)
        let command = ["lock", "reset", "--state", place]
        let refusal = "lock reset: only root may remove the pattern; run it with sudo, or as root"
        guard geteuid() == 0 else {
            expectFailure(try Program.run(command), 69, refusal)
            #expect(lock().isSet)
            return
        }
        let program = try Program.run(
            ["--reuid=12345", "--clear-groups", try Program.path] + command,
            executable: "/usr/bin/setpriv")
        // Somebody else may not even reach the program where it was built.
        if program.status != 127 && program.status != 126 { expectFailure(program, 69, refusal) }
        #expect(lock().isSet)
        let done = try Program.run(command)
        #expect(done.status == 0 && done.output.isEmpty && done.errors.isEmpty)
        #expect(Folder.names(in: place).isEmpty)
        #expect(try Program.run(command).status == 0)
    }
}
