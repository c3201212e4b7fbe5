import CTouchTrackerDurabilityTrace
import Foundation
import KioskSystem
import Testing
import TouchTrackerStore
import TouchTrackerTestSupport

/// Moving unusable drawings to other names.
@Suite("QuarantinedDrawing")
struct QuarantinedDrawingTests {
    let folder = TemporaryFolder.forStore()

    private func write(_ text: String, _ suffix: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: folder.file + suffix))
    }

    @Test("All files are moved to the next free number, and a new drawing is created.")
    func fileNames() throws {
        for number in 1...3 {
            try write("noise \(number)", "")
            try write("log \(number)", "-wal")
            try write("memory \(number)", "-shm")
            let opened = try DrawingStore.open(folder: folder.path)
            #expect(opened.head == DrawingHead())
            #expect(opened.writeError == nil)
            let quarantined = try #require(opened.quarantined)
            let name = "drawing-damaged-\(number).sqlite"
            #expect(quarantined.path == "\(folder.path)/\(name)")
            #expect(quarantined.error == StoreError(.notADatabase, path: folder.file))
            #expect(
                quarantined.description
                    == "\(folder.file): not a database; moved to \(quarantined.path), and a new "
                    + "drawing is started; sqlite3's .recover may rescue part of it")
            #expect(try folder.bytes(name) == Array("noise \(number)".utf8))
            #expect(try folder.bytes(name + "-wal") == Array("log \(number)".utf8))
            // The shared-memory file is only used by running processes, and SQLite may change it.
            #expect(folder.names.contains(name + "-shm"))
        }
        #expect(try folder.load() == StoredDrawing())
    }

    @Test("The folder is synchronized after all files were moved.")
    func durability() throws {
        try write("noise", "")
        durability_trace_begin()
        let opened = try DrawingStore.open(folder: folder.path)
        let calls = String(cString: durability_trace_end())
        #expect(opened.quarantined != nil)
        #expect(
            calls.hasPrefix("rename, rename, rename, rename, rename, fsync folder"), "\(calls)")
    }

    @Test("If one file cannot be moved, all files keep their names.", arguments: 1...5)
    func failedMove(number: Int32) throws {
        for suffix in ["", "-wal"] { try write("noise", suffix) }
        try Data("picture".utf8).write(
            to: URL(fileURLWithPath: "\(folder.path)/drawing.picture"))
        let names = folder.names
        #expect(names.count == 3)
        durability_trace_begin()
        durability_trace_fail_rename(number)
        #expect(throws: StoreError(.notADatabase, path: folder.file)) {
            _ = try DrawingStore.open(folder: folder.path)
        }
        _ = durability_trace_end()
        // SQLite creates a shared-memory file when it opens a log.
        #expect(folder.names.filter { !$0.hasSuffix("-shm") } == names)
        #expect(try folder.bytes() == Array("noise".utf8))
    }

    @Test(
        "A database with triggers, views or virtual tables is quarantined.",
        arguments: [
            "CREATE TRIGGER t AFTER INSERT ON stroke BEGIN DELETE FROM drawing; END",
            "CREATE VIEW v AS SELECT 1",
            "ALTER TABLE stroke RENAME TO s; CREATE VIEW stroke AS SELECT * FROM s",
            "DROP TABLE stroke; CREATE VIRTUAL TABLE stroke USING fts5(id, level, tool)",
        ])
    func viewsAndTriggers(text: String) throws {
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
        #expect(opened.quarantined?.error == StoreError(.foreign, path: folder.file))
        #expect(opened.head == DrawingHead())
    }

    @Test(
        "A number is not used if any file with it exists, of whatever kind.",
        arguments: IrregularFile.creatable)
    func usedNumber(kind: IrregularFile) throws {
        let path = "\(folder.path)/drawing-damaged-1.sqlite"
        try kind.create(at: path)
        let before = IrregularFile.state(of: path)
        try write("noise", "")
        let opened = try DrawingStore.open(folder: folder.path)
        #expect(opened.quarantined?.path == "\(folder.path)/drawing-damaged-2.sqlite")
        #expect(IrregularFile.state(of: path) == before)
    }

    @Test(
        "A drawing with an irregular file is neither opened nor quarantined.",
        arguments: ["", "-wal", "-shm", "-journal"], IrregularFile.creatable)
    func irregular(suffix: String, kind: IrregularFile) throws {
        let path = folder.file + suffix
        try kind.create(at: path, linkingTo: Array("noise".utf8))
        let before = IrregularFile.state(of: path)
        let names = folder.names
        let code: Errno =
            switch kind {
            case .fifo, .socket, .device: .notRegularFile
            case .folder: .isFolder
            case .link, .deviceLink, .brokenLink: .symbolicLink
            }
        let error = StoreError(.unopenable(code), path: path)
        #expect(error.description == "\(path): cannot open: \(code); move it away")
        #expect(throws: error) { _ = try DrawingStore.open(folder: folder.path) }
        #expect(throws: error) {
            _ = try DrawingStore(folder: folder.path, access: .readOnly)
        }
        #expect(IrregularFile.state(of: path) == before)
        #expect(folder.names == names)
    }

    @Test("A database that cannot be examined is not missing.")
    func unknownKind() throws {
        let path = folder.file
        let hasDatabase = try DrawingStore.verifyFileKinds(of: path) { name throws(LinuxError) in
            if name == path {
                throw LinuxError(operation: "stat", code: Errno(rawValue: EIO), path: name)
            }
            return false
        }
        #expect(hasDatabase)
    }

    @Test("SQLite follows no link to a database, but links to its folder.")
    func linkedDatabase() throws {
        try DrawingStore(folder: folder.path, access: .readWrite).apply([.put([sampleStroke(1)])])
        let link = folder.path + " link"
        #expect(symlink(folder.path, link) == 0)
        defer { unlink(link) }
        let database = try Database(path: "\(link)/drawing.sqlite", access: .readOnly)
        #expect(try database.queryInteger("SELECT id FROM stroke") == 1)
        #expect(symlink(folder.file, "\(folder.path)/other.sqlite") == 0)
        for access in [Database.Access.readWrite, .readOnly, .immutable] {
            #expect(throws: StoreError.self) {
                try Database(path: "\(folder.path)/other.sqlite", access: access)
            }
        }
    }

    @Test("A number is not used if any file of a drawing with it exists.")
    func usedNumber() throws {
        try Data().write(to: URL(fileURLWithPath: "\(folder.path)/drawing-damaged-1.sqlite-wal"))
        try write("noise", "")
        let opened = try DrawingStore.open(folder: folder.path)
        #expect(opened.quarantined?.path == "\(folder.path)/drawing-damaged-2.sqlite")
    }

    @Test("The hundredth unusable drawing is not moved, and saving fails.")
    func limit() throws {
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

    @Test("A log without its database is quarantined, not deleted.", arguments: [true, false])
    func lostLog(hasEmptyFile: Bool) throws {
        if hasEmptyFile { try write("", "") }
        try write("log", "-wal")
        let opened = try DrawingStore.open(folder: folder.path)
        #expect(opened.quarantined != nil)
        #expect(try folder.bytes("drawing-damaged-1.sqlite-wal") == Array("log".utf8))
        #expect(folder.names.contains("drawing-damaged-1.sqlite") == hasEmptyFile)
    }

    @Test("The log of a killed kiosk is quarantined with its damaged database, unchanged.")
    func logIsKept() throws {
        let writer = try DrawingStore(folder: folder.path, access: .readWrite)
        for id in 1...40 { try writer.apply([.put([sampleStroke(Int64(id))])]) }
        // The files of a killed kiosk with a newer version.
        try writer.database.run("PRAGMA user_version = 9")
        let killed = TemporaryFolder.forStore()
        for suffix in ["", "-wal"] {
            try Data(try folder.bytes(DrawingStore.fileName + suffix))
                .write(to: URL(fileURLWithPath: killed.file + suffix))
        }
        let opened = try DrawingStore.open(folder: killed.path)
        #expect(opened.quarantined?.error == StoreError(.newer(9), path: killed.file))
        for suffix in ["", "-wal"] {
            let kept = try killed.bytes("drawing-newer-1.sqlite" + suffix)
            #expect(try kept == folder.bytes(DrawingStore.fileName + suffix))
        }
        #expect(opened.head == DrawingHead())
    }

    @Test("A drawing that cannot be written is opened for reading; a missing one is empty.")
    func unwritableDrawing() throws {
        try folder.putVersion(1)
        let other = try Database(path: folder.file, access: .readWrite)
        try other.run("BEGIN IMMEDIATE")
        // The migration to the current schema has to wait.
        let opened = try DrawingStore.open(folder: folder.path)
        #expect(opened.writeError == StoreError(.busy, path: folder.file))
        #expect(opened.head?.nextID == 6)
        #expect(try opened.store?.load().strokes.count == 4)
        try other.run("ROLLBACK")
    }
}
