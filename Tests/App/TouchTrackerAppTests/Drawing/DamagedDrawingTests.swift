import Glibc
import KioskSystem
import Testing
import TouchKit
import TouchTrackerApp
import TouchTrackerStore
import TouchTrackerTestSupport

/// Whatever lies in the drawing's place, drawing starts, what is drawn is stored, and what lay there is
/// kept.
@Suite("Damaged drawings", .serialized)
@MainActor
struct DamagedDrawingTests {
    private let place = DrawingPlace()

    /// The bytes of a drawing of some 40 KB.
    private func whole() throws -> [UInt8] {
        let place = DrawingPlace()
        do {
            let store = try DrawingStore(folder: place.path, access: .readWrite)
            var random = SeededRandom(seed: 12)
            for id in 1...60 {
                // A few go over several pages.
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
        let bytes = try place.bytes()
        #expect(bytes.count > 30_000)
        return bytes
    }

    /// The numbers of the strokes that can be read one by one from a drawing; nil where it can't be
    /// opened.
    private func readable(_ bytes: [UInt8]) throws -> Set<Int64>? {
        let place = DrawingPlace()
        try place.write(bytes)
        guard let store = try? DrawingStore(folder: place.path, access: .readOnly),
            let head = try? store.head()
        else { return nil }
        let found = store.remains(after: 0, before: head.nextID, limit: 10_000).strokes
        return Set(found.filter { Int64($0.level) >= 0 && isOurs($0) }.map(\.id))
    }

    /// Whether the app knows its tool and its colour, and its places are on this earth.
    private func isOurs(_ stroke: StoredStroke) -> Bool {
        Tool(rawValue: stroke.tool) != nil && InkColor(rawValue: stroke.color) != nil
            && stroke.width <= 100_000
            && stroke.points.allSatisfy { abs($0.x) <= 100_000 && abs($0.y) <= 100_000 }
    }

    /// Starts the app on a file, draws a stroke, and looks at what is there then.
    private func expectDrawing(on bytes: [UInt8], _ what: String) throws {
        place.removeFiles()
        try place.write(bytes)
        let lines = SaidLines()
        let saver = try DrawingSaver(folder: place.path) { lines.add($0) }
        let drawing = Drawing(
            size: CGSize(width: 40, height: 24), scale: 1, backgroundColor: .lightGray)
        saver.followWhole(drawing)
        let old = Set(drawing.strokes.map { Int64($0.id) })
        let points = [CGPoint(x: 3, y: 4), CGPoint(x: 50, y: 60)]
        let new = try #require(drawing.add(points, tool: .line, color: .blue, width: 10))
        saver.finish()

        let names = Folder.names(in: place.path).filter { $0.contains("-1.sqlite") }
        let asides = names.filter { $0.hasSuffix("-1.sqlite") }
        if let aside = asides.first {
            #expect(try place.bytes(aside) == bytes, "\(what)")
            #expect(lines.all.filter { $0.contains("it is kept as") }.count == 1, "\(what)")
        }
        // What was refused at once is whole, aside; of all else every stroke that can be read is here.
        let readable = try readable(bytes)
        if let readable, saver.head.generation > 0 {
            #expect(readable.isSubset(of: old), "\(what): \(readable.subtracting(old)) not read")
        } else {
            #expect(asides.count == 1, "\(what)")
        }
        let saved: SavedDrawing
        do {
            saved = try place.saved()
        } catch {
            Issue.record("\(what): \(error); said: \(lines.all)")
            return
        }
        #expect(saved.strokes.map(\.id) == drawing.strokes.map(\.id), "\(what): \(lines.all)")
        #expect(saved.strokes == drawing.strokes, "\(what)")
        #expect(saved.strokes.contains { $0.id == new && $0.points == points }, "\(what)")
        #expect(Set(saved.strokes.map(\.id)).count == saved.strokes.count)
    }

    @Test("Cut off at every 512th byte.")
    func cut() throws {
        let whole = try whole()
        for place in stride(from: 512, to: whole.count, by: 512) {
            try expectDrawing(on: Array(whole[..<place]), "cut at \(place)")
        }
    }

    @Test("With zeros in every 512 bytes of it.")
    func zeros() throws {
        let whole = try whole()
        for place in stride(from: 0, to: whole.count, by: 512) {
            var bytes = whole
            for index in place..<min(place + 512, whole.count) { bytes[index] = 0 }
            try expectDrawing(on: bytes, "zeros at \(place)")
        }
    }

    @Test("With noise in every 512 bytes of it.")
    func noise() throws {
        let whole = try whole()
        var random = SeededRandom(seed: 7)
        for place in stride(from: 0, to: whole.count, by: 512) {
            var bytes = whole
            for index in place..<min(place + 512, whole.count) {
                bytes[index] = UInt8(truncatingIfNeeded: random.next())
            }
            try expectDrawing(on: bytes, "noise at \(place)")
        }
    }

    @Test(
        "All zeros, all noise, a newer version, another program's: each is kept aside by its name.")
    func others() throws {
        var random = SeededRandom(seed: 8)
        let noise = (0..<20_000).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        try expectDrawing(on: [UInt8](repeating: 0, count: 20_000), "zeros")
        #expect(try place.bytes("drawing-damaged-1.sqlite").count == 20_000)
        try expectDrawing(on: noise, "noise")
        #expect(try place.bytes("drawing-damaged-1.sqlite") == noise)

        for (change, name) in [
            ("PRAGMA user_version = 99", "drawing-newer-1.sqlite"),
            ("PRAGMA application_id = 99", "drawing-damaged-1.sqlite"),
        ] {
            let other = DrawingPlace()
            try other.write(try whole())
            do { try Database(path: other.file, access: .readWrite).run(change) }
            let bytes = try other.bytes()
            try expectDrawing(on: bytes, change)
            #expect(try place.bytes(name) == bytes)
        }
    }

    @Test("An empty file is an empty drawing.")
    func empty() throws {
        try place.write([])
        let saver = try place.saver()
        saver.finish()
        #expect(Folder.names(in: place.path) == [DrawingStore.fileName])
    }

    @Test("Damaged while it is drawn on, all that is on the screen is in the new file.")
    func underOurFeet() throws {
        try place.write(try whole())
        let lines = SaidLines()
        let saver = try DrawingSaver(folder: place.path) { lines.add($0) }
        let drawing = Drawing(
            size: CGSize(width: 40, height: 24), scale: 1, backgroundColor: .lightGray)
        saver.followWhole(drawing)
        #expect(drawing.count == 60)
        saver.finish()
        // The same again with a file that is damaged after it was read: SQLite keeps pages in memory,
        // so another process's connection makes it look again.
        let next = try DrawingSaver(folder: place.path) { lines.add($0) }
        let again = Drawing(
            size: CGSize(width: 40, height: 24), scale: 1, backgroundColor: .lightGray)
        next.followWhole(again)
        var bytes = try place.bytes()
        for index in 4_096..<bytes.count { bytes[index] = 0xA5 }
        try overwrite(bytes)
        do { try Database(path: place.file, access: .readWrite).run("PRAGMA user_version = 2") }
        for _ in 0..<50 {
            again.add([CGPoint(x: 1, y: 2)], tool: .pen, color: .red, width: 4)
            while case .saving = next.state {
                sched_yield()
                next.hearNews()
            }
        }
        next.finish()
        #expect(lines.all.filter { $0.contains("drawing-damaged-1.sqlite") }.count == 1)
        #expect(try place.saved().strokes == again.strokes)
        #expect(again.count > drawing.count)
    }

    @Test("Damage that shows while another scene is up: what can be read is in the new file.")
    func noDrawing() throws {
        var bytes = try whole()
        // A page of the strokes' table.
        for index in 16_384..<20_480 { bytes[index] = 0 }
        try place.write(bytes)
        let readable = try #require(try readable(bytes))
        #expect(readable.count > 10 && readable.count < 60)
        let lines = SaidLines()
        let saver = try DrawingSaver(folder: place.path) { lines.add($0) }
        while !lines.all.contains(where: { $0.contains("drawing-damaged-1.sqlite") }) {
            sched_yield()
            saver.hearNews()
        }
        saver.finish()
        #expect(Set(try place.saved().strokes.map { Int64($0.id) }) == readable)
    }

    /// Writes into the very file that others have open.
    private func overwrite(_ bytes: [UInt8]) throws {
        let file = try #require(fopen(place.file, "r+e"))
        #expect(fwrite(bytes, 1, bytes.count, file) == bytes.count)
        #expect(fclose(file) == 0)
    }
}
