import Glibc
import KioskSystem
import TouchTrackerLock

/// Reads patterns from standard input as digits, a line each, and keeps none of them: a byte is a dot of
/// a `Pattern` before the next is read.
///
/// A terminal doesn't show them. However reading ends, Ctrl-C included, it shows again what is typed.
struct PatternEntry {
    private let terminal: HiddenTerminal?

    /// Prepares for reading; on a terminal it is shown which number each dot has.
    init() throws(Failure) {
        guard isatty(STDIN_FILENO) == 1 else {
            terminal = nil
            return
        }
        do {
            terminal = try HiddenTerminal()
        } catch {
            throw Failure(
                status: .unavailable,
                message:
                    "standard input: \(error); type the pattern at a terminal, or give it through a pipe"
            )
        }
        try StandardOutput.write(
            """
            The dots are numbered row by row:

                1 2 3
                4 5 6
                7 8 9

            What you type isn't shown.

            """)
    }

    /// Reads a line. Nothing that isn't a digit from 1 to 9 is in it.
    func read(_ prompt: String) throws(Failure) -> Pattern {
        if terminal != nil { try StandardOutput.write(prompt) }
        let pattern = Pattern()
        var isStrange = false
        loop: while true {
            if let signal = terminal?.waitForLine() { leave(for: signal) }
            var byte: UInt8 = 0
            let count = Glibc.read(STDIN_FILENO, &byte, 1)
            if count < 0 {
                if Errno.last == .interrupted { continue }
                throw Failure(
                    status: .input,
                    message:
                        "standard input: \(Errno.last); type the pattern at a terminal, or give it through a pipe"
                )
            }
            let isOver = count == 0 || byte == UInt8(ascii: "\n")
            if isOver { break }
            if UInt8(ascii: "1")...UInt8(ascii: "9") ~= byte {
                pattern.join(Int(byte - UInt8(ascii: "0")))
            } else {
                isStrange = true
            }
            explicit_bzero(&byte, 1)
        }
        if isStrange {
            throw Failure(
                status: .usage,
                message: "lock set: dots have the digits 1 to 9, and nothing else is typed")
        }
        return pattern
    }

    /// Ends the process by a signal that came, once the terminal is as it was.
    private func leave(for signal: SignalDescriptor.Signal) -> Never {
        terminal?.restore()
        // The line that Ctrl-C was typed in.
        _ = Glibc.write(STDOUT_FILENO, "\n", 1)
        signal.endProcess()
    }
}
