import Testing
import TouchKitGeometry
import TouchTrackerStore
import TouchTrackerTestSupport

/// What is stored is there again, and what is in the way is said in one line.
@Suite("Drawing store")
struct DrawingStoreTests {
    let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    private func open() throws -> DrawingStore {
        try DrawingStore(folder: folder.path, access: .readWrite)
    }

    // MARK: What is stored

    @Test("In a new folder there is an empty drawing that was never edited.")
    func new() throws {
        #expect(try open().load() == StoredDrawing())
        #expect(try folder.load() == StoredDrawing())
    }

    @Test(
        "Random edits, undone and done again among them: after each the stored drawing is the one that was edited, also for a reader and after opening it again.",
        arguments: [1, 2, 3] as [UInt64])
    func randomEdits(seed: UInt64) throws {
        var edits = ScriptedEdits(seed: seed)
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

    @Test("Numbers come back to the last bit, and names as they were.")
    func exact() throws {
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

    @Test("Strokes come in drawing order; of those on one level, the higher number lies above.")
    func order() throws {
        let levels: [Int64] = [5, -3, 7, 5, 0]
        let strokes = levels.enumerated().map {
            sampleStroke(Int64($0.offset + 1), level: $0.element)
        }
        try open().apply([.put(strokes)])
        #expect(try folder.load().strokes.map(\.id) == [2, 5, 1, 4, 3])
    }

    @Test("A number that was given isn't given again, though its stroke was deleted.")
    func nextID() throws {
        let store = try open()
        try store.apply([.put([sampleStroke(7)])])
        try store.apply([.remove([7])])
        #expect(try folder.load().nextID == 8)
        try store.apply([.put([sampleStroke(3)])])
        #expect(try folder.load().nextID == 8)
    }

    @Test("The canvas is the one that was said last.")
    func canvas() throws {
        let store = try open()
        try store.apply([.canvas(CGSize(width: 800, height: 480))])
        try store.apply([.canvas(CGSize(width: 360, height: 640.5)), .removeAll])
        #expect(try folder.load().canvas == CGSize(width: 360, height: 640.5))
    }

    @Test("An edit is stored whole or not at all, and so are several that go together.")
    func atomic() throws {
        let store = try open()
        try store.apply([.put([sampleStroke(1)])])
        let before = try store.load()
        var nonsense = sampleStroke(3)
        nonsense.width = .nan
        #expect(throws: StoreError.self) {
            try store.apply([.removeAll, .put([sampleStroke(2), nonsense])])
        }
        #expect(try store.load() == before)
        #expect(throws: StoreError.self) {
            try store.apply(edits: [[.put([sampleStroke(2)])], [.put([nonsense])]])
        }
        #expect(try folder.load() == before)
        try store.apply([.put([sampleStroke(2)])])
        #expect(try folder.load().strokes.map(\.id) == [1, 2])
    }

    @Test("A reader sees whole edits only, and doesn't make the writer wait.")
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

    @Test("A reader changes nothing.")
    func readOnly() throws {
        try open().apply([.put([sampleStroke(1)])])
        let reader = try DrawingStore(folder: folder.path, access: .readOnly)
        #expect(throws: StoreError(.readOnly, path: folder.file)) { try reader.apply([.removeAll]) }
        #expect(try folder.load().strokes.count == 1)
    }

    @Test("The file says what it is: a database of ours in write-ahead mode, synchronised fully.")
    func identity() throws {
        let store = try open()
        try store.apply([.put([sampleStroke(1)])])
        let database = try Database(path: folder.file, access: .readOnly)
        #expect(try database.number("PRAGMA application_id") == 0x5454_524B)
        #expect(try database.number("PRAGMA user_version") == 2)
        #expect(try store.mode("journal_mode") == "wal")
        #expect(try store.mode("synchronous") == "2")
    }

    // MARK: What is in the way

    @Test("A folder that isn't there.")
    func noFolder() {
        let path = folder.path + "/elsewhere"
        let error = StoreError(.noFolder, path: path)
        #expect(throws: error) { try DrawingStore(folder: path, access: .readWrite) }
        #expect(throws: error) { try DrawingStore(folder: path, access: .readOnly) }
        #expect(
            error.description
                == "\(path): there is no such folder; make it, or choose another with --state")
    }

    @Test("Nothing to read: no file, an empty one, or a kiosk that hasn't made its tables yet.")
    func nothingStored() throws {
        let error = StoreError(.nothingStored, path: folder.file)
        #expect(throws: error) { try folder.load() }
        try folder.write([])
        #expect(throws: error) { try folder.load() }
        _ = try open()
        #expect(try folder.load() == StoredDrawing())
    }

    @Test("A file that is no database is left as it is.")
    func notADatabase() throws {
        let noise = (0..<5_000).map { UInt8(truncatingIfNeeded: $0 &* 37) }
        try folder.write(noise)
        let error = StoreError(.notADatabase, path: folder.file)
        #expect(throws: error) { try open() }
        #expect(throws: error) { try folder.load() }
        #expect(try folder.bytes() == noise)
    }

    @Test("Another program's database is left as it is, whether it has a number or only tables.")
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

    @Test("A newer version's drawing is left as it is, and the line names both versions.")
    func newer() throws {
        _ = try open()
        try Database(path: folder.file, access: .readWrite).run("PRAGMA user_version = 3")
        let bytes = try folder.bytes()
        let error = StoreError(.newer(3), path: folder.file)
        #expect(throws: error) { try open() }
        #expect(throws: error) { try folder.load() }
        #expect(try folder.bytes() == bytes)
        #expect(
            error.cause == "a newer version of touchtracker wrote it (schema 3, this one knows 2)")
    }

    @Test(
        "A stroke that makes no sense is left out and named; it stays, and the others are read.",
        arguments: [
            "points = x''", "points = x'00112233445566778899aabbccddee'",
            "points = x'000000000000f07f0000000000000000'", "width = 0", "width = -4",
            "width = 9e999", "level = 1 << 52", "level = -(1 << 52)",
        ])
    func senselessStroke(assignment: String) throws {
        let store = try open()
        try store.apply([.put([sampleStroke(1), sampleStroke(2), sampleStroke(3)])])
        try Database(path: folder.file, access: .readWrite)
            .run("UPDATE stroke SET \(assignment) WHERE id = 2")
        for drawing in [try store.load(), try folder.load()] {
            #expect(drawing.strokes.map(\.id) == [1, 3])
            #expect(drawing.leftOut == [2])
        }
        let page = try store.page(after: .min, before: 4)
        #expect(page.strokes.map(\.id) == [1, 3])
        #expect(page.leftOut == [2])
        #expect(try store.database.number("SELECT count(*) FROM stroke") == 3)
    }

    @Test(
        "Whatever numbers lie there, there is room above them, and none is given again.",
        arguments: [
            ("next_id = 0", 4, 4), ("next_id = -7", 4, 4), ("next_id = (1 << 53) - 1", 4, 4),
            ("next_id = 9223372036854775807, next_level = 1 << 53", 4, 4),
            ("next_id = 2", 4, 4), ("next_level = 0", 4, 4), ("next_id = 1 << 52", 1 << 52, 4),
        ])
    func head(assignment: String, nextID: Int64, nextLevel: Int64) throws {
        let store = try open()
        try store.apply([.put((1...3).map { sampleStroke($0) })])
        try store.database.run("UPDATE drawing SET \(assignment)")
        try store.database.run(
            "INSERT INTO stroke SELECT (1 << 52), 1 << 60, tool, color, width, points FROM stroke WHERE id = 1"
        )
        let head = try store.head()
        #expect(head.nextID == nextID && head.nextLevel == nextLevel)
        #expect(try store.load().leftOut == [1 << 52])
    }

    @Test("A database without its tables, without its one row, without a version.")
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
        #expect(throws: StoreError(.damaged("it has no schema version"), path: folder.file)) {
            try open()
        }
    }

    @Test(
        "Cut off or overwritten anywhere, it is read, or there is one line; nothing else happens.")
    func damaged() throws {
        do {
            let store = try open()
            var edits = ScriptedEdits(seed: 9)
            for _ in 0..<60 { try store.apply(edits.next()) }
        }
        let whole = try folder.bytes()
        #expect(whole.count > 8_192)
        var random = SeededRandom(seed: 10)
        for place in stride(from: 0, to: whole.count, by: 512) {
            try expectReadOrOneLine(Array(whole[..<place]))
            var noisy = whole
            for index in place..<min(place + 512, whole.count) {
                noisy[index] = UInt8(truncatingIfNeeded: random.next())
            }
            try expectReadOrOneLine(noisy)
        }
    }

    private func expectReadOrOneLine(_ bytes: [UInt8]) throws {
        try folder.write(bytes)
        do {
            _ = try folder.load()
        } catch let error as StoreError {
            #expect(error.description.hasPrefix("\(folder.file): "))
            #expect(!error.description.contains("\n"))
        }
        #expect(try folder.bytes() == bytes)
    }

    @Test("A writer who finds another program writing says so, and can go on afterwards.")
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

    @Test("A full disk: nothing of the edit is stored; when there is room again, it can be.")
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

    @Test("A folder in which nothing can be made.")
    func unopenable() {
        do throws(StoreError) {
            _ = try DrawingStore(folder: "/sys", access: .readWrite)
            Issue.record("a drawing was made there")
        } catch {
            let line = error.description
            #expect(line.hasPrefix("/sys/drawing.sqlite: it can't be opened"))
            #expect(
                line.hasSuffix("; see who may read it and its folder, and run as one who may"))
        }
    }

    @Test("Where nobody writes, the file alone is read, whatever its folder is called.")
    func immutable() throws {
        try open().apply([.put([sampleStroke(1)])])
        let database = try Database(path: folder.file, access: .immutable)
        #expect(try database.number("SELECT id FROM stroke") == 1)
        #expect(throws: StoreError(.readOnly, path: folder.file)) {
            try database.run("DELETE FROM stroke")
        }
    }
}

extension DrawingStore {
    /// What a pragma of its connection says.
    fileprivate func mode(_ name: String) throws -> String {
        let statement = try Statement(database, "PRAGMA \(name)")
        return try statement.step() ? statement.text(0) : ""
    }
}
