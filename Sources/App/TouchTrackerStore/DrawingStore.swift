import KioskSystem
import TouchKitGeometry

/// A drawing that is stored in an SQLite database, `drawing.sqlite`. docs/store.md describes its
/// tables.
///
/// Changes are durable when `apply` returns: they survive a power cut. Other processes may read the
/// drawing at the same time. Only one thread at a time may use a store.
package final class DrawingStore {
    /// The name of the database file in its folder.
    package static let fileName = "drawing.sqlite"

    /// The operations that a store permits.
    package enum Access: Sendable {
        /// Reading and writing. A missing drawing is created, and a drawing with an older schema is
        /// migrated.
        case readWrite
        /// Reading only. Another process may write at the same time. A drawing with an older schema
        /// is not migrated.
        case readOnly
    }

    /// The connection to the database of the drawing.
    package let database: Database
    /// The version of the database schema.
    let version: Int64
    private let statements: Statements?
    private var bytes: [UInt8] = []

    /// The prepared SQL statements with which edits are stored.
    private struct Statements {
        let put: Statement
        let remove: Statement
        let removeAll: Statement
        let removeFrom: Statement
        let setCanvas: Statement
        let enlargeCanvas: Statement
        let setSettings: Statement
        let count: Statement

        init(_ database: Database) throws(StoreError) {
            put = try Statement(database, Schema.putStroke, isPersistent: true)
            remove = try Statement(database, Schema.removeStroke, isPersistent: true)
            removeAll = try Statement(database, Schema.removeAllStrokes, isPersistent: true)
            removeFrom = try Statement(database, Schema.removeStrokesFrom, isPersistent: true)
            setCanvas = try Statement(database, Schema.setCanvasSize, isPersistent: true)
            enlargeCanvas = try Statement(database, Schema.enlargeCanvas, isPersistent: true)
            setSettings = try Statement(database, Schema.setSettings, isPersistent: true)
            count = try Statement(database, Schema.updateDrawing, isPersistent: true)
        }
    }

    /// Opens the drawing in a folder.
    ///
    /// - Parameters:
    ///   - folder: The path of the folder.
    ///   - access: The operations that the store must permit.
    /// - Throws: `StoreError` if the drawing cannot be opened. In this case no stroke has changed,
    ///   but an empty file may have been created, or some migrations may have been run.
    package init(folder: String, access: Access) throws(StoreError) {
        guard FileSystem.isFolder(folder) else { throw StoreError(.noFolder, path: folder) }
        let path = DrawingFiles(folder: folder).database
        switch access {
        case .readWrite:
            database = try Self.openForWriting(path)
            statements = try Statements(database)
            // The file is known to be a drawing, so closing may checkpoint its log.
            database.keepsLogOnClose = false
        case .readOnly:
            database = try Self.openForReading(path)
            statements = nil
        }
        version = try database.queryInteger("PRAGMA user_version") ?? 0
    }

    /// The path of the database file.
    package var path: String { database.path }

    /// Whether the store was opened for reading and writing.
    var isWritable: Bool { statements != nil }

    /// Sets that closing the database does not change its files, so that it can be quarantined
    /// together with its write-ahead log.
    func preserveLogOnClose() {
        database.keepsLogOnClose = true
    }

    /// Copies the contents of the write-ahead log into the database file (a checkpoint). After a
    /// failed write, it is unknown which part of the log is durable. The checkpoint writes this
    /// data again, to the database file.
    ///
    /// - Throws: `StoreError`, for example `busy` if another process that reads prevents the
    ///   checkpoint.
    func checkpoint() throws(StoreError) {
        if try database.queryInteger("PRAGMA wal_checkpoint(TRUNCATE)") != 0 {
            throw StoreError(.busy, path: database.path)
        }
    }

    // MARK: Writing

    /// Stores several edits in one transaction, in the order of the array.
    ///
    /// - Parameters:
    ///   - edits: The edits.
    ///   - base: The highest identifier and level of stored strokes that the app had not read when
    ///     it made the edits. The method adds these numbers to the identifiers and levels in the
    ///     edits, so that the edits do not affect those strokes. If there are such strokes, a
    ///     canvas size in the edits enlarges the stored canvas, but does not reduce it.
    /// - Returns: The new generation of the drawing (the number of edits stored so far).
    /// - Throws: `StoreError` if the edits cannot be stored. The stored drawing is usually
    ///   unchanged in this case, but a failed commit may have stored the edits.
    @discardableResult
    package func apply(
        edits: [[StoreChange]], above base: DrawingMaximums = DrawingMaximums()
    ) throws(StoreError) -> Int64 {
        guard let statements else { throw StoreError(.readOnly, path: database.path) }
        // Data written to a file that was deleted is lost when the process ends.
        if database.hasMoved { throw StoreError(.moved, path: database.path) }
        return try database.withTransaction { () throws(StoreError) -> Int64 in
            var newMaximums = DrawingMaximums()
            for edit in edits {
                for change in edit { try apply(change, statements, above: base, &newMaximums) }
            }
            let count = statements.count
            try count.bind(Int64(edits.count), at: 1)
            try count.bind(Self.next(newMaximums.maximumID), at: 2)
            try count.bind(Self.next(newMaximums.maximumLevel), at: 3)
            guard try count.step() else {
                throw StoreError(.damaged("the table drawing is empty"), path: database.path)
            }
            defer { count.reset() }
            return count.integer(0)
        }
    }

    /// Returns `number` + 1, or `number` if it is the largest `Int64`.
    private static func next(_ number: Int64) -> Int64 { number < .max ? number + 1 : .max }

    private func apply(
        _ change: StoreChange, _ statements: Statements, above base: DrawingMaximums,
        _ newMaximums: inout DrawingMaximums
    ) throws(StoreError) {
        switch change {
        case .put(let strokes):
            for stroke in strokes {
                let id = stroke.id &+ base.maximumID
                let level = stroke.level &+ base.maximumLevel
                let firstPart = stroke.firstPart.map { $0 &+ base.maximumID }
                try put(stroke, id: id, level: level, firstPart: firstPart, statements.put)
                newMaximums.maximumID = max(newMaximums.maximumID, id)
                newMaximums.maximumLevel = max(newMaximums.maximumLevel, level)
            }
        case .remove(let ids):
            for id in ids {
                try statements.remove.bind(id &+ base.maximumID, at: 1)
                _ = try statements.remove.step()
            }
        case .removeAll where base.maximumID == 0:
            _ = try statements.removeAll.step()
        case .removeAll:
            try statements.removeFrom.bind(base.maximumID + 1, at: 1)
            _ = try statements.removeFrom.step()
        case .canvas(let size):
            // The strokes that the app has not read may need a larger canvas.
            let statement =
                base == DrawingMaximums() ? statements.setCanvas : statements.enlargeCanvas
            try statement.bind(size.width, at: 1)
            try statement.bind(size.height, at: 2)
            _ = try statement.step()
        case .settings(let settings):
            for (index, value) in [settings.tool, settings.color, settings.width].enumerated() {
                try statements.setSettings.bind(value, at: Int32(index + 1))
            }
            _ = try statements.setSettings.step()
        }
    }

    /// Inserts a stroke with the given identifiers and level, or replaces the stored stroke with
    /// this identifier.
    private func put(
        _ stroke: StoredStroke, id: Int64, level: Int64, firstPart: Int64?, _ statement: Statement
    ) throws(StoreError) {
        try statement.bind(id, at: 1)
        try statement.bind(level, at: 2)
        try statement.bind(stroke.tool, at: 3)
        try statement.bind(stroke.color, at: 4)
        try statement.bind(stroke.width, at: 5)
        PointEncoding.encode(stroke.points, into: &bytes)
        try statement.bind(bytes, at: 6)
        try statement.bind(firstPart, at: 7)
        _ = try statement.step()
    }
}
