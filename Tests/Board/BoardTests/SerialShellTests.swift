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
}
