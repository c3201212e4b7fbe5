import Glibc
import Synchronization
import Testing
import TouchKitGeometry
import TouchTrackerStore
import TouchTrackerTestSupport

/// Storing edits on a separate thread.
@Suite("StoreWriter")
struct StoreWriterTests {
    let folder = TemporaryFolder.forStore()
    let events = RecordedEvents()

    private func writer() throws -> StoreWriter {
        let events = events
        return try StoreWriter(folder: folder.path) { events.add($0) }
    }

    @Test("All edits are stored in order when `finish()` returns.")
    func finishStoresAll() throws {
        let writer = try writer()
        var edits = RandomDrawingEdits(seed: 4)
        for _ in 0..<300 { writer.store(edits.next()) }
        #expect(writer.finish() == 0)
        #expect(try folder.load() == edits.drawing)
        #expect(events.saved == 300)
        #expect(events.generation == 300)
        #expect(events.failures.isEmpty)
    }

    @Test("A released writer has stored all edits.")
    func deinitFinishes() throws {
        var edits = RandomDrawingEdits(seed: 5)
        do {
            let writer = try writer()
            for _ in 0..<20 { writer.store(edits.next()) }
        }
        #expect(try folder.load() == edits.drawing)
    }

    @Test("A single edit is stored without a further edit or the end.")
    func singleEdit() throws {
        let writer = try writer()
        writer.store([.put([sampleStroke(1)])])
        events.wait { $0.saved == 1 }
        #expect(try folder.load().strokes.count == 1)
        #expect(writer.finish() == 0)
    }

    @Test("Edits wait while another program writes.")
    func busy() throws {
        let writer = try writer()
        let other = try Database(path: folder.file, access: .readWrite)
        try other.run("BEGIN IMMEDIATE")
        var edits = RandomDrawingEdits(seed: 6)
        writer.store(edits.next())
        events.wait { !$0.failures.isEmpty }
        writer.store(edits.next())
        #expect(events.saved == 0)
        try other.run("ROLLBACK")
        writer.store(edits.next())
        #expect(writer.finish() == 0)
        #expect(try folder.load() == edits.drawing)
        #expect(events.failures == [StoreError(.busy, path: folder.file)])
        #expect(events.saved == 3)
        #expect(events.recoveries == 1)
    }

    @Test("Edits that cannot be stored until the end are counted.")
    func unsavedCount() throws {
        let writer = try writer()
        let other = try Database(path: folder.file, access: .readWrite)
        try other.run("BEGIN IMMEDIATE")
        for id in 1...3 { writer.store([.put([sampleStroke(Int64(id))])]) }
        #expect(writer.finish() == 3)
        #expect(writer.finish() == 3)
        #expect(events.failures == [StoreError(.busy, path: folder.file)])
        #expect(events.saved == 0)
    }

    @Test("Stored strokes are read in pages by identifier, followed by the end event.")
    func pages() throws {
        var strokes = (1...700).map { sampleStroke(Int64($0), level: Int64(1_000 - $0)) }
        strokes[300].points = (0..<20_000).map { CGPoint(x: CGFloat($0), y: 1) }
        strokes[301].width = 0.5
        try DrawingStore(folder: folder.path, access: .readWrite).apply([.put(strokes)])
        try Database(path: folder.file, access: .readWrite)
            .run("UPDATE stroke SET width = -1 WHERE id = 302")
        let writer = try writer()
        #expect(writer.head == DrawingHead(generation: 1, nextID: 701, nextLevel: 1_000))
        events.wait { $0.reads == 1 }
        strokes.remove(at: 301)
        #expect(events.strokes == strokes)
        #expect(events.skippedIDs == [302])
        #expect(events.reads == 1)
        // The large stroke has its own page.
        #expect(events.pages == [256, 44, 1, 255, 143])
        writer.finish()
    }

    @Test("Strokes beyond the memory limit are not read; they are reported once and stay stored.")
    func memoryLimit() throws {
        let store = try DrawingStore(folder: folder.path, access: .readWrite)
        try store.apply([.put((1...1_000).map { sampleStroke($0) })])
        let events = RecordedEvents(expectsUnreadable: true)
        let writer = try StoreWriter(
            folder: folder.path, clock: SystemStoreClock(),
            opened: DrawingStore.open(folder: folder.path), memoryLimit: 150_000
        ) { events.add($0) }
        events.wait { $0.reads == 1 }
        // A stroke of two points counts as 576 bytes, and a page has 256 strokes.
        #expect(events.strokes.map(\.id) == Array(1...512))
        #expect(events.unreadable.map(\.numbers) == [513...1_000])
        #expect(events.unreadable.map(\.error.kind) == [.tooLarge])
        writer.store([.put([sampleStroke(1_001)]), .remove([3])])
        #expect(writer.finish() == 0)
        #expect(try folder.load().strokes.map(\.id) == [1, 2] + Array(4...1_001))
    }

    @Test("Strokes with invalid identifiers are listed and not read.")
    func invalidIdentifiers() throws {
        let store = try DrawingStore(folder: folder.path, access: .readWrite)
        try store.apply([.put([sampleStroke(1)])])
        try store.database.run(
            """
            INSERT INTO stroke SELECT 1 << 60, level, tool, color, width, points, NULL FROM stroke
            """)
        let writer = try writer()
        #expect(writer.head.nextID == 2)
        events.wait { $0.reads == 1 }
        #expect(events.strokes == [sampleStroke(1)])
        #expect(events.skippedIDs == [1 << 60])
        writer.finish()
    }

    @Test("The log stays small after many writes.")
    func logSize() throws {
        let writer = try writer()
        var strokes = (1...20).map { sampleStroke(Int64($0)) }
        for round in 0..<150 {
            for index in strokes.indices {
                strokes[index].points = (0..<500).map { CGPoint(x: CGFloat($0), y: CGFloat(round)) }
            }
            writer.store([.put(strokes)])
        }
        events.wait { $0.saved == 150 }
        #expect(try folder.bytes(DrawingStore.fileName + "-wal").count < 8 << 20)
        writer.finish()
        #expect(folder.names == [DrawingStore.fileName])
    }
}

/// A suite with writers for one folder, whose events are recorded, and a test clock.
protocol StoreWriterSuite {
    var folder: TemporaryFolder { get }
    var events: RecordedEvents { get }
    var clock: TestClock { get }
}

extension StoreWriterSuite {
    /// Creates a writer that opens the folder's drawing.
    func writer() throws -> StoreWriter {
        let events = events
        return try StoreWriter(folder: folder.path, clock: clock) { events.add($0) }
    }

    /// Creates a writer for a drawing that was opened, or could not be opened.
    func writer(_ opened: sending OpenedDrawing) throws -> StoreWriter {
        let events = events
        return try StoreWriter(folder: folder.path, clock: clock, opened: opened) { events.add($0) }
    }
}

/// A thread-safe record of a writer's events.
final class RecordedEvents: Sendable {
    struct State {
        var saved = 0
        var generation: Int64 = 0
        var failures: [StoreError] = []
        var recoveries = 0
        var pages: [Int] = []
        var strokes: [StoredStroke] = []
        var skippedIDs: [Int64] = []
        var reads = 0
        var recreationErrors: [StoreError] = []
        var quarantined: [String] = []
        var unreadable: [(numbers: ClosedRange<Int64>, error: StoreError)] = []
    }

    private let state = Mutex(State())
    private let expectsUnreadable: Bool

    /// Creates an empty record. Without `expectsUnreadable`, unreadable strokes fail the test.
    init(expectsUnreadable: Bool = false) {
        self.expectsUnreadable = expectsUnreadable
    }

    var saved: Int { state.withLock { $0.saved } }
    var generation: Int64 { state.withLock { $0.generation } }
    var failures: [StoreError] { state.withLock { $0.failures } }
    var recoveries: Int { state.withLock { $0.recoveries } }
    /// The number of strokes of each page.
    var pages: [Int] { state.withLock { $0.pages } }
    var strokes: [StoredStroke] { state.withLock { $0.strokes } }
    var skippedIDs: [Int64] { state.withLock { $0.skippedIDs } }
    var unreadable: [(numbers: ClosedRange<Int64>, error: StoreError)] {
        state.withLock { $0.unreadable }
    }
    /// The number of `allRead` events.
    var reads: Int { state.withLock { $0.reads } }
    /// The errors for which the drawing was recreated.
    var recreationErrors: [StoreError] { state.withLock { $0.recreationErrors } }
    /// The paths of the quarantined files.
    var quarantined: [String] { state.withLock { $0.quarantined } }

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
                state.skippedIDs += page.skippedIDs
            case .unreadable(let numbers, let error):
                if !expectsUnreadable { Issue.record("\(numbers): \(error)") }
                state.unreadable.append((numbers, error))
            case .allRead:
                state.reads += 1
            case .quarantined(let drawing):
                state.quarantined.append(drawing.path)
            case .recreated(let error, _):
                state.recreationErrors.append(error)
            case .pictureFailed(let error):
                Issue.record("\(error)")
            }
        }
    }

    /// Waits for a state of the recorded events; the test's time limit ends a wait without success.
    func wait(until isReached: (State) -> Bool) {
        while !state.withLock({ isReached($0) }) { sched_yield() }
    }
}
