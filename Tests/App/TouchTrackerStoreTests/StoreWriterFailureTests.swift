import Foundation
import Testing
import TouchKitGeometry
import TouchTrackerStore
import TouchTrackerTestSupport

/// Retrying after failures of the disk.
@Suite("StoreWriter failures")
struct StoreWriterFailureTests: StoreWriterSuite {
    let folder = TemporaryFolder.forStore()
    let events = RecordedEvents()
    let clock = TestClock()

    private var movedPath: String { folder.path + " away" }

    /// Makes all writing fail from now on.
    private func moveFolderAway() throws {
        try FileManager.default.moveItem(atPath: folder.path, toPath: movedPath)
    }

    private func moveFolderBack() throws {
        try FileManager.default.moveItem(atPath: movedPath, toPath: folder.path)
    }

    @Test("Storing is retried after half a second, and then after twice the pause each time.")
    func pauses() throws {
        let writer = try writer()
        #expect(clock.waitUntilIdle() == nil)
        try moveFolderAway()
        var edits = RandomDrawingEdits(seed: 1)
        writer.store(edits.next())
        var now = 0.0
        for pause in [0.5, 1, 2, 4, 8, 16, 30, 30] {
            #expect(clock.waitUntilIdle() == now + pause)
            now += pause
            clock.advance(to: now - 0.001)
            #expect(clock.waitUntilIdle() == now)
            clock.advance(to: now)
        }
        #expect(clock.waitUntilIdle() == now + 30)
        #expect(
            events.failures == [
                StoreError(.moved, path: folder.file), StoreError(.noFolder, path: folder.path),
            ])
        try moveFolderBack()
        clock.advance(to: now + 30)
        #expect(clock.waitUntilIdle() == nil)
        #expect(events.saved == 1 && events.recoveries == 1)
        #expect(events.recreationErrors.isEmpty)
        writer.store(edits.next())
        #expect(clock.waitUntilIdle() == nil)
        #expect(events.saved == 2)
        #expect(writer.finish() == 0)
        #expect(try folder.load() == edits.drawing)
    }

    @Test("The connection stays open while another program writes.")
    func busy() throws {
        let writer = try writer()
        #expect(clock.waitUntilIdle() == nil)
        let other = try Database(path: folder.file, access: .readWrite)
        try other.run("BEGIN IMMEDIATE")
        let logs = try openDescriptors(of: folder.file + "-wal")
        #expect(logs == 2)
        writer.store([.put([sampleStroke(1)])])
        #expect(clock.waitUntilIdle() == 0.5)
        #expect(events.failures == [StoreError(.busy, path: folder.file)])
        #expect(try openDescriptors(of: folder.file + "-wal") == logs)
        try other.run("ROLLBACK")
        clock.advance(to: 0.5)
        #expect(clock.waitUntilIdle() == nil)
        #expect(events.saved == 1 && writer.finish() == 0)
    }

    /// Returns the number of this process's descriptors of the file at `path`.
    private func openDescriptors(of path: String) throws -> Int {
        let names = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
        return names.filter {
            let link = try? FileManager.default.destinationOfSymbolicLink(
                atPath: "/proc/self/fd/\($0)")
            return link == path
        }.count
    }

    @Test("Storing is retried once at the end.")
    func retryAtEnd() throws {
        var edits = RandomDrawingEdits(seed: 3)
        for isBack in [true, false] {
            let writer = try writer()
            #expect(clock.waitUntilIdle() == nil)
            try moveFolderAway()
            writer.store(edits.next())
            #expect(clock.waitUntilIdle() == 0.5)
            if isBack { try moveFolderBack() }
            #expect(writer.finish() == (isBack ? 0 : 1))
            if isBack { #expect(try folder.load() == edits.drawing) }
        }
        try moveFolderBack()
    }

    @Test("On a full disk edits wait, and are stored when space is available.")
    func fullDisk() throws {
        let store = try DrawingStore(folder: folder.path, access: .readWrite)
        try store.apply([.put([sampleStroke(1)])])
        try store.database.run("PRAGMA max_page_count = 4")
        let head = try store.head()
        let writer = try writer(OpenedDrawing(store: store, head: head))
        let many = (2...500).map { sampleStroke($0) }
        writer.store([.put(many)])
        // A connection that is opened after the failure has no such limit.
        #expect(clock.waitUntilIdle() == 0.5)
        #expect(events.failures == [StoreError(.full, path: folder.file)])
        #expect(try folder.load().strokes.count == 1)
        clock.advance(to: 0.5)
        #expect(clock.waitUntilIdle() == nil)
        #expect(events.saved == 1 && events.recoveries == 1)
        writer.finish()
        #expect(try folder.load().strokes.count == 500)
    }

    @Test("Strokes drawn before the stored drawing could be read are stored above it.")
    func editsBeforeReading() throws {
        let old = (1...3).map { sampleStroke(Int64($0), level: Int64(10 * $0)) }
        try DrawingStore(folder: folder.path, access: .readWrite).apply([.put(old)])
        let trouble = StoreError(.failed("nothing works"), path: folder.file)
        let writer = try writer(OpenedDrawing(writeError: trouble))
        #expect(writer.head == DrawingHead())
        events.wait { $0.reads == 1 }
        #expect(events.failures == [trouble] && events.strokes.isEmpty)
        for id in 1...3 { writer.store([.put([sampleStroke(Int64(id))])]) }
        writer.store([.remove([2])])
        #expect(clock.waitUntilIdle() == 0.5)
        clock.advance(to: 0.5)
        #expect(clock.waitUntilIdle() == nil)
        #expect(events.saved == 4)
        let stored = try folder.load()
        #expect(stored.strokes.map(\.id) == [1, 2, 3, 4, 6])
        #expect(stored.strokes.map(\.level) == [10, 20, 30, 31, 33])
        #expect(stored.strokes[3].points == sampleStroke(1).points)
        writer.store([.removeAll])
        writer.store([.put([sampleStroke(4)])])
        writer.finish()
        #expect(try folder.load().strokes.map(\.id) == [1, 2, 3, 7])
    }

    @Test("A drawing that is read-only at first is read at once, and written when possible.")
    func readOnlyFirst() throws {
        let writing = try DrawingStore(folder: folder.path, access: .readWrite)
        try writing.apply([.put([sampleStroke(1)])])
        let store = try DrawingStore(folder: folder.path, access: .readOnly)
        let head = try store.head()
        let trouble = StoreError(.readOnly, path: folder.file)
        let writer = try writer(OpenedDrawing(store: store, head: head, writeError: trouble))
        #expect(clock.waitUntilIdle() == 0.5)
        #expect(events.strokes == [sampleStroke(1)] && events.reads == 1)
        #expect(events.failures == [trouble])
        clock.advance(to: 0.5)
        #expect(clock.waitUntilIdle() == nil)
        #expect(events.recoveries == 1)
        writer.store([.put([sampleStroke(2)])])
        writer.finish()
        #expect(try folder.load().strokes.count == 2)
    }

    @Test("Before the first edit, the log of a process that was killed is written back.")
    func logOfKilledProcess() throws {
        let killed = TemporaryFolder.forStore()
        let store = try DrawingStore(folder: killed.path, access: .readWrite)
        try store.apply([.put([sampleStroke(1)])])
        for name in [DrawingStore.fileName, "\(DrawingStore.fileName)-wal"] {
            try folder.write(killed.bytes(name), to: name)
        }
        let writer = try writer()
        #expect(clock.waitUntilIdle() == nil)
        writer.store([.put([sampleStroke(2)])])
        #expect(clock.waitUntilIdle() == nil)
        #expect(events.saved == 1 && events.failures.isEmpty)
        // The database without its new log contains the edit of the old log.
        let copy = TemporaryFolder.forStore()
        try copy.write(folder.bytes())
        #expect(try copy.load().strokes.map(\.id) == [1])
        writer.finish()
        #expect(try folder.load().strokes.map(\.id) == [1, 2])
        #expect(try store.load().strokes.map(\.id) == [1])
    }

    @Test("If the file is deleted while in use, a new one is created and reported.")
    func deletedFile() throws {
        let writer = try writer()
        writer.store([.put([sampleStroke(1)])])
        #expect(clock.waitUntilIdle() == nil)
        for name in folder.names { try folder.remove(name) }
        writer.store([.put([sampleStroke(2)])])
        #expect(clock.waitUntilIdle() == 0.5)
        clock.advance(to: 0.5)
        #expect(clock.waitUntilIdle() == nil)
        #expect(events.recreationErrors == [StoreError(.moved, path: folder.file)])
        #expect(events.quarantined.isEmpty)
        #expect(events.saved == 2)
        writer.finish()
        #expect(try folder.load().strokes.map(\.id) == [2])
    }

    @Test("If the last attempt finds that the file was deleted, a new file is created.")
    func deletedBeforeLastAttempt() throws {
        let writer = try writer()
        writer.store([.put([sampleStroke(1)])])
        #expect(clock.waitUntilIdle() == nil)
        // The file stays open after this failure, and the clock does not reach the next attempt.
        do {
            let other = try Database(path: folder.file, access: .readWrite)
            try other.run("BEGIN IMMEDIATE")
            writer.store([.put([sampleStroke(2)])])
            #expect(clock.waitUntilIdle() == 0.5)
            try other.run("ROLLBACK")
        }
        for name in folder.names { try folder.remove(name) }
        #expect(writer.finish() == 0)
        let (busy, moved) = (
            StoreError(.busy, path: folder.file), StoreError(.moved, path: folder.file)
        )
        #expect(events.failures == [busy, moved] && events.recoveries == 1)
        #expect(events.recreationErrors == [moved] && events.saved == 2)
        #expect(try folder.load().strokes.map(\.id) == [2])
    }

    @Test("A drawing that replaces the open one is quarantined.")
    func replacedFile() throws {
        let writer = try writer()
        writer.store([.put([sampleStroke(1)])])
        #expect(clock.waitUntilIdle() == nil)
        let other = TemporaryFolder.forStore()
        try DrawingStore(folder: other.path, access: .readWrite)
            .apply(edits: [[.put([sampleStroke(5)])], [.put([sampleStroke(6)])]])
        let bytes = try other.bytes()
        try moveFolderAway()
        try FileManager.default.copyItem(atPath: other.path, toPath: folder.path)
        writer.store([.put([sampleStroke(2)])])
        #expect(clock.waitUntilIdle() == 0.5)
        clock.advance(to: 0.5)
        #expect(clock.waitUntilIdle() == nil)
        #expect(events.recreationErrors == [StoreError(.replaced, path: folder.file)])
        #expect(events.quarantined == ["\(folder.path)/drawing-other-1.sqlite"])
        #expect(try folder.bytes("drawing-other-1.sqlite") == bytes)
        writer.finish()
        #expect(try folder.load().strokes.map(\.id) == [2])
        try FileManager.default.removeItem(atPath: movedPath)
    }
}
