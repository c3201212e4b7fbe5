import Glibc
import KioskSystem
import Testing

/// Tests without a virtual terminal. Board tests cover a process on a virtual terminal.
@Suite("Console")
struct ConsoleTests {
    @Test("A process without a virtual terminal has no console to restore.")
    func noTerminal() throws {
        #expect(try Console(replacesUnusedTerminal: false) == nil)
        #expect(try Console.restoreText() == nil)
        #expect(try Console.restoreText(at: "/dev/null") == nil)
        #expect(throws: LinuxError.self) { try Console.restoreText(at: "/dev/nothing") }
    }
}
