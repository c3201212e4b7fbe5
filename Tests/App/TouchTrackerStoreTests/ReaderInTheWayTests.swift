import Foundation
import Testing
import TouchKitGeometry
import TouchTrackerStore
import TouchTrackerTestSupport

/// After a failure nothing is written before the log is in the file, however long a reader keeps it.
@Suite("A reader in the way while the drawing is opened again")
struct ReaderInTheWayTests {
    let folder: TestFolder
    let heard = Heard()
    let clock = TestClock()

    init() throws {
        folder = try TestFolder()
    }

    private func writer(_ opened: sending OpenedDrawing) throws -> StoreWriter {
        let heard = heard
        return try StoreWriter(folder: folder.path, clock: clock, opened: opened) { heard.add($0) }
    }

    /// Somebody who reads what is in the log, and doesn't end.
    private func reader() throws -> Database {
        let reader = try Database(path: folder.file, access: .readOnly)
        try reader.run("BEGIN")
        #expect(try reader.number("SELECT count(*) FROM stroke") != nil)
        return reader
    }

    private var busy: StoreError { StoreError(.busy, path: folder.file) }

    @Test("What wasn't known isn't overwritten.")
    func anything() throws {
        let old = try DrawingStore(folder: folder.path, access: .readWrite)
        try old.apply([.put([sampleStroke(1), sampleStroke(2)])])
        let reader = try reader()
        let trouble = StoreError(.failed("nothing works"), path: folder.file)
        let writer = try writer(OpenedDrawing(trouble: trouble))
        for id in 1...2 { writer.store([.put([sampleStroke(Int64(id), level: 9)])]) }
        for _ in 0..<3 { advance() }
        #expect(heard.saved == 0)
        #expect(heard.failures == [trouble, busy])
        try reader.run("ROLLBACK")
        advance()
        #expect(clock.idle() == nil)
        #expect(writer.finish() == 0)
        let strokes = try folder.load().strokes
        #expect(strokes.map(\.id) == [1, 2, 3, 4])
        #expect(strokes.prefix(2).elementsEqual([sampleStroke(1), sampleStroke(2)]))
    }

    @Test("A drawing is begun anew once the reader has ended, and that is said.")
    func nothing() throws {
        let store = try DrawingStore(folder: folder.path, access: .readWrite)
        try store.apply([.put([sampleStroke(1)])])
        let head = try store.head()
        let writer = try writer(OpenedDrawing(store: store, head: head))
        #expect(clock.idle() == nil)
        for name in try folder.names() {
            try FileManager.default.removeItem(atPath: "\(folder.path)/\(name)")
        }
        let other = try DrawingStore(folder: folder.path, access: .readWrite)
        let reader = try reader()
        writer.store([.put([sampleStroke(2)])])
        for _ in 0..<3 { advance() }
        #expect(heard.anew.isEmpty && heard.saved == 0)
        try reader.run("ROLLBACK")
        advance()
        #expect(clock.idle() == nil)
        #expect(heard.anew == [StoreError(.moved, path: folder.file)])
        #expect(heard.saved == 1)
        writer.finish()
        #expect(try other.load().strokes.map(\.id) == [2])
    }

    @Test("Edits aren't said to be durable on a log that may be lost.")
    func generation() throws {
        let store = try DrawingStore(folder: folder.path, access: .readWrite)
        try store.apply([.put([sampleStroke(1)])])
        let head = try store.head()
        let writer = try writer(OpenedDrawing(store: store, head: head))
        #expect(clock.idle() == nil)
        let reader = try reader()
        let away = folder.path + " away"
        try FileManager.default.moveItem(atPath: folder.path, toPath: away)
        writer.store([.put([sampleStroke(2)])])
        #expect(clock.idle() != nil)
        try FileManager.default.moveItem(atPath: away, toPath: folder.path)
        for _ in 0..<3 { advance() }
        #expect(heard.saved == 0)
        #expect(heard.failures == [StoreError(.moved, path: folder.file), busy])
        try reader.run("ROLLBACK")
        advance()
        #expect(clock.idle() == nil)
        #expect(heard.saved == 1 && heard.anew.isEmpty)
        writer.finish()
        #expect(try folder.load().strokes.map(\.id) == [1, 2])
    }

    /// Lets the next try come, and waits for its end.
    private func advance() {
        guard let due = clock.idle() else { return }
        clock.advance(to: due)
        _ = clock.idle()
    }
}
