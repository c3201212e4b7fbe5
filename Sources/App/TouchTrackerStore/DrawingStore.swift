import KioskSystem
import TouchKitGeometry

/// A drawing in a database of its own, `drawing.sqlite`; its tables are told in docs/store.md.
///
/// What `apply` was told is on the disk when it returns, and survives a power cut. Another process may
/// read meanwhile. It isn't bound to a thread, but one at a time has to use it.
package final class DrawingStore {
    /// The file's name in its folder.
    package static let fileName = "drawing.sqlite"

    /// What may be done with a stored drawing.
    package enum Access: Sendable {
        /// Reading and writing; an empty drawing is made where there is none, and one of an older
        /// schema is brought to today's.
        case readWrite
        /// Reading, beside a kiosk that writes; one of an older schema stays as it is.
        case readOnly
    }

    package let database: Database
    /// The file's schema.
    let version: Int64
    private let statements: Statements?
    private var bytes: [UInt8] = []

    /// What edits are done with.
    private struct Statements {
        let begin: Statement
        let commit: Statement
        let put: Statement
        let remove: Statement
        let removeAll: Statement
        let removeFrom: Statement
        let setCanvas: Statement
        let count: Statement

        init(_ database: Database) throws(StoreError) {
            begin = try Statement(database, "BEGIN IMMEDIATE", isKept: true)
            commit = try Statement(database, "COMMIT", isKept: true)
            put = try Statement(database, Schema.put, isKept: true)
            remove = try Statement(database, Schema.remove, isKept: true)
            removeAll = try Statement(database, Schema.removeAll, isKept: true)
            removeFrom = try Statement(database, Schema.removeFrom, isKept: true)
            setCanvas = try Statement(database, Schema.setCanvas, isKept: true)
            count = try Statement(database, Schema.count, isKept: true)
        }
    }

    /// Opens the drawing in a folder.
    ///
    /// - Throws: `StoreError`; nothing on the disk was changed then, but that an empty file may be there.
    package init(folder: String, access: Access) throws(StoreError) {
        guard Folder.isFolder(folder) else { throw StoreError(.noFolder, path: folder) }
        let path = DrawingFiles(folder: folder).database
        switch access {
        case .readWrite:
            database = try Self.openForWriting(path)
            statements = try Statements(database)
            // From here on it is known to be ours: what is left of the log is put in at the end.
            database.keepsLogAtEnd = false
        case .readOnly:
            database = try Self.openForReading(path)
            statements = nil
        }
        version = try database.number("PRAGMA user_version") ?? 0
    }

    /// The file.
    package var path: String { database.path }

    /// Whether edits can be stored: it was opened for that.
    var isWritable: Bool { statements != nil }

    /// Leaves its files as they are when it is closed: they are to be set aside.
    func abandon() {
        database.keepsLogAtEnd = true
    }

    /// Puts what is in the write-ahead log into the file. After a failure nobody knows what of the log
    /// has reached the disk: this writes it again, elsewhere.
    ///
    /// - Throws: `StoreError`; `busy` where a reader is in the way.
    func settle() throws(StoreError) {
        if try database.number("PRAGMA wal_checkpoint(TRUNCATE)") != 0 {
            throw StoreError(.busy, path: database.path)
        }
    }

    // MARK: Writing

    /// Stores one edit, whole or not at all.
    ///
    /// - Returns: The drawing's new generation.
    /// - Throws: `StoreError`; the stored drawing is as before then.
    @discardableResult
    package func apply(_ edit: [StoreChange]) throws(StoreError) -> Int64 {
        try apply(edits: [edit])
    }

    /// Stores several edits in their order, all or none: what came while another was on its way to the
    /// disk shares the next way.
    ///
    /// - Parameters:
    ///   - edits: The edits.
    ///   - ground: What of the stored drawing the edits know nothing of.
    /// - Returns: The drawing's new generation.
    /// - Throws: `StoreError`; the stored drawing is as before then.
    @discardableResult
    package func apply(
        edits: [[StoreChange]], above ground: StoredGround = StoredGround()
    ) throws(StoreError) -> Int64 {
        guard let statements else { throw StoreError(.readOnly, path: database.path) }
        // What is written to a file that has lost its name is gone with the process.
        if database.hasMoved { throw StoreError(.moved, path: database.path) }
        _ = try statements.begin.step()
        do throws(StoreError) {
            var last = StoredGround()
            for edit in edits {
                for change in edit { try apply(change, statements, above: ground, &last) }
            }
            let count = statements.count
            try count.bind(Int64(edits.count), at: 1)
            try count.bind(Self.next(last.ids), at: 2)
            try count.bind(Self.next(last.levels), at: 3)
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

    private static func next(_ number: Int64) -> Int64 { number < .max ? number + 1 : .max }

    private func apply(
        _ change: StoreChange, _ statements: Statements, above ground: StoredGround,
        _ last: inout StoredGround
    ) throws(StoreError) {
        switch change {
        case .put(let strokes):
            for stroke in strokes {
                let id = stroke.id &+ ground.ids
                let level = stroke.level &+ ground.levels
                try put(stroke, id: id, level: level, statements.put)
                last.ids = max(last.ids, id)
                last.levels = max(last.levels, level)
            }
        case .remove(let ids):
            for id in ids {
                try statements.remove.bind(id &+ ground.ids, at: 1)
                _ = try statements.remove.step()
            }
        case .removeAll where ground.ids == 0:
            _ = try statements.removeAll.step()
        case .removeAll:
            try statements.removeFrom.bind(ground.ids + 1, at: 1)
            _ = try statements.removeFrom.step()
        case .canvas(let size):
            try statements.setCanvas.bind(size.width, at: 1)
            try statements.setCanvas.bind(size.height, at: 2)
            _ = try statements.setCanvas.step()
        }
    }

    private func put(
        _ stroke: StoredStroke, id: Int64, level: Int64, _ statement: Statement
    ) throws(StoreError) {
        try statement.bind(id, at: 1)
        try statement.bind(level, at: 2)
        try statement.bind(stroke.tool, at: 3)
        try statement.bind(stroke.color, at: 4)
        try statement.bind(stroke.width, at: 5)
        PointBytes.write(stroke.points, into: &bytes)
        try statement.bind(bytes, at: 6)
        _ = try statement.step()
    }
}
