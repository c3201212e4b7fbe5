import Foundation
import Testing
import TouchTrackerStore
import TouchTrackerTestSupport

/// A process that edits a drawing and is killed, or cannot write any more.
@Suite("Killed writer", .serialized)
struct KilledWriterTests {
    let folder = TemporaryFolder.forStore()

    @Test(
        "A killed process leaves a drawing with all edits that it had reported as stored.",
        arguments: [1, 40, 200])
    func killed(generations: Int) throws {
        let seed = UInt64(generations)
        let writer = try WriterProcess(["\(try WriterProcess.path)", folder.path, "\(seed)"])
        var reported: Int64 = 0
        while reported < generations, let line = writer.line() {
            reported = try #require(Int64(line), "\(line)")
        }
        writer.kill()
        while let line = writer.line() { reported = try #require(Int64(line), "\(line)") }
        #expect(reported >= generations)

        let stored = try DrawingStore(folder: folder.path, access: .readWrite).load()
        #expect(stored.generation == reported || stored.generation == reported + 1)
        var edits = RandomDrawingEdits(seed: seed)
        for _ in 0..<stored.generation { _ = edits.next() }
        #expect(stored == edits.drawing)
    }

    @Test("If writing fails, there is a one-line error, and the stored edits remain.")
    func fullDisk() throws {
        // The file size limit makes writing fail, because its signal is ignored.
        let writer = try WriterProcess([
            "/bin/sh", "-c", "trap '' XFSZ; ulimit -f 2000; exec \"$@\"", "sh",
            try WriterProcess.path,
            folder.path, "5",
        ])
        var reported: Int64 = 0
        var message = ""
        while let line = writer.line() {
            if let number = Int64(line) { reported = number } else { message += "\(line)\n" }
        }
        #expect(writer.status() == 74)
        #expect(message.hasPrefix("\(folder.file): "))
        #expect(message.split(separator: "\n").count == 1)
        var edits = RandomDrawingEdits(seed: 5)
        for _ in 0..<reported { _ = edits.next() }
        #expect(try folder.load() == edits.drawing)
        #expect(reported > 10)
    }
}

/// The process `touchtracker-store-writer` with its output.
private final class WriterProcess {
    /// The path of the program, which is built beside the tests.
    static var path: String {
        get throws {
            let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            return URL(fileURLWithPath: tests).deletingLastPathComponent()
                .appendingPathComponent("touchtracker-store-writer").path
        }
    }

    private let process = Process()
    private let output = Pipe()
    private var receivedData = Data()

    init(_ command: [String]) throws {
        process.executableURL = URL(fileURLWithPath: command[0])
        process.arguments = Array(command.dropFirst())
        process.standardOutput = output
        try process.run()
    }

    /// Returns the next complete line, or `nil` at the end of the output.
    func line() -> String? {
        while true {
            if let end = receivedData.firstIndex(of: 10) {
                let line = String(decoding: receivedData[..<end], as: UTF8.self)
                receivedData = Data(receivedData[(end + 1)...])
                return line
            }
            let more = output.fileHandleForReading.availableData
            if more.isEmpty { return nil }
            receivedData += more
        }
    }

    func kill() {
        Glibc.kill(process.processIdentifier, SIGKILL)
    }

    func status() -> Int32 {
        process.waitUntilExit()
        return process.terminationStatus
    }
}
