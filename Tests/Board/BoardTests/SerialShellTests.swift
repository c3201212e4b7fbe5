import Foundation
import Testing
import TouchTrackerVirtualBoard

/// The first commands for a board's serial shell.
@Suite("Serial shell")
struct SerialShellTests {
    @Test("The shell completes the opening commands when it has missed the first bytes")
    func missedBytes() throws {
        for count in 0..<SerialShell.opening.utf8.count {
            let shell = Process()
            shell.executableURL = URL(fileURLWithPath: "/bin/sh")
            // Checks the syntax only. An open quotation is an error at the end of the input.
            shell.arguments = ["-n"]
            let input = Pipe()
            shell.standardInput = input
            input.fileHandleForWriting.write(Data(SerialShell.opening.utf8.dropFirst(count)))
            try input.fileHandleForWriting.close()
            shell.standardError = FileHandle.nullDevice
            try shell.run()
            shell.waitUntilExit()
            #expect(shell.terminationStatus == 0, "after \(count) bytes")
        }
    }

    @Test(
        "A shell that has missed the first command, and still has a prompt, is not ready",
        arguments: [("", true), ("$ ", false), (#"\u@\h:\w\$ "#, false)])
    func missedCommand(prompt: String, isReady: Bool) throws {
        let shell = Process()
        shell.executableURL = URL(fileURLWithPath: "/bin/sh")
        shell.environment = ["PS1": prompt]
        let (input, output) = (Pipe(), Pipe())
        shell.standardInput = input
        shell.standardOutput = output
        shell.standardError = FileHandle.nullDevice
        let commands = SerialShell.opening.drop { $0 != "\n" }
        input.fileHandleForWriting.write(Data(commands.utf8))
        try input.fileHandleForWriting.close()
        try shell.run()
        shell.waitUntilExit()
        let text = String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        #expect(text.contains(SerialShell.readyLine) == isReady)
    }
}
