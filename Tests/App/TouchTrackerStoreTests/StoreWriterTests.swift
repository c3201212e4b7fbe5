import Glibc
import Synchronization
import Testing
import TouchKitGeometry
import TouchTrackerStore
import TouchTrackerTestSupport

/// Edits go to the disk on another thread, in order, and none is lost.
@Suite("Store writer")
struct StoreWriterTests {
    let folder: TestFolder
    let heard = Heard()

    init() throws {
        folder = try TestFolder()
    }

    private func writer() throws -> StoreWriter {
        let heard = heard
        return try StoreWriter(folder: folder.path) { heard.add($0) }
    }

    @Test("What was handed over is stored in its order once the writer has finished.")
    func finished() throws {
        let writer = try writer()
        var edits = ScriptedEdits(seed: 4)
        for _ in 0..<300 { writer.store(edits.next()) }
        #expect(writer.finish() == 0)
        #expect(try folder.load() == edits.drawing)
        #expect(heard.saved == 300)
        #expect(heard.generation == 300)
        #expect(heard.failures.isEmpty)
    }

    @Test("A writer that is dropped has finished.")
    func dropped() throws {
        var edits = ScriptedEdits(seed: 5)
        do {
            let writer = try writer()
            for _ in 0..<20 { writer.store(edits.next()) }
        }
        #expect(try folder.load() == edits.drawing)
    }

    @Test("An edit is stored without a further one, or the end, to push it.")
    func alone() throws {
        let writer = try writer()
        writer.store([.put([sampleStroke(1)])])
        heard.wait { $0.saved == 1 }
        #expect(try folder.load().strokes.count == 1)
        #expect(writer.finish() == 0)
    }

    @Test("Another program that is writing is waited for.")
    func busy() throws {
        let writer = try writer()
        let other = try Database(path: folder.file, access: .readWrite)
        try other.run("BEGIN IMMEDIATE")
        var edits = ScriptedEdits(seed: 6)
        writer.store(edits.next())
        heard.wait { !$0.failures.isEmpty }
        writer.store(edits.next())
        #expect(heard.saved == 0)
        try other.run("ROLLBACK")
        writer.store(edits.next())
        #expect(writer.finish() == 0)
        #expect(try folder.load() == edits.drawing)
        #expect(heard.failures == [StoreError(.busy, path: folder.file)])
        #expect(heard.saved == 3)
        #expect(heard.recoveries == 1)
    }

    @Test("What can't be stored to the end is counted.")
    func lost() throws {
        let writer = try writer()
        let other = try Database(path: folder.file, access: .readWrite)
        try other.run("BEGIN IMMEDIATE")
        for id in 1...3 { writer.store([.put([sampleStroke(Int64(id))])]) }
        #expect(writer.finish() == 3)
        #expect(writer.finish() == 3)
        #expect(heard.failures == [StoreError(.busy, path: folder.file)])
        #expect(heard.saved == 0)
    }

    @Test("What was stored before is read in pages by number, and then it is said that it was all.")
    func pages() throws {
        var strokes = (1...700).map { sampleStroke(Int64($0), level: Int64(1_000 - $0)) }
        strokes[300].points = (0..<20_000).map { CGPoint(x: CGFloat($0), y: 1) }
        strokes[301].width = 0.5
        try DrawingStore(folder: folder.path, access: .readWrite).apply([.put(strokes)])
        try Database(path: folder.file, access: .readWrite)
            .run("UPDATE stroke SET width = -1 WHERE id = 302")
        let writer = try writer()
        #expect(writer.head == DrawingHead(generation: 1, nextID: 701, nextLevel: 1_000))
        writer.waitUntilRead()
        strokes.remove(at: 301)
        #expect(heard.strokes == strokes)
        #expect(heard.leftOut == [302])
        #expect(heard.reads == 1)
        // The large one has a page of its own.
        #expect(heard.pages == [256, 44, 1, 255, 143])
        writer.finish()
    }

    @Test("Numbers that nobody could have given are named, and not read.")
    func strangeNumbers() throws {
        let store = try DrawingStore(folder: folder.path, access: .readWrite)
        try store.apply([.put([sampleStroke(1)])])
        try store.database.run(
            "INSERT INTO stroke SELECT 1 << 60, level, tool, color, width, points FROM stroke")
        let writer = try writer()
        #expect(writer.head.nextID == 2)
        writer.waitUntilRead()
        #expect(heard.strokes == [sampleStroke(1)])
        #expect(heard.leftOut == [1 << 60])
        writer.finish()
    }

    @Test("However much is written, the log stays small.")
    func log() throws {
        let writer = try writer()
        var strokes = (1...20).map { sampleStroke(Int64($0)) }
        for round in 0..<150 {
            for index in strokes.indices {
                strokes[index].points = (0..<500).map { CGPoint(x: CGFloat($0), y: CGFloat(round)) }
            }
            writer.store([.put(strokes)])
        }
        heard.wait { $0.saved == 150 }
        #expect(try folder.bytes(DrawingStore.fileName + "-wal").count < 8 << 20)
        writer.finish()
        #expect(try folder.names() == [DrawingStore.fileName])
    }
}

/// What a writer reported.
final class Heard: Sendable {
    struct State {
        var saved = 0
        var generation: Int64 = 0
        var failures: [StoreError] = []
        var recoveries = 0
        var pages: [Int] = []
        var strokes: [StoredStroke] = []
        var leftOut: [Int64] = []
        var reads = 0
        var anew: [StoreError] = []
        var setAside: [String] = []
    }

    private let state = Mutex(State())

    var saved: Int { state.withLock { $0.saved } }
    var generation: Int64 { state.withLock { $0.generation } }
    var failures: [StoreError] { state.withLock { $0.failures } }
    var recoveries: Int { state.withLock { $0.recoveries } }
    /// How many strokes each page had.
    var pages: [Int] { state.withLock { $0.pages } }
    var strokes: [StoredStroke] { state.withLock { $0.strokes } }
    var leftOut: [Int64] { state.withLock { $0.leftOut } }
    /// How often all strokes were read.
    var reads: Int { state.withLock { $0.reads } }
    /// Why a drawing was begun anew.
    var anew: [StoreError] { state.withLock { $0.anew } }
    /// Where files were moved to.
    var setAside: [String] { state.withLock { $0.setAside } }

    func add(_ event: StoreWriter.Event) {
        state.withLock { state in
            switch event {
            case .saved(let edits, let generation):
                state.saved += edits
                state.generation = generation
            case .failed(let error):
                state.failures.append(error)
            case .recovered:
                state.recoveries += 1
            case .read(let page):
                state.pages.append(page.strokes.count)
                state.strokes += page.strokes
                state.leftOut += page.leftOut
            case .unreadable(let numbers, let error):
                Issue.record("\(numbers): \(error)")
            case .allRead:
                state.reads += 1
            case .begunAnew(let error, let setAside):
                state.anew.append(error)
                if let setAside { state.setAside.append(setAside.path) }
            case .pictureFailed(let error):
                Issue.record("\(error)")
            }
        }
    }

    /// Waits until what was heard is as expected. A test that waits in vain is ended by its harness.
    func wait(until isReached: (State) -> Bool) {
        while !state.withLock({ isReached($0) }) { sched_yield() }
    }
}
