import Glibc
import KioskRuntime
import KioskSystem
import TouchTrackerLock

/// A reader of unlock patterns, which are lines of digits on standard input.
///
/// Each digit is added to a `Pattern` before the next digit is read, so that memory contains no
/// other copy of the pattern. On a terminal, input is not echoed. The terminal's settings are
/// restored at the end of this value's lifetime and after Ctrl-C.
struct PatternEntry {
    private let terminal: NoEchoTerminal?

    /// Disables the echo of the terminal and prints the numbers of the dots. If standard input is
    /// not a terminal, does neither.
    init() throws(Failure) {
        guard isatty(STDIN_FILENO) == 1 else {
            terminal = nil
            return
        }
        do {
            terminal = try NoEchoTerminal()
        } catch {
            throw Failure(
                status: .unavailable,
                message:
                    "standard input: \(error); type the pattern in a terminal, or use a pipe"
            )
        }
        try StandardOutput.write(
            """
            The dots are numbered row by row:

                1 2 3
                4 5 6
                7 8 9

            Your input is not shown.

            """)
    }

    /// Reads a line of digits from 1 to 9.
    ///
    /// - Parameter prompt: The text to print before reading from a terminal.
    /// - Throws: `Failure` if the line contains another character or cannot be read.
    func read(_ prompt: String) throws(Failure) -> Pattern {
        if terminal != nil { try StandardOutput.write(prompt) }
        let pattern = Pattern()
        var hasInvalidCharacter = false
        loop: while true {
            if let signal = terminal?.waitForLine() { endProcess(with: signal) }
            var byte: UInt8 = 0
            let count = Glibc.read(STDIN_FILENO, &byte, 1)
            if count < 0 {
                if Errno.last == .interrupted { continue }
                throw Failure(
                    status: .input,
                    message:
                        "standard input: \(Errno.last); type the pattern in a terminal, or use a pipe"
                )
            }
            let isOver = count == 0 || byte == UInt8(ascii: "\n")
            if isOver { break }
            if UInt8(ascii: "1")...UInt8(ascii: "9") ~= byte {
                pattern.connect(Int(byte - UInt8(ascii: "0")))
            } else {
                hasInvalidCharacter = true
            }
            explicit_bzero(&byte, 1)
        }
        if hasInvalidCharacter {
            throw Failure(
                status: .usage,
                message: "lock set: invalid character; use only the digits 1 to 9")
        }
        return pattern
    }

    /// Restores the terminal's settings and ends the process with the default action of `signal`.
    private func endProcess(with signal: SignalDescriptor.Signal) -> Never {
        terminal?.restore()
        // The terminal has echoed ^C, so the next prompt needs a new line.
        _ = Glibc.write(STDOUT_FILENO, "\n", 1)
        signal.endProcess()
    }
}
