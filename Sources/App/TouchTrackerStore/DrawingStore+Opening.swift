import Glibc
import KioskSystem
import TouchKitGeometry

/// A stored drawing as it is found by whoever is going to draw on it.
package struct OpenedDrawing {
    /// The drawing; nil where nothing could be opened, not even for reading.
    package var store: DrawingStore?
    /// What is said first about it; nil where that couldn't be read.
    package var head: DrawingHead?
    /// Why nothing can be stored now, though it may be possible later; nil where it can.
    package var trouble: StoreError?
    /// What lay in its place and was no drawing of ours.
    package var setAside: SetAside?

    /// Makes a finding; that nothing could be found out if nothing is said.
    package init(
        store: DrawingStore? = nil, head: DrawingHead? = nil, trouble: StoreError? = nil
    ) {
        self.store = store
        self.head = head
        self.trouble = trouble
    }
}

extension DrawingStore {
    /// Opens the drawing in a folder to draw on, come what may: what isn't a drawing of ours is put
    /// aside, and a drawing that can't be written now is opened for reading.
    ///
    /// - Throws: `StoreError` where there is nothing to wait for: no folder, no permission, or something
    ///   is in the way that can't be put aside.
    package static func open(folder: String) throws(StoreError) -> sending OpenedDrawing {
        do throws(StoreError) {
            return try openWhole(folder: folder)
        } catch {
            guard error.isDamage else { throw error }
            let setAside = try SetAside(DrawingFiles(folder: folder), because: error)
            var opened = try openWhole(folder: folder)
            opened.setAside = setAside
            return opened
        }
    }

    /// The same, but nothing is put aside.
    private static func openWhole(folder: String) throws(StoreError) -> OpenedDrawing {
        do throws(StoreError) {
            let store = try DrawingStore(folder: folder, access: .readWrite)
            do throws(StoreError) {
                return OpenedDrawing(store: store, head: try store.head())
            } catch {
                store.abandon()
                throw error
            }
        } catch {
            guard error.mayPass else { throw error }
            return try openForReading(folder: folder, because: error)
        }
    }

    private static func openForReading(
        folder: String, because trouble: StoreError
    ) throws(StoreError) -> OpenedDrawing {
        do throws(StoreError) {
            let store = try DrawingStore(folder: folder, access: .readOnly)
            return OpenedDrawing(store: store, head: try store.head(), trouble: trouble)
        } catch {
            // Nothing is there, which is as good as known; or nobody knows.
            let head = error.kind == .nothingStored ? DrawingHead() : nil
            return OpenedDrawing(head: head, trouble: trouble)
        }
    }

    // MARK: For writing

    static func openForWriting(_ path: String) throws(StoreError) -> Database {
        try refuseLostLog(of: path)
        let database = try Database(path: path, access: .readWrite)
        // What can't be written is opened for reading, without a word.
        if database.isReadOnly { throw StoreError(.readOnly, path: path) }
        database.keepsLogAtEnd = true
        try prepare(database)
        let isEmpty = try isEmpty(database)
        if !isEmpty { try checkIdentity(database) }
        // Readers and the writer don't wait for each other, and an edit is one fsync.
        try database.run("PRAGMA journal_mode = WAL")
        try database.run("PRAGMA synchronous = FULL")
        // What a long reader let grow is given back afterwards.
        try database.run("PRAGMA journal_size_limit = \(largestLog)")
        if isEmpty { try create(in: database) }
        try Migrations.run(Migrations.steps, in: database)
        return database
    }

    /// How many bytes of the write-ahead log stay once they are put into the database, which SQLite
    /// does after every 1,000 pages.
    private static let largestLog = 4 << 20

    /// SQLite throws a log away whose database is empty or missing; there may be strokes in it.
    private static func refuseLostLog(of path: String) throws(StoreError) {
        if isEmptyFile(path), !isEmptyFile("\(path)-wal") {
            throw StoreError(
                .damaged("it is empty, and its write-ahead log isn't"), path: path)
        }
    }

    private static func create(in database: Database) throws(StoreError) {
        try database.run("BEGIN IMMEDIATE")
        do throws(StoreError) {
            // Somebody else may have been faster.
            if try isEmpty(database) {
                for text in Schema.creation { try database.run(text) }
            }
            try database.run("COMMIT")
        } catch {
            if database.isInTransaction { try database.run("ROLLBACK") }
            throw error
        }
    }

    // MARK: For reading

    static func openForReading(_ path: String) throws(StoreError) -> Database {
        if access(path, F_OK) != 0, Errno.last == .notFound {
            throw StoreError(.nothingStored, path: path)
        }
        do throws(StoreError) {
            return try openForReading(path, .readOnly)
        } catch {
            // Reading beside a writer needs a file of shared memory. Where it can't be made, on a disk
            // that is full or read-only, and no writer has left anything to be added, the file alone
            // is the drawing.
            switch error.kind {
            case .unopenable, .readOnly, .full, .failed:
                if !isEmptyFile("\(path)-wal") { throw error }
                return try openForReading(path, .immutable)
            default:
                throw error
            }
        }
    }

    private static func openForReading(
        _ path: String, _ access: Database.Access
    ) throws(StoreError) -> Database {
        let database = try Database(path: path, access: access)
        try prepare(database)
        // A kiosk that was just started hasn't made its tables yet.
        if try isEmpty(database) { throw StoreError(.nothingStored, path: path) }
        try checkIdentity(database)
        return database
    }

    // MARK: What it is

    private static func prepare(_ database: Database) throws(StoreError) {
        // A file that somebody made to harm isn't believed: sqlite.org/security.html.
        try database.run("PRAGMA trusted_schema = OFF")
        try database.run("PRAGMA cell_size_check = ON")
    }

    /// Whether a file isn't there, or nothing is in it.
    private static func isEmptyFile(_ path: String) -> Bool {
        var information = stat()
        if stat(path, &information) != 0 { return Errno.last == .notFound }
        return information.st_size == 0
    }

    private static func isEmpty(_ database: Database) throws(StoreError) -> Bool {
        let objects = try database.number("SELECT count(*) FROM sqlite_schema")
        let application = try database.number("PRAGMA application_id")
        return objects == 0 && application == 0
    }

    private static func checkIdentity(_ database: Database) throws(StoreError) {
        guard try database.number("PRAGMA application_id") == Schema.applicationID else {
            throw StoreError(.foreign, path: database.path)
        }
        // Before anything is read from them.
        if try database.number(Schema.countOfPrograms) != 0 {
            throw StoreError(.foreign, path: database.path)
        }
        let version = try database.number("PRAGMA user_version") ?? 0
        if version > Schema.version { throw StoreError(.newer(version), path: database.path) }
        if version < 1 {
            throw StoreError(.damaged("it has no schema version"), path: database.path)
        }
    }
}
