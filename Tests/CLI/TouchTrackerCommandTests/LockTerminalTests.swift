import Foundation
import KioskSystem
import Testing
import TouchTrackerLock
import TouchTrackerTestSupport

/// Tests `touchtracker lock set` as seen in a terminal.
@Suite("Lock command in a terminal", .serialized)
struct LockTerminalTests {
    private let folder = TemporaryFolder(named: "lock tests")
    private var place: String { folder.path }

    /// A terminal that runs the program.
    private final class Terminal {
        private let keyboard: Int32
        private let line: Int32
        private let process = Process()
        /// The settings before the program was started.
        let initialSettings: termios
        private(set) var shown = ""

        init(_ arguments: [String]) throws {
            // The functions posix_openpt(3), unlockpt(3) and ptsname(3), which the C library
            // declares only with its extensions.
            keyboard = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
            var number: Int32 = 0
            try #require(keyboard >= 0 && ioctl(keyboard, 0x4004_5431, &number) == 0)
            try #require(ioctl(keyboard, 0x8004_5430, &number) == 0)
            let name = "/dev/pts/\(number)"
            line = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC)
            try #require(line >= 0)
            initialSettings = Self.settings(of: line)
            let handle = FileHandle(fileDescriptor: line)
            process.executableURL = URL(fileURLWithPath: "/usr/bin/setsid")
            // A session of its own, so that Ctrl-C reaches the program.
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

        /// Reads until a new text is shown.
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

        private static func settings(of line: Int32) -> termios {
            var settings = termios()
            tcgetattr(line, &settings)
            return settings
        }

        var settings: termios { Self.settings(of: line) }

        var echoes: Bool { settings.c_lflag & tcflag_t(ECHO) != 0 }

        var status: Int32 {
            process.waitUntilExit()
            return process.terminationStatus
        }
    }

    private var names: [String] { folder.names }

    @Test("The terminal shows the numbering, asks twice, and does not show typed characters")
    func typing() throws {
        let terminal = try Terminal(["lock", "set", "--state", place])
        terminal.wait(for: "as digits: ")
        #expect(!terminal.echoes)
        // A typing error can be corrected, as on any terminal.
        terminal.type("1479\u{7F}8\n")
        terminal.wait(for: "Repeat the pattern: ")
        terminal.type("1478\n")
        terminal.wait(for: "The pattern is set.")
        #expect(terminal.status == 0)
        #expect(terminal.echoes)
        #expect(terminal.shown.contains("    1 2 3\r\n    4 5 6\r\n    7 8 9\r\n"))
        #expect(!terminal.shown.contains("1478") && !terminal.shown.contains("1479"))
        #expect(names == ["lock", "lock-tries"])
        let clock = BootTimeClock()
        let pattern = Pattern()
        for dot in [1, 4, 7, 8] { pattern.connect(dot) }
        #expect(Lock(folder: place) { clock.now() }.check(pattern) == .correct)
    }

    @Test("After an error, the terminal shows typed characters again")
    func mistake() throws {
        let terminal = try Terminal(["lock", "set", "--state", place])
        terminal.wait(for: "as digits: ")
        terminal.type("12\n")
        terminal.wait(for: "too few dots")
        #expect(terminal.status == 64)
        #expect(terminal.echoes)
        #expect(names.isEmpty)
    }

    @Test(
        "After Ctrl-C at either prompt, the terminal shows typed characters and no pattern is set",
        arguments: [false, true])
    func interrupted(second: Bool) throws {
        let terminal = try Terminal(["lock", "set", "--state", place])
        terminal.wait(for: "as digits: ")
        if second {
            terminal.type("1478\n")
            terminal.wait(for: "Repeat the pattern: ")
        }
        // Ctrl-Z and Ctrl-\ are ignored.
        terminal.type("147\u{1A}\u{1C}\u{3}")
        #expect(terminal.status != 0)
        #expect(terminal.echoes)
        #expect(terminal.settings.c_lflag == terminal.initialSettings.c_lflag)
        #expect(names.isEmpty)
    }
}
