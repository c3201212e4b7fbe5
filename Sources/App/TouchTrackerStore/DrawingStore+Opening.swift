import Glibc
import KioskSystem
import TouchKitGeometry

/// The result of an attempt to open a stored drawing for reading and writing.
package struct OpenedDrawing {
    /// The open drawing, or `nil` if it could not be opened, not even for reading only.
    package var store: DrawingStore?
    /// The properties of the stored drawing, or `nil` if they could not be read.
    package var head: DrawingHead?
    /// The error that prevents writing, or `nil` if the drawing can be written.
    package var writeError: StoreError?
    /// The unusable drawing that was moved out of the way during opening, or `nil` if no drawing
    /// was quarantined.
    package var quarantined: QuarantinedDrawing?
    /// Whether the write-ahead log was not empty before opening. Such a log is left by a process
    /// that has not closed the drawing, and the disk may lack a part of it.
    var hadLog = false

    /// Creates a result. Without arguments, the result describes a drawing that could not be
    /// opened.
    package init(
        store: DrawingStore? = nil, head: DrawingHead? = nil, writeError: StoreError? = nil
    ) {
        self.store = store
        self.head = head
        self.writeError = writeError
    }
}

/// Opening a stored drawing.
extension DrawingStore {
    /// Opens the drawing in a folder for reading and writing. An unusable drawing is quarantined
    /// (moved out of the way) and replaced by an empty drawing. If the drawing cannot be written at
    /// present, it is opened for reading only.
    ///
    /// - Throws: `StoreError` if retrying would not help: the folder is missing, permissions are
    ///   missing, or an unusable file cannot be quarantined.
    package static func open(folder: String) throws(StoreError) -> sending OpenedDrawing {
        do throws(StoreError) {
            return try openWithoutQuarantine(folder: folder)
        } catch {
            guard error.requiresQuarantine else { throw error }
            let quarantined = try QuarantinedDrawing(DrawingFiles(folder: folder), because: error)
            var opened = try openWithoutQuarantine(folder: folder)
            opened.quarantined = quarantined
            return opened
        }
    }

    /// Opens the drawing in a folder, for reading only if it cannot be written at present. Throws
    /// an error if the drawing is unusable.
    private static func openWithoutQuarantine(folder: String) throws(StoreError) -> OpenedDrawing {
        let hadLog = !isEmptyFile("\(DrawingFiles(folder: folder).database)-wal")
        do throws(StoreError) {
            let store = try DrawingStore(folder: folder, access: .readWrite)
            do throws(StoreError) {
                var opened = OpenedDrawing(store: store, head: try store.head())
                opened.hadLog = hadLog
                return opened
            } catch {
                store.preserveLogOnClose()
                throw error
            }
        } catch {
            guard error.isTransient else { throw error }
            return try openForReading(folder: folder, because: error)
        }
    }

    private static func openForReading(
        folder: String, because writeError: StoreError
    ) throws(StoreError) -> OpenedDrawing {
        do throws(StoreError) {
            let store = try DrawingStore(folder: folder, access: .readOnly)
            return OpenedDrawing(store: store, head: try store.head(), writeError: writeError)
        } catch {
            // A missing drawing is empty. The contents of a drawing that cannot be read are
            // unknown.
            let head = error.kind == .nothingStored ? DrawingHead() : nil
            return OpenedDrawing(head: head, writeError: writeError)
        }
    }

    // MARK: For writing

    /// Opens or creates the database at `path` for reading and writing, and migrates it to the
    /// current schema.
    static func openForWriting(_ path: String) throws(StoreError) -> Database {
        _ = try verifyFileKinds(of: path)
        try checkForLostLog(of: path)
        let database = try Database(path: path, access: .readWrite)
        // If a file cannot be written, SQLite opens it for reading and reports no error.
        if database.isReadOnly { throw StoreError(.readOnly, path: path) }
        database.keepsLogOnClose = true
        try prepare(database)
        let isEmpty = try isEmpty(database)
        if !isEmpty { try checkIdentity(database) }
        // With WAL, readers and the writer don't block each other, and an edit needs one fsync.
        try database.run("PRAGMA journal_mode = WAL")
        try database.run("PRAGMA synchronous = FULL")
        // After a checkpoint, truncates the log, which grows while another process reads for a long
        // time.
        try database.run("PRAGMA journal_size_limit = \(logSizeLimit)")
        if isEmpty { try create(in: database) }
        try Migrations.run(Migrations.steps, in: database)
        return database
    }

    /// The size to which the write-ahead log is truncated after a checkpoint, in bytes.
    private static let logSizeLimit = 4 << 20

    /// Throws an error if the database at `path` is empty but its write-ahead log is not. SQLite
    /// would delete the log, which may contain strokes.
    private static func checkForLostLog(of path: String) throws(StoreError) {
        if isEmptyFile(path), !isEmptyFile("\(path)-wal") {
            throw StoreError(
                .damaged("the file is empty, but its write-ahead log is not"), path: path)
        }
    }

    /// Creates the tables of an empty drawing in one transaction, unless another process has
    /// already created them.
    private static func create(in database: Database) throws(StoreError) {
        try database.withTransaction { () throws(StoreError) in
            // Another process may have created the tables in the meantime.
            if try isEmpty(database) {
                for text in Schema.createTables { try database.run(text) }
            }
        }
    }

    // MARK: For reading

    /// Opens the existing database at `path` for reading only.
    static func openForReading(_ path: String) throws(StoreError) -> Database {
        guard try verifyFileKinds(of: path) else { throw StoreError(.nothingStored, path: path) }
        do throws(StoreError) {
            return try openForReading(path, .readOnly)
        } catch {
            // Reading beside a writer requires a shared-memory file. If it cannot be created, on a
            // full or read-only file system, and the log is empty, the database alone is complete.
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
        // A kiosk that has just started may not have created the tables yet.
        if try isEmpty(database) { throw StoreError(.nothingStored, path: path) }
        try checkIdentity(database)
        return database
    }

    // MARK: Checks

    /// Throws an error if one of the database's files is not a regular file, because SQLite would
    /// follow a link and wait for a FIFO.
    ///
    /// - Parameters:
    ///   - path: The path of the database file.
    ///   - hasRegularFile: Returns whether a path is a regular file, or throws an error for a file
    ///     of another kind. Only tests pass a closure of their own.
    /// - Returns: Whether the database file exists, or cannot be examined.
    package static func verifyFileKinds(
        of path: String,
        hasRegularFile: (String) throws(LinuxError) -> Bool = { path throws(LinuxError) in
            try FileSystem.hasRegularFile(at: path)
        }
    ) throws(StoreError) -> Bool {
        var hasDatabase = true
        for suffix in ["-journal", "-wal", "-shm", ""] {
            do throws(LinuxError) {
                hasDatabase = try hasRegularFile(path + suffix)
            } catch {
                // SQLite reports all other errors.
                guard error.code.isUnsuitableKind else {
                    hasDatabase = true
                    continue
                }
                throw StoreError(.unopenable(error.code), path: path + suffix)
            }
        }
        return hasDatabase
    }

    /// Configures a connection to a file that may be malicious or damaged.
    private static func prepare(_ database: Database) throws(StoreError) {
        // Protects against malicious files, as recommended by sqlite.org/security.html.
        try database.run("PRAGMA trusted_schema = OFF")
        try database.run("PRAGMA cell_size_check = ON")
    }

    /// Returns whether the file at `path` is missing or empty.
    private static func isEmptyFile(_ path: String) -> Bool {
        var information = stat()
        if stat(path, &information) != 0 { return Errno.last == .notFound }
        return information.st_size == 0
    }

    /// Returns whether a database contains neither tables nor an application identifier.
    private static func isEmpty(_ database: Database) throws(StoreError) -> Bool {
        let objects = try database.queryInteger("SELECT count(*) FROM sqlite_schema")
        let application = try database.queryInteger("PRAGMA application_id")
        return objects == 0 && application == 0
    }

    /// Throws an error if the database is not a drawing with a supported schema version.
    private static func checkIdentity(_ database: Database) throws(StoreError) {
        guard try database.queryInteger("PRAGMA application_id") == Schema.applicationID else {
            throw StoreError(.foreign, path: database.path)
        }
        // Views and triggers must be rejected before anything is read from the tables.
        if try database.queryInteger(Schema.countForeignObjects) != 0 {
            throw StoreError(.foreign, path: database.path)
        }
        let version = try database.queryInteger("PRAGMA user_version") ?? 0
        if version > Schema.version { throw StoreError(.newer(version), path: database.path) }
        if version < 1 {
            throw StoreError(.damaged("no schema version"), path: database.path)
        }
    }
}
