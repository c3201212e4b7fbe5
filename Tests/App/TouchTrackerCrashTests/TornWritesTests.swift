import Foundation
import Testing
import TouchKitGeometry
import TouchTrackerStore
import TouchTrackerTestSupport

/// Power cuts at any request of the store to the disk, with torn and reordered writes.
///
/// `touchtracker-store-writer` runs once, and its requests are recorded. Each power cut is
/// simulated from the record, so that thousands of them take a minute.
@Suite("Torn writes")
struct TornWritesTests {
    /// The number of power cuts.
    static let cutCount =
        ProcessInfo.processInfo.environment["TOUCHTRACKER_TORN_WRITES"].flatMap { Int($0) } ?? 60

    /// The runs of the writer on the same folder: the number of edits, and whether the process is
    /// killed afterwards instead of closing the drawing, which copies the log into the database.
    private static let runs = [
        (edits: 30, isKilled: false), (edits: 40, isKilled: true), (edits: 30, isKilled: false),
        (edits: 400, isKilled: true), (edits: 20, isKilled: true),
    ]
    private static let seed: UInt64 = 21

    /// The recorded requests and the drawings after each edit.
    private struct Record {
        var requests: [DiskRequest]
        var drawings: [StoredDrawing]
    }

    /// Runs the writer and returns the record.
    private func record() throws -> Record {
        let folder = try CrashTestFolder(isInMemory: true)
        let library = folder.url.appendingPathComponent("disk-recorder.so")
        let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Preload/disk-recorder.c").path
        try runTool(["clang", "-shared", "-fPIC", "-O1", "-o", library.path, source])
        let state = try folder.subfolder("state")
        let file = folder.url.appendingPathComponent("record")
        for run in Self.runs {
            let process = try CrashSubjectProcess(
                command: [
                    try CrashSubjectProcess.path(of: "touchtracker-store-writer"), state.path,
                    "\(Self.seed)", "\(run.edits)", run.isKilled ? "kill" : "close",
                ],
                log: file,
                environment: [
                    "LD_PRELOAD": library.path, "TOUCHTRACKER_DISK_FOLDER": state.path,
                    "TOUCHTRACKER_DISK_RECORD": file.path,
                ])
            let exit = process.waitForExit()
            try #require(exit.isCrash == run.isKilled && exit.errors.isEmpty, "\(exit)")
        }
        var edits = RandomDrawingEdits(seed: Self.seed)
        var drawings = [edits.drawing]
        for _ in 0..<Self.runs.map(\.edits).reduce(0, +) {
            _ = edits.next()
            drawings.append(edits.drawing)
        }
        let requests = try DiskRequest.read(file)
        let marks = requests.compactMap { request -> String? in
            if case .mark(let lines) = request { lines } else { nil }
        }
        // Without a complete record, every power cut would leave an empty, valid drawing.
        try #require(marks.last == "\(drawings.count - 1)\n")
        return Record(requests: requests, drawings: drawings)
    }

    /// Cuts the power at `count` random requests of the record, and returns a message for each
    /// stored drawing that is not the one after the last durable edit or the edit after it.
    private func cutPower(_ count: Int, _ record: Record, seed: UInt64) throws -> [String] {
        var random = SeededRandom(seed: seed)
        let times = (0..<count).map { _ in random.next(below: record.requests.count + 1) }.sorted()
        var disk = SimulatedDisk()
        var durable = 0
        var (next, errors): (Int, [String]) = (0, [])
        for (number, time) in times.enumerated() {
            for request in record.requests[next..<time] {
                disk.perform(request)
                if case .mark(let lines) = request {
                    durable = try #require(lines.split(separator: "\n").last.flatMap { Int($0) })
                }
            }
            next = time
            let cut = SimulatedDisk.PowerCut.allCases[
                number % SimulatedDisk.PowerCut.allCases.count]
            let error = try open(disk.files(after: cut, &random), &random, durable, record.drawings)
            if let error { errors.append("request \(time), \(cut), edit \(durable): \(error)") }
        }
        return errors
    }

    /// Opens the drawing in a folder with the given files, and stores a further edit.
    ///
    /// - Returns: What is wrong, or `nil`.
    private func open(
        _ files: [String: [UInt8]], _ random: inout SeededRandom, _ durable: Int,
        _ drawings: [StoredDrawing]
    ) throws -> String? {
        let folder = try CrashTestFolder(isInMemory: true)
        for (name, bytes) in files {
            // The mapped index is not synchronized, so that it may contain anything.
            let bytes =
                name.hasSuffix("-shm")
                ? bytes.map { _ in UInt8(truncatingIfNeeded: random.next()) } : bytes
            try Data(bytes).write(to: folder.url.appendingPathComponent(name))
        }
        let opened: OpenedDrawing
        do throws(StoreError) {
            opened = try DrawingStore.open(folder: folder.url.path)
        } catch {
            return "cannot open: \(error)"
        }
        if let quarantined = opened.quarantined { return "quarantined: \(quarantined)" }
        guard let store = opened.store, opened.writeError == nil else {
            return "not writable: \(String(describing: opened.writeError))"
        }
        do throws(StoreError) {
            let stored = try store.load()
            let index = Int(stored.generation)
            guard durable...(durable + 1) ~= index, index < drawings.count else {
                return "generation \(index)"
            }
            if stored != drawings[index] { return "another drawing than after edit \(index)" }
            try store.apply([.canvas(CGSize(width: 1, height: 2))])
            let reread = try store.load()
            if reread.canvas != CGSize(width: 1, height: 2) || reread.strokes != stored.strokes {
                return "an edit after the power cut is not stored"
            }
        } catch {
            return "\(error)"
        }
        return nil
    }

    @Test("After a power cut at any disk request, the drawing contains all durable edits.")
    func tornWrites() throws {
        let record = try record()
        let checkpoints = record.requests.filter {
            if case .truncate = $0 { true } else { false }
        }
        print(
            "\(record.requests.count) disk requests of \(record.drawings.count - 1) edits,",
            "\(checkpoints.count) truncations, \(Self.cutCount) power cuts")
        for error in try cutPower(Self.cutCount, record, seed: 1) { Issue.record("\(error)") }
    }

    @Test("On a disk that ignores synchronization, durable edits are lost.")
    func ignoredSynchronization() throws {
        var record = try record()
        record.requests.removeAll {
            switch $0 {
            case .synchronize, .synchronizeFolder: true
            default: false
            }
        }
        let errors = try cutPower(60, record, seed: 2)
        print("\(errors.count) of 60 power cuts without synchronization lose edits")
        #expect(errors.count > 30, "the simulated power cuts do no harm")
    }
}
