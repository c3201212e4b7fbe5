import Foundation
import Glibc
import KioskSystem
import Testing
import TouchTrackerTestSupport

@Suite("Open file processes")
struct OpenFileProcessesTests {
    @Test("Another process that has a file open is found; this process is not.")
    func findsOtherProcess() throws {
        let folder = TemporaryFolder()
        let path = try folder.write("", to: "file")
        let link = path + "-link"
        symlink(path, link)
        let own = try OwnedDescriptor(opening: path, flags: O_RDONLY)
        #expect(OpenFileProcesses(of: link).processes.isEmpty)
        let child = Process()
        child.executableURL = URL(fileURLWithPath: "/bin/cat")
        let input = Pipe()
        child.standardInput = input
        child.standardOutput = Pipe()
        child.standardError = FileHandle(
            fileDescriptor: dup(own.number), closeOnDealloc: true)
        try child.run()
        // Before exec, the child process has the name of this process.
        let command = "/proc/\(child.processIdentifier)/comm"
        while try String(contentsOfFile: command, encoding: .utf8) != "cat\n" {}
        let result = OpenFileProcesses(of: link)
        try input.fileHandleForWriting.close()
        child.waitUntilExit()
        #expect(
            result.processes == [
                OpenFileProcesses.Process(name: "cat", id: child.processIdentifier)
            ])
        #expect(result.summary == "cat (process \(child.processIdentifier))")
    }

    @Test("A missing file has no processes, and for root the result is complete.")
    func completeness() {
        let result = OpenFileProcesses(of: "/nowhere")
        #expect(result == OpenFileProcesses())
        #expect(result.summary.isEmpty)
        if geteuid() == 0 { #expect(OpenFileProcesses(of: "/proc/1/comm").isComplete) }
    }
}
