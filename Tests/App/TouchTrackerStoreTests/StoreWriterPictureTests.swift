import Foundation
import Testing
import TouchKitGeometry
import TouchTrackerStore
import TouchTrackerTestSupport

/// Writing pictures on the store's thread: only a picture of the stored drawing is written.
@Suite("StoreWriter pictures")
struct StoreWriterPictureTests: StoreWriterSuite {
    let folder = TemporaryFolder.forStore()
    let events = RecordedEvents()
    let clock = TestClock()

    /// Returns a picture of one color.
    private func picture(_ color: UInt32) throws -> EncodedPicture {
        let row = [UInt32](repeating: color, count: 20)
        return try row.withUnsafeBufferPointer { buffer in
            let base = try #require(buffer.baseAddress)
            return try #require(
                EncodedPicture(width: 20, height: 10, scale: 1, rendererFingerprint: 1) { _ in base
                })
        }
    }

    private func line(_ id: Int64) -> [StoreChange] { [.put([sampleStroke(id)])] }

    private var file: DrawingPictureFile { DrawingPictureFile(folder: folder.path) }

    @Test("A picture is dequeued after the edits that it shows.")
    func pictureWaitsForEdits() throws {
        let queue = try EditQueue()
        var edits: [[StoreChange]] = []
        queue.append(line(1))
        queue.replacePicture(with: try picture(1))
        #expect(queue.dequeuePicture() == nil)
        _ = queue.moveEdits(to: &edits)
        #expect(queue.dequeuePicture() == (try picture(1)))
        #expect(queue.dequeuePicture() == nil)
        queue.replacePicture(with: try picture(1))
        queue.append(line(2))
        _ = queue.moveEdits(to: &edits)
        #expect(queue.dequeuePicture() == nil)
    }

    @Test("A picture is written after the edits that it shows, and is read at the next start.")
    func nextStart() throws {
        let first = try writer()
        #expect(first.picture == nil)
        first.store(line(1))
        first.store(try picture(1))
        #expect(clock.waitUntilIdle() == nil)
        #expect(file.read()?.picture == (try picture(1)))
        #expect(file.read()?.generation == 1)
        first.store(line(2))
        first.finish(picture: try picture(2))
        let second = try writer()
        #expect(second.picture == (try picture(2)))
        #expect(second.head.generation == 2)
        // After an edit without a picture, the existing picture has an old generation.
        second.store(line(3))
        second.finish()
        #expect(try writer().picture == nil)
    }

    @Test("A picture waits for edits that cannot be stored, and a new edit discards it.")
    func unstoredEdits() throws {
        let away = folder.path + " away"
        for hasAnother in [true, false] {
            let writer = try writer()
            #expect(clock.waitUntilIdle() == nil)
            try? FileManager.default.removeItem(atPath: file.path)
            try FileManager.default.moveItem(atPath: folder.path, toPath: away)
            let now = clock.now().seconds
            writer.store(line(writer.head.nextID))
            writer.store(try picture(3))
            #expect(clock.waitUntilIdle() == now + 0.5)
            if hasAnother {
                writer.store(line(writer.head.nextID + 1))
                #expect(clock.waitUntilIdle() == now + 0.5)
            }
            try FileManager.default.moveItem(atPath: away, toPath: folder.path)
            clock.advance(to: now + 0.5)
            #expect(clock.waitUntilIdle() == nil)
            #expect((file.read() == nil) == hasAnother)
            writer.finish()
        }
    }

    @Test("A picture is not written until the app has stored all strokes in a recreated drawing.")
    func recreated() throws {
        let writer = try writer()
        writer.store(line(1))
        #expect(clock.waitUntilIdle() == nil)
        for name in folder.names { try folder.remove(name) }
        writer.store(line(2))
        #expect(clock.waitUntilIdle() == 0.5)
        clock.advance(to: 0.5)
        #expect(clock.waitUntilIdle() == nil)
        #expect(events.recreationErrors.count == 1)
        writer.store(try picture(4))
        #expect(clock.waitUntilIdle() == nil)
        #expect(file.read() == nil)
        writer.store([.removeAll, .put([sampleStroke(2)])])
        writer.store(try picture(4))
        #expect(clock.waitUntilIdle() == nil)
        #expect(file.read()?.picture == (try picture(4)))
        writer.finish()
    }

    @Test("A picture is not used after another program has changed a stroke.")
    func otherProgramChangesStroke() throws {
        let first = try writer()
        first.store(line(1))
        #expect(clock.waitUntilIdle() == nil)
        first.finish(picture: try picture(5))
        #expect(try writer().picture != nil)
        let database = try Database(path: folder.file, access: .readWrite)
        try database.run("UPDATE stroke SET color = 'blue'")
        #expect(try writer().picture == nil)
    }
}
