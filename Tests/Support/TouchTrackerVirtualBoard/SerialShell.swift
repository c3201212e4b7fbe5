import TouchTrackerTestSupport

/// A connection to the root shell on a virtual board's second serial line.
///
/// The line is a terminal that echoes input and discards input that arrives before the shell reads.
/// The connection therefore repeats its first command until it is answered, and encloses the output
/// of each command in markers that the echo of the command cannot contain.
package final class SerialShell {
    /// The commands that give the shell no line editing, prompt, echo or carriage returns, and then
    /// print a marker.
    ///
    /// The shell may miss any number of the first bytes. Quotation marks are not allowed: without
    /// the first of a pair, the shell would wait for another one, in every repetition. A shell that
    /// has missed the first command still has a prompt, which changes the marker.
    package static let opening = """
        exec env -i PATH=$PATH TERM=dumb PS1= PS2= sh
        stty -echo -onlcr
        echo SHELL\\ READY$PS1

        """
    /// The line that a shell without a prompt prints after the opening commands.
    package static let readyLine = "SHELL READY\n"

    private let socket: LocalSocket
    private let clock: EmulatorClock
    private var commandCount = 0

    /// Connects, and waits until the shell answers.
    init(path: String, clock: EmulatorClock) throws(VirtualBoardError) {
        self.clock = clock
        let deadline = Deadline(clock)
        socket = try LocalSocket(path: path, by: deadline)
        repeat {
            try socket.write(Array(Self.opening.utf8))
            let answer = try output(upTo: Self.readyLine, by: Deadline(clock, seconds: 2))
            if answer != nil { return }
        } while !deadline.hasPassed
        throw socket.error("no shell on the serial line")
    }

    /// Runs `command`, and returns its standard output and standard error without the last newline.
    ///
    /// The terminal's input buffer limits commands to 4,000 bytes.
    ///
    /// - Throws: An error if the exit status is not 0 or the command does not end in time.
    func run(_ command: String, timeoutSeconds: Double) throws(VirtualBoardError) -> String {
        guard command.utf8.count <= 4_000 else {
            throw VirtualBoardError(
                "serial shell: the command has \(command.utf8.count) bytes (limit: 4,000); "
                    + "split it into several commands")
        }
        commandCount += 1
        let begin = "BEGIN \(commandCount):\n"
        let end = "\nEND \(commandCount):"
        let text = """
            echo BEGIN'' \(commandCount):
            { \(command)
            } 2>&1 </dev/null
            printf '\\nEND'' %d:%d.\\n' \(commandCount) $?

            """
        try socket.write(Array(text.utf8))
        let deadline = Deadline(clock, seconds: timeoutSeconds)
        guard
            try output(upTo: begin, by: deadline) != nil,
            let output = try output(upTo: end, by: deadline),
            let status = try self.output(upTo: ".\n", by: deadline)
        else {
            throw socket.error(
                "no end of the command within \(timeoutSeconds) s: \(command)\n\(unread)")
        }
        let trimmed = output.hasSuffix("\n") ? String(output.dropLast()) : output
        guard status == "0" else {
            throw VirtualBoardError("exit status \(status) of: \(command)\n\(trimmed)")
        }
        return trimmed
    }

    private var unreadBytes: [UInt8] = []

    private var unread: String { String(decoding: unreadBytes, as: UTF8.self) }

    /// Removes and returns the received text before `mark`, or returns `nil` if the deadline
    /// passes.
    private func output(
        upTo mark: String, by deadline: Deadline
    ) throws(VirtualBoardError) -> String? {
        let mark = Array(mark.utf8)
        var searched = 0
        while true {
            if let start = unreadBytes.firstIndex(of: mark, from: searched) {
                defer { unreadBytes.removeSubrange(..<(start + mark.count)) }
                return String(decoding: unreadBytes[..<start], as: UTF8.self)
            }
            searched = max(0, unreadBytes.count - mark.count + 1)
            let bytes = try socket.read(by: deadline)
            guard !bytes.isEmpty else { return nil }
            unreadBytes += bytes
        }
    }
}

extension [UInt8] {
    /// Returns the first index at or after `start` at which `pattern` occurs, or `nil`.
    fileprivate func firstIndex(of pattern: [UInt8], from start: Int) -> Int? {
        guard count - start >= pattern.count else { return nil }
        return (start...(count - pattern.count)).first { self[$0...].starts(with: pattern) }
    }
}
