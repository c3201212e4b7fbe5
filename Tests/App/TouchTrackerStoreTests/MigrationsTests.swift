import Testing
import TouchKitGeometry
import TouchTrackerStore
import TouchTrackerTestSupport

/// Migrating drawings of older schema versions.
@Suite("Migrations")
struct MigrationsTests {
    let folder = TemporaryFolder.forStore()

    /// Checks the contents of the file of version 1.
    private func expectOldDrawing(_ drawing: StoredDrawing) {
        #expect(drawing.generation == 8)
        #expect(drawing.nextID == 6)
        #expect(drawing.nextLevel == 6)
        #expect(drawing.canvas == CGSize(width: 800, height: 480))
        #expect(drawing.strokes.map(\.id) == [2, 3, 4, 1])
        #expect(drawing.strokes.map(\.level) == [2, 3, 4, 5])
        #expect(drawing.strokes.map(\.tool) == ["line", "pen", "pen", "line"])
        #expect(drawing.strokes.map(\.color) == ["red", "blue", "white", "black"])
        #expect(drawing.strokes.map(\.width) == [4, 20, 10, 10])
        #expect(drawing.strokes.map(\.points.count) == [2, 40, 1, 2])
        #expect(drawing.strokes[1].points[7] == CGPoint(x: 205, y: 240 + 1.0 / 3 * 49))
    }

    @Test(
        "An older drawing is unchanged by its migration, and can be edited.", arguments: [1, 2, 3])
    func olderVersion(_ version: Int) throws {
        try folder.putVersion(version)
        let store = try DrawingStore(folder: folder.path, access: .readWrite)
        #expect(try store.database.queryInteger("PRAGMA user_version") == 4)
        expectOldDrawing(try store.load())
        #expect(
            try store.head()
                == DrawingHead(
                    generation: 8, nextID: 6, nextLevel: 6, canvas: CGSize(width: 800, height: 480))
        )
        #expect(try store.apply([.put([sampleStroke(6, level: 9)])]) == 9)
        #expect(try folder.load().nextLevel == 10)
    }

    @Test("A reader reads an older drawing without migrating it.", arguments: [1, 2, 3])
    func readOnly(_ version: Int) throws {
        try folder.putVersion(version)
        let bytes = try folder.bytes()
        expectOldDrawing(try folder.load())
        #expect(try folder.bytes() == bytes)
    }

    @Test("A migrated file has the same tables as a new one.", arguments: [1, 2, 3])
    func tables(_ version: Int) throws {
        try folder.putVersion(version)
        let new = TemporaryFolder.forStore()
        for each in [folder, new] { _ = try DrawingStore(folder: each.path, access: .readWrite) }
        func columns(_ folder: TemporaryFolder) throws -> [String] {
            let database = try Database(path: folder.file, access: .readOnly)
            var columns: [String] = []
            for table in ["drawing", "stroke"] {
                let rows = try Statement(database, "PRAGMA table_info(\(table))")
                while try rows.step() {
                    columns.append((0..<6).map { rows.text(Int32($0)) }.joined(separator: " "))
                }
            }
            return columns
        }
        #expect(try columns(folder) == columns(new))
        #expect(try columns(new).count == 16)
    }

    @Test("The next level is above all valid levels.")
    func levels() throws {
        let cases: [(levels: String, next: Int64)] = [
            ("NULL", 1), ("-7", 1), ("0", 1), ("12", 13), ("9223372036854775807", 1),
        ]
        for (level, next) in cases {
            let folder = TemporaryFolder.forStore()
            try folder.putVersion(1)
            do {
                let database = try Database(path: folder.file, access: .readWrite)
                try database.run("DELETE FROM stroke WHERE id > 1 OR \(level) IS NULL")
                try database.run("UPDATE stroke SET level = \(level)")
            }
            #expect(try folder.load().nextLevel == next, "\(level)")
            let store = try DrawingStore(folder: folder.path, access: .readWrite)
            #expect(try store.head().nextLevel == next, "\(level)")
        }
    }

    @Test("A migration that fails changes nothing; previous ones are kept.")
    func failingStep() throws {
        try folder.putVersion(1)
        let database = try Database(path: folder.file, access: .readWrite)
        let broken = Migrations.Step(
            from: 4,
            [
                "DELETE FROM stroke", "ALTER TABLE drawing ADD COLUMN mood TEXT",
                "UPDATE drawing SET nonsense = 1",
            ])
        #expect(throws: StoreError.self) {
            try Migrations.run(Migrations.steps + [broken], in: database)
        }
        #expect(!database.isInTransaction)
        #expect(try database.queryInteger("PRAGMA user_version") == 4)
        expectOldDrawing(try folder.load())
        let columns = "SELECT count(*) FROM pragma_table_info('drawing')"
        #expect(try database.queryInteger(columns) == 9)
    }

    @Test("If the first migration fails, the file of version 1 is unchanged.")
    func failingFirstStep() throws {
        try folder.putVersion(1)
        let database = try Database(path: folder.file, access: .readWrite)
        let steps = Migrations.steps.map {
            Migrations.Step(
                from: $0.sourceVersion, $0.statements + ["INSERT INTO nowhere VALUES (1)"])
        }
        #expect(throws: StoreError.self) { try Migrations.run(steps, in: database) }
        #expect(try database.queryInteger("PRAGMA user_version") == 1)
        expectOldDrawing(try folder.load())
    }

    @Test("There is a migration from every version to the next.")
    func complete() {
        #expect(Migrations.steps.map(\.sourceVersion) == Array(1...Int64(Migrations.steps.count)))
    }
}
