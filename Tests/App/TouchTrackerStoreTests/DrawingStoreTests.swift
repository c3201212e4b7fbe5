import CTouchTrackerDurabilityTrace
import Testing
import TouchKitGeometry
import TouchTrackerStore
import TouchTrackerTestSupport

/// Storing and reading drawings, and the errors of unusable files.
@Suite("DrawingStore")
struct DrawingStoreTests {
    let folder = TemporaryFolder.forStore()

    private func open() throws -> DrawingStore {
        try DrawingStore(folder: folder.path, access: .readWrite)
    }

    // MARK: Storing

    @Test("A new folder contains an empty drawing that was never edited.")
    func newFolder() throws {
        #expect(try open().load() == StoredDrawing())
        #expect(try folder.load() == StoredDrawing())
    }

    @Test(
        "After each of many random edits, the stored drawing equals the edited one.",
        arguments: [1, 2, 3] as [UInt64])
    func randomEdits(seed: UInt64) throws {
        var edits = RandomDrawingEdits(seed: seed)
        for _ in 0..<4 {
            let store = try open()
            #expect(try store.load() == edits.drawing)
            for number in 0..<100 {
                let generation = try store.apply(edits.next())
                #expect(generation == edits.drawing.generation)
                if number.isMultiple(of: 10) { #expect(try folder.load() == edits.drawing) }
            }
            #expect(try store.load() == edits.drawing)
        }
        #expect(try folder.load() == edits.drawing)
    }

    @Test("The log is synchronized after an edit was written to it.")
    func durability() throws {
        let store = try open()
        try store.apply([.put([sampleStroke(1)])])
        durability_trace_begin()
        try store.apply([.put([sampleStroke(2)])])
        let calls = String(cString: durability_trace_end())
        #expect(calls.hasSuffix("fdatasync file"), "\(calls)")
    }

    @Test("Numbers and names are stored exactly.")
    func valuesAreExact() throws {
        var stroke = sampleStroke((1 << 52) - 1, level: 1 - (1 << 52))
        stroke.points = [
            CGPoint(x: 0.1, y: -0.0),
            CGPoint(x: .leastNonzeroMagnitude, y: .greatestFiniteMagnitude),
            CGPoint(x: -1.0 / 3, y: 1e-300),
        ]
        stroke.width = 1.0 / 3
        stroke.tool = "pen's \"é\" 🖊"
        stroke.color = ""
        try open().apply([.put([stroke])])
        let read = try #require(try folder.load().strokes.first)
        #expect(read == stroke)
        #expect(read.points[0].y.sign == .minus)
    }

    @Test("Strokes are returned in drawing order; at equal levels the identifiers decide.")
    func order() throws {
        let levels: [Int64] = [5, -3, 7, 5, 0]
        let strokes = levels.enumerated().map {
            sampleStroke(Int64($0.offset + 1), level: $0.element)
        }
        try open().apply([.put(strokes)])
        #expect(try folder.load().strokes.map(\.id) == [2, 5, 1, 4, 3])
    }

    @Test("The identifier of a deleted stroke is not reused.")
    func nextIdentifier() throws {
        let store = try open()
        try store.apply([.put([sampleStroke(7)])])
        try store.apply([.remove([7])])
        #expect(try folder.load().nextID == 8)
        try store.apply([.put([sampleStroke(3)])])
        #expect(try folder.load().nextID == 8)
    }

    @Test("The canvas size is the last one that was stored.")
    func canvas() throws {
        let store = try open()
        try store.apply([.canvas(CGSize(width: 800, height: 480))])
        try store.apply([.canvas(CGSize(width: 360, height: 640.5)), .removeAll])
        #expect(try folder.load().canvas == CGSize(width: 360, height: 640.5))
    }

    @Test("Beside strokes that the app has not read, a canvas size never reduces the stored one.")
    func canvasOfUnreadStrokes() throws {
        let store = try open()
        try store.apply([
            .put([sampleStroke(1)]), .canvas(CGSize(width: 800, height: 480)),
        ])
        let unread = DrawingMaximums(below: try store.head())
        let screen = CGSize(width: 480, height: 800)
        try store.apply(edits: [[.canvas(screen)]], above: unread)
        #expect(try folder.load().canvas == CGSize(width: 800, height: 800))
        try store.database.run("UPDATE drawing SET width = NULL, height = NULL")
        try store.apply(edits: [[.canvas(screen)]], above: unread)
        #expect(try folder.load().canvas == screen)
        try store.apply([.canvas(CGSize(width: 80, height: 48))])
        #expect(try folder.load().canvas == CGSize(width: 80, height: 48))
    }

    @Test("An edit, or a group of edits, is stored completely or not at all.")
    func atomic() throws {
        let store = try open()
        try store.apply([.put([sampleStroke(1)])])
        let before = try store.load()
        var invalid = sampleStroke(3)
        invalid.width = .nan
        #expect(throws: StoreError.self) {
            try store.apply([.removeAll, .put([sampleStroke(2), invalid])])
        }
        #expect(try store.load() == before)
        #expect(throws: StoreError.self) {
            try store.apply(edits: [[.put([sampleStroke(2)])], [.put([invalid])]])
        }
        #expect(try folder.load() == before)
        try store.apply([.put([sampleStroke(2)])])
        #expect(try folder.load().strokes.map(\.id) == [1, 2])
    }

    @Test("A reader reads complete edits only, and does not block the writer.")
    func reader() throws {
        let store = try open()
        try store.apply([.put([sampleStroke(1)])])
        let reader = try DrawingStore(folder: folder.path, access: .readOnly)
        let other = try Database(path: folder.file, access: .readWrite)
        try other.run("BEGIN IMMEDIATE")
        try other.run("DELETE FROM stroke")
        #expect(try reader.load().strokes.map(\.id) == [1])
        try other.run("ROLLBACK")
        try store.apply([.put([sampleStroke(2)])])
        #expect(try reader.load().strokes.map(\.id) == [1, 2])
    }

    @Test("A reader does not change the file.")
    func readOnly() throws {
        try open().apply([.put([sampleStroke(1)])])
        let bytes = try folder.bytes()
        let reader = try DrawingStore(folder: folder.path, access: .readOnly)
        #expect(throws: StoreError(.readOnly, path: folder.file)) { try reader.apply([.removeAll]) }
        #expect(try folder.load().strokes.count == 1)
        #expect(try folder.bytes() == bytes)
    }

    @Test("The file has the application identifier, WAL mode and full synchronization.")
    func identity() throws {
        let store = try open()
        try store.apply([.put([sampleStroke(1)])])
        let database = try Database(path: folder.file, access: .readOnly)
        #expect(try database.queryInteger("PRAGMA application_id") == 0x5454_524B)
        #expect(try database.queryInteger("PRAGMA user_version") == 4)
        #expect(try store.pragmaValue("journal_mode") == "wal")
        #expect(try store.pragmaValue("synchronous") == "2")
    }

    // MARK: Errors

    @Test("A missing folder is an error.")
    func missingFolder() {
        let path = folder.path + "/elsewhere"
        let error = StoreError(.noFolder, path: path)
        #expect(throws: error) { try DrawingStore(folder: path, access: .readWrite) }
        #expect(throws: error) { try DrawingStore(folder: path, access: .readOnly) }
        #expect(
            error.description
                == "\(path): the folder does not exist; create it, or choose another with --state")
    }

    @Test("A missing file, an empty file, or one without tables contains no drawing.")
    func nothingStored() throws {
        let error = StoreError(.nothingStored, path: folder.file)
        #expect(throws: error) { try folder.load() }
        try folder.write([])
        #expect(throws: error) { try folder.load() }
        do {
            let database = try Database(path: folder.file, access: .readWrite)
            try database.run("CREATE TABLE letters (text)")
            try database.run("DROP TABLE letters")
        }
        #expect(try !folder.bytes().isEmpty)
        #expect(throws: error) { try folder.load() }
        _ = try open()
        #expect(try folder.load() == StoredDrawing())
    }

    @Test("A file that is not a database is not changed.")
    func notADatabase() throws {
        let noise = (0..<5_000).map { UInt8(truncatingIfNeeded: $0 &* 37) }
        try folder.write(noise)
        let error = StoreError(.notADatabase, path: folder.file)
        #expect(throws: error) { try open() }
        #expect(throws: error) { try folder.load() }
        #expect(try folder.bytes() == noise)
    }

    @Test("Another program's database is not changed, with or without an application identifier.")
    func foreign() throws {
        let other = try Database(path: folder.file, access: .readWrite)
        try other.run("CREATE TABLE letters (text)")
        let bytes = try folder.bytes()
        let error = StoreError(.foreign, path: folder.file)
        #expect(throws: error) { try open() }
        #expect(throws: error) { try folder.load() }
        #expect(try folder.bytes() == bytes)
        try other.run("DROP TABLE letters")
        try other.run("PRAGMA application_id = 5")
        #expect(throws: error) { try open() }
    }

    @Test("A newer version's drawing is not changed, and the error names both versions.")
    func newer() throws {
        _ = try open()
        try Database(path: folder.file, access: .readWrite).run("PRAGMA user_version = 5")
        let bytes = try folder.bytes()
        let error = StoreError(.newer(5), path: folder.file)
        #expect(throws: error) { try open() }
        #expect(throws: error) { try folder.load() }
        #expect(try folder.bytes() == bytes)
        #expect(
            error.cause
                == "written by a newer version of touchtracker (schema 5; this version supports 4)")
    }

    @Test(
        "An invalid stroke is skipped and listed but remains in the file; others are read.",
        arguments: [
            "points = x''", "points = x'00112233445566778899aabbccddee'",
            "points = x'000000000000f07f0000000000000000'",
            "points = x'0000000000000000000000000000f07f'", "width = 0", "width = -4",
            "width = 9e999", "level = 1 << 52", "level = -(1 << 52)",
        ])
    func invalidStroke(assignment: String) throws {
        let store = try open()
        try store.apply([.put([sampleStroke(1), sampleStroke(2), sampleStroke(3)])])
        try Database(path: folder.file, access: .readWrite)
            .run("UPDATE stroke SET \(assignment) WHERE id = 2")
        for drawing in [try store.load(), try folder.load()] {
            #expect(drawing.strokes.map(\.id) == [1, 3])
            #expect(drawing.skippedIDs == [2])
        }
        let page = try store.page(after: .min, before: 4)
        #expect(page.strokes.map(\.id) == [1, 3])
        #expect(page.skippedIDs == [2])
        #expect(try store.database.queryInteger("SELECT count(*) FROM stroke") == 3)
    }

    @Test(
        "Invalid counters in the file still give unused identifiers and levels.",
        arguments: [
            ("next_id = 0", 4, 4), ("next_id = -7", 4, 4), ("next_id = (1 << 53) - 1", 4, 4),
            ("next_id = 9223372036854775807, next_level = 1 << 53", 4, 4),
            ("next_id = 2", 4, 4), ("next_level = 0", 4, 4), ("next_id = 1 << 52", 1 << 52, 4),
        ])
    func head(assignment: String, nextIdentifier: Int64, nextLevel: Int64) throws {
        let store = try open()
        try store.apply([.put((1...3).map { sampleStroke($0) })])
        try store.database.run("UPDATE drawing SET \(assignment)")
        try store.database.run(
            """
            INSERT INTO stroke SELECT (1 << 52), 1 << 60, tool, color, width, points, NULL
                FROM stroke WHERE id = 1
            """
        )
        let head = try store.head()
        #expect(head.nextID == nextIdentifier && head.nextLevel == nextLevel)
        #expect(try store.load().skippedIDs == [1 << 52])
    }

    @Test("A database without its tables, its row or its schema version is damaged.")
    func missingParts() throws {
        _ = try open()
        let database = try Database(path: folder.file, access: .readWrite)
        try database.run("DELETE FROM drawing")
        #expect(throws: StoreError(.damaged("the table drawing is empty"), path: folder.file)) {
            try folder.load()
        }
        #expect(throws: StoreError.self) { try open().apply([.removeAll]) }
        try database.run("DROP TABLE stroke")
        #expect(throws: StoreError.self) { try folder.load() }
        #expect(throws: StoreError.self) { try open() }
        try database.run("PRAGMA user_version = 0")
        #expect(throws: StoreError(.damaged("no schema version"), path: folder.file)) {
            try open()
        }
    }

    @Test("A truncated or overwritten file is read, or gives a one-line error.")
    func damaged() throws {
        do {
            let store = try open()
            var edits = RandomDrawingEdits(seed: 9)
            for _ in 0..<60 { try store.apply(edits.next()) }
        }
        let whole = try folder.bytes()
        #expect(whole.count > 8_192)
        var random = SeededRandom(seed: 10)
        for place in stride(from: 0, to: whole.count, by: 512) {
            try expectReadOrOneLineError(Array(whole[..<place]))
            var noisy = whole
            for index in place..<min(place + 512, whole.count) {
                noisy[index] = UInt8(truncatingIfNeeded: random.next())
            }
            try expectReadOrOneLineError(noisy)
        }
    }

    private func expectReadOrOneLineError(_ bytes: [UInt8]) throws {
        try folder.write(bytes)
        do {
            _ = try folder.load()
        } catch let error as StoreError {
            #expect(error.description.hasPrefix("\(folder.file): "))
            #expect(!error.description.contains("\n"))
        }
        #expect(try folder.bytes() == bytes)
    }

    @Test("While another program writes, storing fails with an error, and succeeds later.")
    func busy() throws {
        let store = try open()
        let other = try Database(path: folder.file, access: .readWrite)
        try other.run("BEGIN IMMEDIATE")
        #expect(throws: StoreError(.busy, path: folder.file)) {
            try store.apply([.put([sampleStroke(1)])])
        }
        try other.run("ROLLBACK")
        try store.apply([.put([sampleStroke(1)])])
        #expect(try folder.load().strokes.count == 1)
    }

    @Test("On a full disk nothing of an edit is stored; it is stored when space is available.")
    func full() throws {
        let store = try open()
        try store.apply([.put([sampleStroke(1)])])
        try store.database.run("PRAGMA max_page_count = 4")
        let many = StoreChange.put((2...500).map { sampleStroke($0) })
        #expect(throws: StoreError(.full, path: folder.file)) { try store.apply([many]) }
        #expect(try folder.load().strokes.count == 1)
        try store.database.run("PRAGMA max_page_count = 10000")
        try store.apply([many])
        #expect(try folder.load().strokes.count == 500)
    }

    @Test("A folder that cannot be written is an error.")
    func unopenable() {
        do throws(StoreError) {
            _ = try DrawingStore(folder: "/sys", access: .readWrite)
            Issue.record("a drawing was created in /sys")
        } catch {
            let line = error.description
            #expect(line.hasPrefix("/sys/drawing.sqlite: cannot open"))
            #expect(
                line.hasSuffix("; check the permissions of the file and its folder"))
        }
    }

    @Test("An immutable connection reads the file, for any name of its folder, and cannot write.")
    func immutable() throws {
        try open().apply([.put([sampleStroke(1)])])
        let database = try Database(path: folder.file, access: .immutable)
        #expect(try database.queryInteger("SELECT id FROM stroke") == 1)
        #expect(throws: StoreError(.readOnly, path: folder.file)) {
            try database.run("DELETE FROM stroke")
        }
    }
}

extension DrawingStore {
    /// Returns the value of one of the connection's pragmas.
    fileprivate func pragmaValue(_ name: String) throws -> String {
        let statement = try Statement(database, "PRAGMA \(name)")
        return try statement.step() ? statement.text(0) : ""
    }
}
