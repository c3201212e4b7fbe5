import Foundation
import KioskSystem
import Testing
import TouchTrackerStore

/// One kiosk has a folder for itself.
@Suite("Two kiosks", .serialized)
struct StateClaimTests {
    private let place = FileManager.default.temporaryDirectory
        .appendingPathComponent("claim tests \(UUID().uuidString)").path

    private func run(_ folder: String, end: Program.End? = nil) throws -> Program {
        try Program.run(
            ["run", "--display", "headless:376x240", "--no-input", "--state", folder], end: end)
    }

    private func makePlace() throws {
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    }

    @Test("The second ends at once with status 69, names the first, and touches nothing.")
    func second() throws {
        try makePlace()
        // The first: this very process.
        let lock = try ProcessLock(path: "\(place)/touchtracker.lock")
        let name = try String(contentsOfFile: "/proc/self/comm", encoding: .utf8)
            .trimmingCharacters(in: .newlines)
        let program = try run(place)
        #expect(program.status == 69)
        #expect(program.output.isEmpty)
        #expect(
            program.errors
                == "touchtracker: \(place): it is used by \(name) (process \(getpid())); end it first, or choose another folder with --state\n"
        )
        withExtendedLifetime(lock) {}
        #expect(try FileManager.default.contentsOfDirectory(atPath: place) == ["touchtracker.lock"])
        try FileManager.default.removeItem(atPath: place)
    }

    @Test("After the first has ended, the folder is free.")
    func next() throws {
        try makePlace()
        for _ in 0..<2 {
            let program = try run(place, end: .terminate(afterSeconds: 0))
            #expect(program.status == 0)
            #expect(!program.errors.contains("isn't saved"))
        }
        try FileManager.default.removeItem(atPath: place)
    }

    @Test("Where no lock can be made, one draws without saving.")
    func unlockable() throws {
        let program = try run("/sys", end: .terminate(afterSeconds: 0))
        #expect(program.status == 0)
        #expect(program.errors.contains("the drawing isn't saved: /sys: "))
    }

    @Test("What isn't a drawing is moved aside, and the log says where to.")
    func damaged() throws {
        try makePlace()
        let noise = Data(repeating: 0x5A, count: 9_000)
        try noise.write(to: URL(fileURLWithPath: "\(place)/\(DrawingStore.fileName)"))
        let program = try run(place, end: .terminate(afterSeconds: 0))
        #expect(program.status == 0)
        let line =
            "\(place)/drawing.sqlite: it isn't a database; it is kept as \(place)/drawing-damaged-1.sqlite, and a new drawing was begun; sqlite3's .recover may save what is left of it"
        #expect(program.errors.components(separatedBy: line).count == 2)
        let aside = URL(fileURLWithPath: "\(place)/drawing-damaged-1.sqlite")
        #expect(try Data(contentsOf: aside) == noise)
        #expect(try DrawingStore(folder: place, access: .readOnly).load().generation == 1)
        try FileManager.default.removeItem(atPath: place)
    }
}
