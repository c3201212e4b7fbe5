import Foundation
import Glibc
import KioskSystem
import Testing

@Suite("File holders")
struct FileHoldersTests {
    @Test("Another process that holds a file is found by name and number; this one isn't.")
    func holders() throws {
        let path = NSTemporaryDirectory() + "touchtracker-holders-\(UUID().uuidString)"
        let link = path + "-link"
        close(creat(path, 0o600))
        symlink(path, link)
        defer {
            unlink(link)
            unlink(path)
        }
        let own = try OwnedDescriptor(opening: path, flags: O_RDONLY)
        #expect(FileHolders(of: link).found.isEmpty)
        let holder = Process()
        holder.executableURL = URL(fileURLWithPath: "/bin/cat")
        let input = Pipe()
        holder.standardInput = input
        holder.standardOutput = Pipe()
        holder.standardError = FileHandle(
            fileDescriptor: dup(own.number), closeOnDealloc: true)
        try holder.run()
        // Until it is cat, the new process is a copy of this one.
        let command = "/proc/\(holder.processIdentifier)/comm"
        while try String(contentsOfFile: command, encoding: .utf8) != "cat\n" {}
        let holders = FileHolders(of: link)
        try input.fileHandleForWriting.close()
        holder.waitUntilExit()
        #expect(
            holders.found == [
                FileHolders.Holder(name: "cat", process: holder.processIdentifier)
            ])
        #expect(holders.names == "cat (process \(holder.processIdentifier))")
    }

    @Test("Root sees every process; of a file that isn't there, there is nobody.")
    func completeness() {
        let holders = FileHolders(of: "/nowhere")
        #expect(holders == FileHolders())
        #expect(holders.names.isEmpty)
        if geteuid() == 0 { #expect(FileHolders(of: "/proc/1/comm").isComplete) }
    }
}
