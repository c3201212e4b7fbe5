import Foundation
import Testing
import TouchTrackerStore
import TouchTrackerTestSupport

/// What isn't a drawing of ours is moved away, never deleted.
@Suite("Setting aside")
struct SetAsideTests {
    let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    private func write(_ text: String, _ suffix: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: folder.file + suffix))
    }

    @Test(
        "With all that lies beside it, under the next free number; a new drawing takes its place.")
    func numbers() throws {
        for number in 1...3 {
            try write("noise \(number)", "")
            try write("log \(number)", "-wal")
            try write("memory \(number)", "-shm")
            let opened = try DrawingStore.open(folder: folder.path)
            #expect(opened.head == DrawingHead())
            #expect(opened.trouble == nil)
            let setAside = try #require(opened.setAside)
            let name = "drawing-damaged-\(number).sqlite"
            #expect(setAside.path == "\(folder.path)/\(name)")
            #expect(setAside.error == StoreError(.notADatabase, path: folder.file))
            #expect(
                setAside.description
                    == "\(folder.file): it isn't a database; it is kept as \(setAside.path), and a new drawing was begun; sqlite3's .recover may save what is left of it"
            )
            #expect(try folder.bytes(name) == Array("noise \(number)".utf8))
            #expect(try folder.bytes(name + "-wal") == Array("log \(number)".utf8))
            // What it holds is of use to running programs only, and SQLite may have written to it.
            #expect(try folder.names().contains(name + "-shm"))
        }
        #expect(try folder.load() == StoredDrawing())
    }

    @Test(
        "A drawing with anything in it that acts by itself isn't ours.",
        arguments: [
            "CREATE TRIGGER t AFTER INSERT ON stroke BEGIN DELETE FROM drawing; END",
            "CREATE VIEW v AS SELECT 1",
            "ALTER TABLE stroke RENAME TO s; CREATE VIEW stroke AS SELECT * FROM s",
            "DROP TABLE stroke; CREATE VIRTUAL TABLE stroke USING fts5(id, level, tool)",
        ])
    func programs(text: String) throws {
        do {
            let store = try DrawingStore(folder: folder.path, access: .readWrite)
            try store.apply([.put([sampleStroke(1)])])
            for statement in text.contains("TRIGGER")
                ? [text] : text.split(separator: "; ").map(String.init)
            {
                try store.database.run(statement)
            }
        }
        #expect(throws: StoreError(.foreign, path: folder.file)) { try folder.load() }
        let opened = try DrawingStore.open(folder: folder.path)
        #expect(opened.setAside?.error == StoreError(.foreign, path: folder.file))
        #expect(opened.head == DrawingHead())
    }

    @Test("A number isn't given while anything has it.")
    func taken() throws {
        try Data().write(to: URL(fileURLWithPath: "\(folder.path)/drawing-damaged-1.sqlite-wal"))
        try write("noise", "")
        let opened = try DrawingStore.open(folder: folder.path)
        #expect(opened.setAside?.path == "\(folder.path)/drawing-damaged-2.sqlite")
    }

    @Test("Once there are 99, the next stays where it is, and is the reason not to save.")
    func full() throws {
        for number in 1...99 {
            let path = "\(folder.path)/drawing-damaged-\(number).sqlite"
            #expect(FileManager.default.createFile(atPath: path, contents: nil))
        }
        try write("noise", "")
        #expect(throws: StoreError(.notADatabase, path: folder.file)) {
            try DrawingStore.open(folder: folder.path)
        }
        #expect(try folder.bytes() == Array("noise".utf8))
    }

    @Test(
        "A log without its database isn't thrown away, as SQLite would.", arguments: [true, false])
    func lostLog(hasEmptyFile: Bool) throws {
        if hasEmptyFile { try write("", "") }
        try write("log", "-wal")
        let opened = try DrawingStore.open(folder: folder.path)
        #expect(opened.setAside != nil)
        #expect(try folder.bytes("drawing-damaged-1.sqlite-wal") == Array("log".utf8))
        #expect(try folder.names().contains("drawing-damaged-1.sqlite") == hasEmptyFile)
    }

    @Test("A log that a killed kiosk left is neither put into a damaged file nor lost.")
    func logStays() throws {
        let writer = try DrawingStore(folder: folder.path, access: .readWrite)
        for id in 1...40 { try writer.apply([.put([sampleStroke(Int64(id))])]) }
        // As a kiosk leaves them that is killed; of another version.
        try writer.database.run("PRAGMA user_version = 9")
        let killed = try TestFolder()
        for suffix in ["", "-wal"] {
            try Data(try folder.bytes(DrawingStore.fileName + suffix))
                .write(to: URL(fileURLWithPath: killed.file + suffix))
        }
        let opened = try DrawingStore.open(folder: killed.path)
        #expect(opened.setAside?.error == StoreError(.newer(9), path: killed.file))
        for suffix in ["", "-wal"] {
            let kept = try killed.bytes("drawing-newer-1.sqlite" + suffix)
            #expect(try kept == folder.bytes(DrawingStore.fileName + suffix))
        }
        #expect(opened.head == DrawingHead())
    }

    @Test("What can't be written now is opened for reading; what isn't there is empty.")
    func trouble() throws {
        try folder.putVersion1()
        let other = try Database(path: folder.file, access: .readWrite)
        try other.run("BEGIN IMMEDIATE")
        // Bringing it to today's schema has to wait.
        let opened = try DrawingStore.open(folder: folder.path)
        #expect(opened.trouble == StoreError(.busy, path: folder.file))
        #expect(opened.head?.nextID == 6)
        #expect(try opened.store?.load().strokes.count == 4)
        try other.run("ROLLBACK")
    }
}
