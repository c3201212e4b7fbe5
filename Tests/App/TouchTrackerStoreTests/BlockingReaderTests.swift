import Foundation
import Testing
import TouchKitGeometry
import TouchTrackerStore
import TouchTrackerTestSupport

/// After a failure, nothing is written before the log is written back, even if a reader blocks
/// that.
@Suite("StoreWriter with a blocking reader")
struct BlockingReaderTests: StoreWriterSuite {
    let folder = TemporaryFolder.forStore()
    let events = RecordedEvents()
    let clock = TestClock()

    /// Opens a read transaction that prevents checkpoints.
    private func reader() throws -> Database {
        let reader = try Database(path: folder.file, access: .readOnly)
        try reader.run("BEGIN")
        #expect(try reader.queryInteger("SELECT count(*) FROM stroke") != nil)
        return reader
    }

    private var busy: StoreError { StoreError(.busy, path: folder.file) }

    @Test("A drawing that could not be read is not overwritten.")
    func unknownDrawing() throws {
        let old = try DrawingStore(folder: folder.path, access: .readWrite)
        try old.apply([.put([sampleStroke(1), sampleStroke(2)])])
        let reader = try reader()
        let trouble = StoreError(.failed("nothing works"), path: folder.file)
        let writer = try writer(OpenedDrawing(writeError: trouble))
        for id in 1...2 { writer.store([.put([sampleStroke(Int64(id), level: 9)])]) }
        for _ in 0..<3 { try runNextAttempt() }
        #expect(events.saved == 0)
        #expect(events.failures == [trouble, busy])
        try reader.run("ROLLBACK")
        try runNextAttempt()
        #expect(clock.waitUntilIdle() == nil)
        #expect(writer.finish() == 0)
        let strokes = try folder.load().strokes
        #expect(strokes.map(\.id) == [1, 2, 3, 4])
        #expect(strokes.prefix(2).elementsEqual([sampleStroke(1), sampleStroke(2)]))
    }

    @Test("A new drawing is created and reported after the reader has ended.")
    func recreatedDrawing() throws {
        let store = try DrawingStore(folder: folder.path, access: .readWrite)
        try store.apply([.put([sampleStroke(1)])])
        let head = try store.head()
        let writer = try writer(OpenedDrawing(store: store, head: head))
        #expect(clock.waitUntilIdle() == nil)
        for name in folder.names { try folder.remove(name) }
        let other = try DrawingStore(folder: folder.path, access: .readWrite)
        let reader = try reader()
        writer.store([.put([sampleStroke(2)])])
        for _ in 0..<3 { try runNextAttempt() }
        #expect(events.recreationErrors.isEmpty && events.saved == 0)
        try reader.run("ROLLBACK")
        try runNextAttempt()
        #expect(clock.waitUntilIdle() == nil)
        #expect(events.recreationErrors == [StoreError(.moved, path: folder.file)])
        #expect(events.saved == 1)
        writer.finish()
        #expect(try other.load().strokes.map(\.id) == [2])
    }

    @Test("Edits are not reported as durable while the log may be lost.")
    func durableEdits() throws {
        let store = try DrawingStore(folder: folder.path, access: .readWrite)
        try store.apply([.put([sampleStroke(1)])])
        let head = try store.head()
        let writer = try writer(OpenedDrawing(store: store, head: head))
        #expect(clock.waitUntilIdle() == nil)
        let reader = try reader()
        let away = folder.path + " away"
        try FileManager.default.moveItem(atPath: folder.path, toPath: away)
        writer.store([.put([sampleStroke(2)])])
        #expect(clock.waitUntilIdle() != nil)
        try FileManager.default.moveItem(atPath: away, toPath: folder.path)
        for _ in 0..<3 { try runNextAttempt() }
        #expect(events.saved == 0)
        #expect(events.failures == [StoreError(.moved, path: folder.file), busy])
        try reader.run("ROLLBACK")
        try runNextAttempt()
        #expect(clock.waitUntilIdle() == nil)
        #expect(events.saved == 1 && events.recreationErrors.isEmpty)
        writer.finish()
        #expect(try folder.load().strokes.map(\.id) == [1, 2])
    }

    /// Starts the next attempt and waits for its end.
    private func runNextAttempt() throws {
        clock.advance(to: try #require(clock.waitUntilIdle()))
        _ = clock.waitUntilIdle()
    }
}
