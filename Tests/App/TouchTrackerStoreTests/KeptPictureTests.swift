import Foundation
import Testing
import TouchTrackerStore
import TouchTrackerTestSupport

/// The picture that a store's thread keeps shows what is stored, or none is kept.
@Suite("Kept pictures")
struct KeptPictureTests {
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

    /// A picture of one colour.
    private func picture(_ color: UInt32) throws -> StoredPicture {
        let row = [UInt32](repeating: color, count: 20)
        return try row.withUnsafeBufferPointer { buffer in
            let base = try #require(buffer.baseAddress)
            return try #require(
                StoredPicture(width: 20, height: 10, scale: 1, look: 1) { _ in base })
        }
    }

    private func line(_ id: Int64) -> [StoreChange] { [.put([sampleStroke(id)])] }

    private var file: PictureFile { PictureFile(folder: folder.path) }

    @Test("One that was handed over after edits which are still to be taken waits for them.")
    func behindEdits() throws {
        let queue = try EditQueue()
        var edits: [[StoreChange]] = []
        queue.append(line(1))
        queue.append(PictureRequest(picture: try picture(1), anewCount: 0))
        #expect(queue.takePicture() == nil)
        _ = queue.take(addingTo: &edits)
        #expect(queue.takePicture()?.picture == (try picture(1)))
        #expect(queue.takePicture() == nil)
        queue.append(PictureRequest(picture: try picture(1), anewCount: 0))
        queue.append(line(2))
        _ = queue.take(addingTo: &edits)
        #expect(queue.takePicture() == nil)
    }

    @Test("Handed over after edits it is written with them, and is there at the next start.")
    func nextStart() throws {
        let first = try writer()
        #expect(first.picture == nil)
        first.store(line(1))
        first.store(try picture(1), anewCount: 0)
        #expect(clock.idle() == nil)
        #expect(file.read()?.picture == (try picture(1)))
        #expect(file.read()?.generation == 1)
        first.store(line(2))
        first.finish(picture: try picture(2))
        let second = try writer()
        #expect(second.picture == (try picture(2)))
        #expect(second.head.generation == 2)
        // An edit without a picture: the one that is there is of another generation.
        second.store(line(3))
        second.finish()
        #expect(try writer().picture == nil)
    }

    @Test("It waits for edits that can't be stored, and is dropped if another one comes before.")
    func waiting() throws {
        let away = folder.path + " away"
        for hasAnother in [true, false] {
            let writer = try writer()
            #expect(clock.idle() == nil)
            try? FileManager.default.removeItem(atPath: file.path)
            try FileManager.default.moveItem(atPath: folder.path, toPath: away)
            let now = clock.now().seconds
            writer.store(line(writer.head.nextID))
            writer.store(try picture(3), anewCount: 0)
            #expect(clock.idle() == now + 0.5)
            if hasAnother {
                writer.store(line(writer.head.nextID + 1))
                #expect(clock.idle() == now + 0.5)
            }
            try FileManager.default.moveItem(atPath: away, toPath: folder.path)
            clock.advance(to: now + 0.5)
            #expect(clock.idle() == nil)
            #expect((file.read() == nil) == hasAnother)
            writer.finish()
        }
    }

    @Test(
        "Where a drawing was begun anew that whoever took the picture didn't know of, it isn't kept."
    )
    func begunAnew() throws {
        let writer = try writer()
        writer.store(line(1))
        #expect(clock.idle() == nil)
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            try FileManager.default.removeItem(atPath: "\(folder.path)/\(name)")
        }
        writer.store(line(2))
        #expect(clock.idle() == 0.5)
        clock.advance(to: 0.5)
        #expect(clock.idle() == nil)
        #expect(heard.anew.count == 1)
        writer.store(try picture(4), anewCount: 0)
        #expect(clock.idle() == nil)
        #expect(file.read() == nil)
        writer.store(try picture(4), anewCount: 1)
        #expect(clock.idle() == nil)
        #expect(file.read()?.picture == (try picture(4)))
        writer.finish()
    }

    @Test("A stroke that somebody adds with sqlite3 isn't hidden by a picture without it.")
    func owner() throws {
        let first = try writer()
        first.store(line(1))
        #expect(clock.idle() == nil)
        first.finish(picture: try picture(5))
        #expect(try writer().picture != nil)
        let database = try Database(path: folder.file, access: .readWrite)
        try database.run("UPDATE stroke SET color = 'blue'")
        #expect(try writer().picture == nil)
    }
}
