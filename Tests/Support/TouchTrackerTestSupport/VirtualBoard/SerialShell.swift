/// The root shell that a virtual board offers on its second serial line.
///
/// The line is a terminal: what is typed before a shell reads it is lost, and what is typed is
/// echoed. So the first thing said is a question, repeated until it is answered, and every answer
/// stands between marks that the echo of a command can't contain.
final class SerialShell {
    private let socket: LocalSocket
    private var commandCount = 0

    /// Connects and waits until a shell answers, at most `timeoutSeconds`.
    init(path: String, timeoutSeconds: Double) throws(VirtualBoardError) {
        socket = try LocalSocket(path: path)
        let deadline = Deadline(afterSeconds: timeoutSeconds)
        // A plain shell: no line editing, no prompt, no echo, no carriage returns.
        let opening = "exec env -i PATH=\"$PATH\" TERM=dumb PS1= PS2= sh\nstty -echo -onlcr\n"
        repeat {
            try socket.write(Array((opening + "echo SHELL'' READY\n").utf8))
            let answer = try output(
                upTo: "SHELL READY\n", by: Deadline(afterSeconds: min(2, deadline.remainingSeconds))
            )
            if answer != nil { return }
        } while !deadline.hasPassed
        throw VirtualBoardError("no shell on the serial line within \(timeoutSeconds) s")
    }

    /// Runs `command` and returns what it wrote, to both outputs, without the last line's end.
    ///
    /// Throws if its exit status is not 0. It may have at most 4,000 bytes: a terminal holds no more.
    func run(_ command: String, timeoutSeconds: Double) throws(VirtualBoardError) -> String {
        guard command.utf8.count <= 4_000 else {
            throw VirtualBoardError(
                "a command of \(command.utf8.count) bytes: the board's terminal holds 4,000; bring a file there"
            )
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
        let deadline = Deadline(afterSeconds: timeoutSeconds)
        guard
            try output(upTo: begin, by: deadline) != nil,
            let output = try output(upTo: end, by: deadline),
            let status = try self.output(upTo: ".\n", by: deadline)
        else {
            throw VirtualBoardError("no end within \(timeoutSeconds) s of: \(command)\n\(unread)")
        }
        let trimmed = output.hasSuffix("\n") ? String(output.dropLast()) : output
        guard status == "0" else {
            throw VirtualBoardError("exit status \(status) of: \(command)\n\(trimmed)")
        }
        return trimmed
    }

    private var unreadBytes: [UInt8] = []

    private var unread: String { String(decoding: unreadBytes, as: UTF8.self) }

    /// Returns what has come before `mark` and drops both, or nil when the deadline passes.
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
    /// The first place at or after `start` where `pattern` stands.
    fileprivate func firstIndex(of pattern: [UInt8], from start: Int) -> Int? {
        guard count - start >= pattern.count else { return nil }
        return (start...(count - pattern.count)).first { self[$0...].starts(with: pattern) }
    }
}
