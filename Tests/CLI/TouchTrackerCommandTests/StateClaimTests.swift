import Foundation
import KioskSystem
import Testing
import TouchTrackerStore
import TouchTrackerTestSupport

/// Tests that a state folder has only one kiosk.
@Suite("State claim", .serialized)
struct StateClaimTests {
    private let folder = TemporaryFolder(named: "claim tests")
    private var place: String { folder.path }

    private func run(_ folder: String, end: Program.End? = nil) throws -> Program {
        try Program.run(
            ["run", "--display", "headless:376x240", "--no-input", "--state", folder], end: end)
    }

    @Test("A second kiosk ends with status 69, names the first one, and changes nothing")
    func second() throws {
        // The test process is the first kiosk.
        let lock = try ProcessLock(path: "\(place)/touchtracker.lock")
        let name = try String(contentsOfFile: "/proc/self/comm", encoding: .utf8)
            .trimmingCharacters(in: .newlines)
        let program = try run(place)
        #expect(program.status == 69)
        #expect(program.output.isEmpty)
        #expect(
            program.errors
                == "touchtracker: \(place): in use by \(name) (process \(getpid())); stop it first, or choose another folder with --state\n"
        )
        withExtendedLifetime(lock) {}
        #expect(folder.names == ["touchtracker.lock"])
    }

    @Test("After the first kiosk has ended, the folder is free")
    func next() throws {
        for _ in 0..<2 {
            let program = try run(place, end: .terminate(afterSeconds: 0))
            #expect(program.status == 0)
            #expect(!program.errors.contains("is not saved"))
        }
    }

    @Test("Without a lock file, the kiosk draws without saving")
    func unlockable() throws {
        let program = try run("/sys", end: .terminate(afterSeconds: 0))
        #expect(program.status == 0)
        #expect(program.errors.contains("the drawing is not saved: /sys: "))
        #expect(program.errors.contains("frames=1 "))
    }

    @Test("A file that is not a drawing is quarantined, and the log has its new name")
    func damaged() throws {
        let noise = [UInt8](repeating: 0x5A, count: 9_000)
        try folder.write(noise, to: DrawingStore.fileName)
        let program = try run(place, end: .terminate(afterSeconds: 0))
        #expect(program.status == 0)
        let line =
            "\(place)/drawing.sqlite: not a database; moved to \(place)/drawing-damaged-1.sqlite, "
            + "and a new drawing is started; sqlite3's .recover may rescue part of it"
        #expect(program.errors.components(separatedBy: line).count == 2)
        #expect(try folder.bytes("drawing-damaged-1.sqlite") == noise)
        #expect(try DrawingStore(folder: place, access: .readOnly).load().generation == 1)
    }
}
