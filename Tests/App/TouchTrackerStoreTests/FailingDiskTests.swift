import Foundation
import Testing
import TouchKitGeometry
import TouchTrackerStore
import TouchTrackerTestSupport

/// While the disk refuses nothing is lost, and nobody waits.
@Suite("A disk that refuses for a while")
struct FailingDiskTests {
    let folder: TestFolder
    let heard = Heard()
    let clock = TestClock()

    init() throws {
        folder = try TestFolder()
    }

    private func writer() throws -> StoreWriter {
        let heard = heard
        return try StoreWriter(folder: folder.path, clock: clock) { heard.add($0) }
    }

    private var away: String { folder.path + " away" }

    /// Nothing can be stored from here on.
    private func takeAway() throws {
        try FileManager.default.moveItem(atPath: folder.path, toPath: away)
    }

    private func bringBack() throws {
        try FileManager.default.moveItem(atPath: away, toPath: folder.path)
    }

    @Test("It is tried again after half a second, then after twice as long each time.")
    func pauses() throws {
        let writer = try writer()
        #expect(clock.idle() == nil)
        try takeAway()
        var edits = ScriptedEdits(seed: 1)
        writer.store(edits.next())
        var now = 0.0
        for pause in [0.5, 1, 2, 4, 8, 16, 30, 30] {
            #expect(clock.idle() == now + pause)
            now += pause
            clock.advance(to: now - 0.001)
            #expect(clock.idle() == now)
            clock.advance(to: now)
        }
        #expect(clock.idle() == now + 30)
        #expect(
            heard.failures == [
                StoreError(.moved, path: folder.file), StoreError(.noFolder, path: folder.path),
            ])
        try bringBack()
        clock.advance(to: now + 30)
        #expect(clock.idle() == nil)
        #expect(heard.saved == 1 && heard.recoveries == 1)
        #expect(heard.anew.isEmpty)
        writer.store(edits.next())
        #expect(clock.idle() == nil)
        #expect(heard.saved == 2)
        #expect(writer.finish() == 0)
        #expect(try folder.load() == edits.drawing)
    }

    @Test("A new edit is a reason to try again, twice a second at most.")
    func newEdit() throws {
        let writer = try writer()
        #expect(clock.idle() == nil)
        try takeAway()
        var edits = ScriptedEdits(seed: 2)
        writer.store(edits.next())
        #expect(clock.idle() == 0.5)
        clock.advance(to: 0.5)
        #expect(clock.idle() == 1.5)
        try bringBack()
        clock.advance(to: 0.75)
        #expect(clock.idle() == 1.5)
        writer.store(edits.next())
        #expect(clock.idle() == 1)
        #expect(heard.saved == 0)
        clock.advance(to: 1)
        #expect(clock.idle() == nil)
        #expect(heard.saved == 2)
        writer.finish()
        #expect(try folder.load() == edits.drawing)
    }

    @Test("At the end it is tried once more.")
    func end() throws {
        var edits = ScriptedEdits(seed: 3)
        for isBack in [true, false] {
            let writer = try writer()
            #expect(clock.idle() == nil)
            try takeAway()
            writer.store(edits.next())
            #expect(clock.idle() == 0.5)
            if isBack { try bringBack() }
            #expect(writer.finish() == (isBack ? 0 : 1))
            if isBack { #expect(try folder.load() == edits.drawing) }
        }
        try bringBack()
    }

    @Test("A full disk: what doesn't fit waits, and is stored once there is room.")
    func full() throws {
        let store = try DrawingStore(folder: folder.path, access: .readWrite)
        try store.apply([.put([sampleStroke(1)])])
        try store.database.run("PRAGMA max_page_count = 4")
        let heard = heard
        let head = try store.head()
        let writer = try StoreWriter(
            folder: folder.path, clock: clock, opened: OpenedDrawing(store: store, head: head)
        ) { heard.add($0) }
        let many = (2...500).map { sampleStroke($0) }
        writer.store([.put(many)])
        // A connection of its own, opened after the failure, has no such bound.
        #expect(clock.idle() == 0.5)
        #expect(heard.failures == [StoreError(.full, path: folder.file)])
        #expect(try folder.load().strokes.count == 1)
        clock.advance(to: 0.5)
        #expect(clock.idle() == nil)
        #expect(heard.saved == 1 && heard.recoveries == 1)
        writer.finish()
        #expect(try folder.load().strokes.count == 500)
    }

    @Test(
        "Drawn before the stored drawing could be read: it goes above, and nothing is overwritten.")
    func unknown() throws {
        let old = (1...3).map { sampleStroke(Int64($0), level: Int64(10 * $0)) }
        try DrawingStore(folder: folder.path, access: .readWrite).apply([.put(old)])
        let heard = heard
        let trouble = StoreError(.failed("nothing works"), path: folder.file)
        let writer = try StoreWriter(
            folder: folder.path, clock: clock, opened: OpenedDrawing(trouble: trouble)
        ) { heard.add($0) }
        #expect(writer.head == DrawingHead())
        writer.waitUntilRead()
        #expect(heard.failures == [trouble] && heard.strokes.isEmpty)
        for id in 1...3 { writer.store([.put([sampleStroke(Int64(id))])]) }
        writer.store([.remove([2])])
        #expect(clock.idle() == 0.5)
        clock.advance(to: 0.5)
        #expect(clock.idle() == nil)
        #expect(heard.saved == 4)
        let stored = try folder.load()
        #expect(stored.strokes.map(\.id) == [1, 2, 3, 4, 6])
        #expect(stored.strokes.map(\.level) == [10, 20, 30, 31, 33])
        #expect(stored.strokes[3].points == sampleStroke(1).points)
        writer.store([.removeAll])
        writer.store([.put([sampleStroke(4)])])
        writer.finish()
        #expect(try folder.load().strokes.map(\.id) == [1, 2, 3, 7])
    }

    @Test("Opened where it can only be read, it is read at once, and written when it can be.")
    func readOnlyFirst() throws {
        let writing = try DrawingStore(folder: folder.path, access: .readWrite)
        try writing.apply([.put([sampleStroke(1)])])
        let store = try DrawingStore(folder: folder.path, access: .readOnly)
        let head = try store.head()
        let trouble = StoreError(.readOnly, path: folder.file)
        let heard = heard
        let writer = try StoreWriter(
            folder: folder.path, clock: clock,
            opened: OpenedDrawing(store: store, head: head, trouble: trouble)
        ) { heard.add($0) }
        #expect(clock.idle() == 0.5)
        #expect(heard.strokes == [sampleStroke(1)] && heard.reads == 1)
        #expect(heard.failures == [trouble])
        clock.advance(to: 0.5)
        #expect(clock.idle() == nil)
        #expect(heard.recoveries == 1)
        writer.store([.put([sampleStroke(2)])])
        writer.finish()
        #expect(try folder.load().strokes.count == 2)
    }

    @Test(
        "Deleted while it is in use: it is begun anew, and whoever has the strokes is asked for them."
    )
    func deleted() throws {
        let writer = try writer()
        writer.store([.put([sampleStroke(1)])])
        #expect(clock.idle() == nil)
        for name in try folder.names() {
            try FileManager.default.removeItem(atPath: "\(folder.path)/\(name)")
        }
        writer.store([.put([sampleStroke(2)])])
        #expect(clock.idle() == 0.5)
        clock.advance(to: 0.5)
        #expect(clock.idle() == nil)
        #expect(heard.anew == [StoreError(.moved, path: folder.file)])
        #expect(heard.setAside.isEmpty)
        #expect(heard.saved == 2)
        writer.finish()
        #expect(try folder.load().strokes.map(\.id) == [2])
    }

    @Test("Another drawing in its place is set aside, too.")
    func replaced() throws {
        let writer = try writer()
        writer.store([.put([sampleStroke(1)])])
        #expect(clock.idle() == nil)
        let other = try TestFolder()
        try DrawingStore(folder: other.path, access: .readWrite)
            .apply(edits: [[.put([sampleStroke(5)])], [.put([sampleStroke(6)])]])
        let bytes = try other.bytes()
        try takeAway()
        try FileManager.default.copyItem(atPath: other.path, toPath: folder.path)
        writer.store([.put([sampleStroke(2)])])
        #expect(clock.idle() == 0.5)
        clock.advance(to: 0.5)
        #expect(clock.idle() == nil)
        #expect(heard.anew == [StoreError(.replaced, path: folder.file)])
        #expect(heard.setAside == ["\(folder.path)/drawing-other-1.sqlite"])
        #expect(try folder.bytes("drawing-other-1.sqlite") == bytes)
        writer.finish()
        #expect(try folder.load().strokes.map(\.id) == [2])
        try FileManager.default.removeItem(atPath: away)
    }
}
