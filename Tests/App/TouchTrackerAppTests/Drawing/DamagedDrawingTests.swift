import Glibc
import KioskSystem
import Testing
import TouchKit
import TouchTrackerApp
import TouchTrackerStore
import TouchTrackerTestSupport

/// With any file in the drawing's place the app starts, stores new strokes, and keeps the file.
@Suite("Damaged drawings", .serialized)
@MainActor
struct DamagedDrawingTests {
    private static let size = CGSize(width: 40, height: 24)
    private let folder = DrawingFolder()

    /// Returns the bytes of a drawing file of about 40 KB.
    private func wholeFile() throws -> [UInt8] {
        let folder = DrawingFolder()
        do {
            let store = try DrawingStore(folder: folder.path, access: .readWrite)
            var random = SeededRandom(seed: 12)
            for id in 1...60 {
                // A few strokes need several database pages.
                let count = id.isMultiple(of: 20) ? 500 : 2 + random.next(below: 25)
                let points = (0..<count).map { _ in
                    CGPoint(x: random.number(in: 1...39), y: random.number(in: 1...23))
                }
                try store.apply([
                    .put([
                        StoredStroke(
                            id: Int64(id), level: Int64(id), tool: "line", color: "red", width: 4,
                            points: points)
                    ])
                ])
            }
        }
        let bytes = try folder.bytes()
        #expect(bytes.count > 30_000)
        return bytes
    }

    /// Returns the identifiers of the strokes that can be read one by one, or `nil` if the file
    /// cannot be opened.
    private func readable(_ bytes: [UInt8]) throws -> Set<Int64>? {
        let folder = DrawingFolder()
        try folder.write(bytes)
        guard let store = try? DrawingStore(folder: folder.path, access: .readOnly),
            let head = try? store.head()
        else { return nil }
        let found = store.readableStrokes(after: 0, before: head.nextID, limit: 10_000).strokes
        return Set(found.filter { Int64($0.level) >= 0 && isValid($0) }.map(\.id))
    }

    /// Whether a stored stroke has a known tool and color and coordinates within the limits.
    private func isValid(_ stroke: StoredStroke) -> Bool {
        Tool(rawValue: stroke.tool) != nil && InkColor(rawValue: stroke.color) != nil
            && stroke.width <= 100_000
            && stroke.points.allSatisfy { abs($0.x) <= 100_000 && abs($0.y) <= 100_000 }
    }

    /// Starts the app with a file, draws a stroke, and checks the stored drawing.
    private func expectDrawing(on bytes: [UInt8], _ what: String) throws {
        folder.removeFiles()
        try folder.write(bytes)
        let lines = SharedList<String>()
        let (drawing, persistence) = try folder.open(size: Self.size, messages: lines)
        let old = Set(drawing.strokes.map { Int64($0.id) })
        let points = [CGPoint(x: 3, y: 4), CGPoint(x: 50, y: 60)]
        let new = try #require(drawing.add(points, tool: .line, color: .blue, width: 10))
        persistence.finish()

        let quarantined = FileSystem.names(in: folder.path).filter { $0.hasSuffix("-1.sqlite") }
        if let file = quarantined.first {
            #expect(try folder.bytes(file) == bytes, "\(what)")
            #expect(lines.all.filter { $0.contains("; moved to ") }.count == 1, "\(what)")
        }
        // A rejected file is quarantined unchanged; otherwise all readable strokes are restored.
        let readable = try readable(bytes)
        if let readable, persistence.head.generation > 0 {
            #expect(readable.isSubset(of: old), "\(what): \(readable.subtracting(old)) not read")
        } else {
            #expect(quarantined.count == 1, "\(what)")
        }
        let saved: LoadedDrawing
        do {
            saved = try folder.saved()
        } catch {
            Issue.record("\(what): \(error); messages: \(lines.all)")
            return
        }
        #expect(saved.strokes.map(\.id) == drawing.strokes.map(\.id), "\(what): \(lines.all)")
        #expect(saved.strokes == drawing.strokes, "\(what)")
        #expect(saved.strokes.contains { $0.id == new && $0.points == points }, "\(what)")
        #expect(Set(saved.strokes.map(\.id)).count == saved.strokes.count)
    }

    @Test("The app draws on a file that is truncated at any multiple of 512 bytes.")
    func truncated() throws {
        let wholeFile = try wholeFile()
        for offset in stride(from: 512, to: wholeFile.count, by: 512) {
            try expectDrawing(on: Array(wholeFile[..<offset]), "cut at \(offset)")
        }
    }

    @Test(
        "The app draws on a file with any 512 bytes replaced by zeros or by random bytes.",
        arguments: [false, true])
    func replaced(isRandom: Bool) throws {
        let wholeFile = try wholeFile()
        var random = SeededRandom(seed: 7)
        for offset in stride(from: 0, to: wholeFile.count, by: 512) {
            var bytes = wholeFile
            for index in offset..<min(offset + 512, wholeFile.count) {
                bytes[index] = isRandom ? UInt8(truncatingIfNeeded: random.next()) : 0
            }
            try expectDrawing(on: bytes, "\(isRandom ? "random bytes" : "zeros") at \(offset)")
        }
    }

    @Test("A file of zeros, random bytes, a newer version or another program is quarantined.")
    func unusableFiles() throws {
        var random = SeededRandom(seed: 8)
        let noise = (0..<20_000).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        try expectDrawing(on: [UInt8](repeating: 0, count: 20_000), "zeros")
        #expect(try folder.bytes("drawing-damaged-1.sqlite").count == 20_000)
        try expectDrawing(on: noise, "noise")
        #expect(try folder.bytes("drawing-damaged-1.sqlite") == noise)

        for (change, name) in [
            ("PRAGMA user_version = 99", "drawing-newer-1.sqlite"),
            ("PRAGMA application_id = 99", "drawing-damaged-1.sqlite"),
        ] {
            let other = DrawingFolder()
            try other.write(try wholeFile())
            do { try Database(path: other.file, access: .readWrite).run(change) }
            let bytes = try other.bytes()
            try expectDrawing(on: bytes, change)
            #expect(try folder.bytes(name) == bytes)
        }
    }

    @Test("An empty file is an empty drawing.")
    func empty() throws {
        try folder.write([])
        let persistence = try folder.persistence()
        #expect(persistence.head == DrawingHead())
        persistence.finish()
        #expect(FileSystem.names(in: folder.path) == [DrawingStore.fileName])
    }

    @Test(
        "If the file is damaged while in use, all strokes on the screen are stored in a new file.")
    func damagedWhileOpen() throws {
        try folder.write(try wholeFile())
        let lines = SharedList<String>()
        let (drawing, persistence) = try folder.open(size: Self.size, messages: lines)
        #expect(drawing.count == 60)
        persistence.finish()
        // Repeats the test with a file that is damaged after it was read. SQLite caches pages, so a
        // write by another process's connection makes it read them again.
        let (again, next) = try folder.open(size: Self.size, messages: lines)
        var bytes = try folder.bytes()
        for index in 4_096..<bytes.count { bytes[index] = 0xA5 }
        try overwrite(bytes)
        do { try Database(path: folder.file, access: .readWrite).run("PRAGMA user_version = 4") }
        for _ in 0..<50 {
            again.add([CGPoint(x: 1, y: 2)], tool: .pen, color: .red, width: 4)
            while case .saving = next.state {
                sched_yield()
                next.processEvents()
            }
        }
        next.finish()
        #expect(lines.all.filter { $0.contains("drawing-damaged-1.sqlite") }.count == 1)
        #expect(try folder.saved().strokes == again.strokes)
        #expect(again.count > drawing.count)
    }

    @Test("If damage is found while another scene is shown, readable strokes go to a new file.")
    func damagedInOtherScene() throws {
        var bytes = try wholeFile()
        // Overwrites a page of the table of strokes.
        for index in 16_384..<20_480 { bytes[index] = 0 }
        try folder.write(bytes)
        let readable = try #require(try readable(bytes))
        #expect(readable.count > 10 && readable.count < 60)
        let lines = SharedList<String>()
        let persistence = try DrawingPersistence(folder: folder.path) { lines.append($0) }
        while !lines.all.contains(where: { $0.contains("drawing-damaged-1.sqlite") }) {
            sched_yield()
            persistence.processEvents()
        }
        persistence.finish()
        #expect(Set(try folder.saved().strokes.map { Int64($0.id) }) == readable)
    }

    @Test("If a file with damage cannot be quarantined, its unread strokes are reported once.")
    func quarantineFails() throws {
        var bytes = try wholeFile()
        // Overwrites a page of the table of strokes.
        for index in 16_384..<20_480 { bytes[index] = 0 }
        try folder.write(bytes)
        let readable = try #require(try readable(bytes))
        for number in 1...99 { try folder.write([], "drawing-damaged-\(number).sqlite") }
        let lines = SharedList<String>()
        let persistence = try DrawingPersistence(folder: folder.path) { lines.append($0) }
        persistence.waitUntilRestored()
        persistence.finish()
        #expect(persistence.strokeCount == readable.count)
        #expect(lines.all.filter { $0.contains("cannot be read and are not shown") }.count == 1)
        // The app does not report that saving fails.
        #expect(persistence.state == .saved && !lines.all.contains { $0.contains("saved") })
    }

    /// Writes into the existing file, which other connections have open.
    private func overwrite(_ bytes: [UInt8]) throws {
        let file = try #require(fopen(folder.file, "r+e"))
        #expect(fwrite(bytes, 1, bytes.count, file) == bytes.count)
        #expect(fclose(file) == 0)
    }
}
