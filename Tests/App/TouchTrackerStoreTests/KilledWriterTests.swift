import Foundation
import Testing
import TouchTrackerStore
import TouchTrackerTestSupport

/// A process that edits a drawing and is stopped in the middle, or whose disk refuses.
@Suite("A writer that ends badly", .serialized)
struct KilledWriterTests {
    let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    @Test(
        "Killed anywhere, it leaves a drawing as it was after one of its edits: all that it was told was stored, and whole edits only.",
        arguments: [1, 40, 200])
    func killed(generations: Int) throws {
        let seed = UInt64(generations)
        let hand = try Hand(["\(try Hand.path)", folder.path, "\(seed)"])
        var said: Int64 = 0
        while said < generations, let line = hand.line() {
            said = try #require(Int64(line), "\(line)")
        }
        hand.kill()
        while let line = hand.line() { said = try #require(Int64(line), "\(line)") }
        #expect(said >= generations)

        let stored = try DrawingStore(folder: folder.path, access: .readWrite).load()
        #expect(stored.generation == said || stored.generation == said + 1)
        var edits = ScriptedEdits(seed: seed)
        for _ in 0..<stored.generation { _ = edits.next() }
        #expect(stored == edits.drawing)
    }

    @Test("A disk that takes no more: one line, and what was stored before is there.")
    func refused() throws {
        // No file may grow beyond so many blocks; without the signal, writing fails instead.
        let hand = try Hand([
            "/bin/sh", "-c", "trap '' XFSZ; ulimit -f 2000; exec \"$@\"", "sh", try Hand.path,
            folder.path, "5",
        ])
        var said: Int64 = 0
        var complaint = ""
        while let line = hand.line() {
            if let number = Int64(line) { said = number } else { complaint = line }
        }
        #expect(hand.status() == 74)
        #expect(complaint.hasPrefix("\(folder.file): "))
        var edits = ScriptedEdits(seed: 5)
        for _ in 0..<said { _ = edits.next() }
        #expect(try folder.load() == edits.drawing)
        #expect(said > 10)
    }
}

/// Another process, and what it says.
private final class Hand {
    /// The program that was built beside the tests.
    static var path: String {
        get throws {
            let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            return URL(fileURLWithPath: tests).deletingLastPathComponent()
                .appendingPathComponent("touchtracker-store-writer").path
        }
    }

    private let process = Process()
    private let output = Pipe()
    private var said = Data()

    init(_ command: [String]) throws {
        process.executableURL = URL(fileURLWithPath: command[0])
        process.arguments = Array(command.dropFirst())
        process.standardOutput = output
        try process.run()
    }

    /// The next whole line; nil once there won't be any.
    func line() -> String? {
        while true {
            if let end = said.firstIndex(of: 10) {
                let line = String(decoding: said[..<end], as: UTF8.self)
                said = Data(said[(end + 1)...])
                return line
            }
            let more = output.fileHandleForReading.availableData
            if more.isEmpty { return nil }
            said += more
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
