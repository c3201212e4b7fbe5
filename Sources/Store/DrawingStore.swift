import Geometry
import Glibc
import Linux

/// A drawing in a database of its own, `drawing.sqlite`; its tables are told in docs/store.md.
///
/// What `apply` was told is on the disk when it returns, and survives a power cut. Another process may
/// read meanwhile. It isn't bound to a thread, but one at a time has to use it.
public final class DrawingStore {
    /// The file's name in its folder.
    public static let fileName = "drawing.sqlite"

    /// What may be done with a stored drawing.
    public enum Access: Sendable {
        /// Reading and writing; an empty drawing is made where there is none.
        case readWrite
        /// Reading, beside a kiosk that writes.
        case readOnly
    }

    package let database: Database
    private let statements: Statements?
    private var bytes: [UInt8] = []

    /// What edits are done with.
    private struct Statements {
        let begin: Statement
        let commit: Statement
        let put: Statement
        let remove: Statement
        let removeAll: Statement
        let setCanvas: Statement
        let count: Statement

        init(_ database: Database) throws(StoreError) {
            begin = try Statement(database, "BEGIN IMMEDIATE", isKept: true)
            commit = try Statement(database, "COMMIT", isKept: true)
            put = try Statement(database, Schema.put, isKept: true)
            remove = try Statement(database, Schema.remove, isKept: true)
            removeAll = try Statement(database, Schema.removeAll, isKept: true)
            setCanvas = try Statement(database, Schema.setCanvas, isKept: true)
            count = try Statement(database, Schema.count, isKept: true)
        }
    }

    /// Opens the drawing in a folder.
    ///
    /// - Throws: `StoreError`; nothing on the disk was changed then, but that an empty file may be there.
    public init(folder: String, access: Access) throws(StoreError) {
        guard Folder.isFolder(folder) else { throw StoreError(.noFolder, path: folder) }
        let path = folder.hasSuffix("/") ? folder + Self.fileName : "\(folder)/\(Self.fileName)"
        switch access {
        case .readWrite:
            database = try Self.openForWriting(path)
            statements = try Statements(database)
        case .readOnly:
            database = try Self.openForReading(path)
            statements = nil
        }
    }

    /// The file.
    public var path: String { database.path }

    /// Reads the drawing as it is at one moment.
    ///
    /// - Complexity: O(strokes · log(strokes)), less where few were brought to the front.
    /// - Throws: `StoreError`: `senseless` where a single stroke makes no sense.
    public func load() throws(StoreError) -> StoredDrawing {
        // Both tables as of the same edit, whoever writes meanwhile.
        try database.run("BEGIN")
        let result = Result { () throws(StoreError) in try read() }
        try end(result.isSuccess)
        return try result.get()
    }

    /// Stores one edit, whole or not at all.
    ///
    /// - Returns: The drawing's new generation.
    /// - Throws: `StoreError`; the stored drawing is as before then.
    @discardableResult
    public func apply(_ edit: [StoreChange]) throws(StoreError) -> Int64 {
        try apply(edits: [edit])
    }

    /// Stores several edits in their order, all or none: what came while another was on its way to the
    /// disk shares the next way.
    ///
    /// - Returns: The drawing's new generation.
    /// - Throws: `StoreError`; the stored drawing is as before then.
    @discardableResult
    package func apply(edits: [[StoreChange]]) throws(StoreError) -> Int64 {
        guard let statements else { throw StoreError(.readOnly, path: database.path) }
        _ = try statements.begin.step()
        do throws(StoreError) {
            var lastID: Int64 = 0
            for edit in edits {
                for change in edit { try apply(change, statements, &lastID) }
            }
            let count = statements.count
            try count.bind(Int64(edits.count), at: 1)
            try count.bind(lastID + 1, at: 2)
            guard try count.step() else {
                throw StoreError(.damaged("the table drawing is empty"), path: database.path)
            }
            let generation = count.integer(0)
            count.reset()
            _ = try statements.commit.step()
            return generation
        } catch {
            // Some failures have undone everything already.
            if database.isInTransaction { try database.run("ROLLBACK") }
            throw error
        }
    }

    // MARK: Opening

    private static func openForWriting(_ path: String) throws(StoreError) -> Database {
        let database = try Database(path: path, access: .readWrite)
        // What can't be written is opened for reading, without a word.
        if database.isReadOnly { throw StoreError(.readOnly, path: path) }
        try database.run("PRAGMA trusted_schema = OFF")
        let isEmpty = try isEmpty(database)
        if !isEmpty { try checkIdentity(database) }
        // Readers and the writer don't wait for each other, and an edit is one fsync.
        try database.run("PRAGMA journal_mode = WAL")
        try database.run("PRAGMA synchronous = FULL")
        if isEmpty { try create(in: database) }
        return database
    }

    private static func openForReading(_ path: String) throws(StoreError) -> Database {
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
        try database.run("PRAGMA trusted_schema = OFF")
        // A kiosk that was just started hasn't made its tables yet.
        if try isEmpty(database) { throw StoreError(.nothingStored, path: path) }
        try checkIdentity(database)
        return database
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
        let version = try database.number("PRAGMA user_version") ?? 0
        if version > Schema.version { throw StoreError(.newer(version), path: database.path) }
        if version < 1 {
            throw StoreError(.damaged("it has no schema version"), path: database.path)
        }
    }

    private static func create(in database: Database) throws(StoreError) {
        try database.run("BEGIN IMMEDIATE")
        // Somebody else may have been faster.
        if try isEmpty(database) {
            for text in Schema.creation { try database.run(text) }
        }
        try database.run("COMMIT")
    }

    // MARK: Reading

    private func read() throws(StoreError) -> StoredDrawing {
        var drawing = StoredDrawing()
        let head = try Statement(database, Schema.readDrawing)
        guard try head.step() else {
            throw StoreError(.damaged("the table drawing is empty"), path: database.path)
        }
        drawing.generation = head.integer(0)
        drawing.nextID = head.integer(1)
        if !head.isNull(2), !head.isNull(3) {
            drawing.canvas = CGSize(width: head.double(2), height: head.double(3))
        }
        let rows = try Statement(database, Schema.readStrokes)
        var isInOrder = true
        while try rows.step() {
            let stroke = try stroke(rows)
            if let last = drawing.strokes.last, last.level > stroke.level { isInOrder = false }
            drawing.strokes.append(stroke)
        }
        if !isInOrder {
            drawing.strokes.sort { ($0.level, $0.id) < ($1.level, $1.id) }
        }
        return drawing
    }

    private func stroke(_ row: Statement) throws(StoreError) -> StoredStroke {
        let id = row.integer(0)
        let width = row.double(4)
        guard width.isFinite, width > 0, let points = row.withBytes(5, PointBytes.read) else {
            throw StoreError(.senseless("stroke \(id)"), path: database.path)
        }
        return StoredStroke(
            id: id, level: row.integer(1), tool: row.text(2), color: row.text(3), width: width,
            points: points)
    }

    /// Ends a transaction in which nothing was written.
    private func end(_ isSuccess: Bool) throws(StoreError) {
        if database.isInTransaction { try database.run(isSuccess ? "COMMIT" : "ROLLBACK") }
    }

    // MARK: Writing

    private func apply(
        _ change: StoreChange, _ statements: Statements, _ lastID: inout Int64
    ) throws(StoreError) {
        switch change {
        case .put(let strokes):
            for stroke in strokes {
                try put(stroke, statements.put)
                lastID = max(lastID, stroke.id)
            }
        case .remove(let ids):
            for id in ids {
                try statements.remove.bind(id, at: 1)
                _ = try statements.remove.step()
            }
        case .removeAll:
            _ = try statements.removeAll.step()
        case .canvas(let size):
            try statements.setCanvas.bind(size.width, at: 1)
            try statements.setCanvas.bind(size.height, at: 2)
            _ = try statements.setCanvas.step()
        }
    }

    private func put(_ stroke: StoredStroke, _ statement: Statement) throws(StoreError) {
        try statement.bind(stroke.id, at: 1)
        try statement.bind(stroke.level, at: 2)
        try statement.bind(stroke.tool, at: 3)
        try statement.bind(stroke.color, at: 4)
        try statement.bind(stroke.width, at: 5)
        PointBytes.write(stroke.points, into: &bytes)
        try statement.bind(bytes, at: 6)
        _ = try statement.step()
    }
}

extension Result {
    /// Whether there is a value.
    fileprivate var isSuccess: Bool {
        if case .success = self { true } else { false }
    }
}
