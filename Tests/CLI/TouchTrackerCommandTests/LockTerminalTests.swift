import Foundation
import KioskSystem
import Testing
import TouchTrackerLock

/// `touchtracker lock set` as somebody sees it who types.
@Suite("Setting the lock on a terminal", .serialized)
final class LockTerminalTests {
    private let place = FileManager.default.temporaryDirectory
        .appendingPathComponent("lock tests \(UUID().uuidString)").path

    init() throws {
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: place)
    }

    /// A terminal, with the program in it.
    private final class Terminal {
        private let keyboard: Int32
        private let line: Int32
        private let process = Process()
        private(set) var shown = ""

        init(_ arguments: [String]) throws {
            // What posix_openpt(3), unlockpt(3) and ptsname(3) do, which the C library only declares
            // with its extensions on.
            keyboard = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
            var number: Int32 = 0
            try #require(keyboard >= 0 && ioctl(keyboard, 0x4004_5431, &number) == 0)
            try #require(ioctl(keyboard, 0x8004_5430, &number) == 0)
            let name = "/dev/pts/\(number)"
            line = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC)
            try #require(line >= 0)
            let handle = FileHandle(fileDescriptor: line)
            process.executableURL = URL(fileURLWithPath: "/usr/bin/setsid")
            // Its own session, so that Ctrl-C is for it.
            process.arguments = ["--ctty", "--wait", try Program.path] + arguments
            process.standardInput = handle
            process.standardOutput = handle
            process.standardError = handle
            try process.run()
        }

        deinit {
            close(keyboard)
            close(line)
        }

        /// Reads until a text is shown that wasn't before.
        func wait(for text: String) {
            let start = shown.endIndex
            var bytes = [UInt8](repeating: 0, count: 4_096)
            while !shown[start...].contains(text) {
                let count = read(keyboard, &bytes, bytes.count)
                guard count > 0 else { break }
                shown += String(decoding: bytes[..<count], as: UTF8.self)
            }
            #expect(shown[start...].contains(text))
        }

        func type(_ text: String) {
            let bytes = Array(text.utf8)
            #expect(write(keyboard, bytes, bytes.count) == bytes.count)
        }

        var settings: termios {
            var settings = termios()
            tcgetattr(line, &settings)
            return settings
        }

        var echoes: Bool { settings.c_lflag & tcflag_t(ECHO) != 0 }

        var status: Int32 {
            process.waitUntilExit()
            return process.terminationStatus
        }
    }

    private var names: [String] { Folder.names(in: place).sorted() }

    @Test("It shows how the dots are numbered, asks twice, and never shows what is typed.")
    func typing() throws {
        let terminal = try Terminal(["lock", "set", "--state", place])
        terminal.wait(for: "as digits: ")
        #expect(!terminal.echoes)
        // A mistake is taken back, as on any terminal.
        terminal.type("1479\u{7F}8\n")
        terminal.wait(for: "again: ")
        terminal.type("1478\n")
        terminal.wait(for: "The pattern is set.")
        #expect(terminal.status == 0)
        #expect(terminal.echoes)
        #expect(terminal.shown.contains("    1 2 3\r\n    4 5 6\r\n    7 8 9\r\n"))
        #expect(!terminal.shown.contains("1478") && !terminal.shown.contains("1479"))
        #expect(names == ["lock", "lock-tries"])
        let clock = BootClock()
        let pattern = Pattern()
        for dot in [1, 4, 7, 8] { pattern.join(dot) }
        #expect(Lock(folder: place) { clock.now() }.check(pattern) == .right)
    }

    @Test("After a mistake the terminal shows again what is typed.")
    func mistake() throws {
        let terminal = try Terminal(["lock", "set", "--state", place])
        terminal.wait(for: "as digits: ")
        terminal.type("12\n")
        terminal.wait(for: "too few dots")
        #expect(terminal.status == 64)
        #expect(terminal.echoes)
        #expect(names.isEmpty)
    }

    @Test("After Ctrl-C too, at either question, and nothing is set.", arguments: [false, true])
    func interrupted(second: Bool) throws {
        let terminal = try Terminal(["lock", "set", "--state", place])
        let before = terminal.settings
        terminal.wait(for: "as digits: ")
        if second {
            terminal.type("1478\n")
            terminal.wait(for: "again: ")
        }
        // Ctrl-Z and Ctrl-\ do nothing.
        terminal.type("147\u{1A}\u{1C}\u{3}")
        #expect(terminal.status != 0)
        #expect(terminal.echoes)
        let after = terminal.settings
        #expect(after.c_lflag & ~tcflag_t(ECHO) == before.c_lflag & ~tcflag_t(ECHO))
        #expect(names.isEmpty)
    }
}
