import Glibc
import TouchTrackerStore

/// The content of a drawing's database, read with separate SQL statements.
///
/// The type shares no code with `DrawingStore`'s reading, so that an error there is detected.
package struct StoredStrokeDigests: Sendable {
    /// The strokes from the lowest to the topmost level.
    package let strokes: [StrokeDigest]
    /// The number of stored edits.
    package let generation: Int64
    /// The result of `PRAGMA integrity_check`: `ok` for an undamaged database.
    package let integrity: String

    /// Reads the database at `path` without changing it; a missing file counts as an empty drawing.
    package init(path: String) throws {
        if access(path, F_OK) != 0 {
            (strokes, generation, integrity) = ([], 0, "ok")
            return
        }
        let database = try Database(path: path, access: .readOnly)
        if try database.queryInteger("SELECT count(*) FROM sqlite_schema") == 0 {
            (strokes, generation, integrity) = ([], 0, "ok")
            return
        }
        try database.run("BEGIN")
        let check = try Statement(database, "PRAGMA integrity_check")
        integrity = try check.step() ? check.text(0) : "nothing"
        check.reset()
        generation = try database.queryInteger("SELECT generation FROM drawing") ?? -1
        let rows = try Statement(
            database,
            "SELECT id, level, tool, color, width, points FROM stroke ORDER BY level, id")
        var strokes: [StrokeDigest] = []
        while try rows.step() {
            var hash = StrokeHash(tool: rows.text(2), color: rows.text(3), width: rows.double(4))
            rows.withBytes(5) { bytes in
                for offset in stride(from: 0, to: bytes.count - bytes.count % 8, by: 8) {
                    let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                    hash.mix(Double(bitPattern: UInt64(littleEndian: word)))
                }
            }
            strokes.append(
                StrokeDigest(id: rows.integer(0), level: rows.integer(1), hash: hash.value))
        }
        self.strokes = strokes
        try database.run("COMMIT")
    }
}
