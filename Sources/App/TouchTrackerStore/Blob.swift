import CTouchTrackerSQLite

/// A blob in a table, which is read in parts. The blob is closed on deinitialization.
///
/// An open blob is part of a read transaction on its connection.
final class Blob {
    private let database: Database
    private let handle: OpaquePointer

    /// Opens the blob in a column of the row with the identifier `row`. Wraps `sqlite3_blob_open`.
    init(_ database: Database, table: String, column: String, row: Int64) throws(StoreError) {
        var opened: OpaquePointer?
        let code = sqlite3_blob_open(database.handle, "main", table, column, row, 0, &opened)
        guard code == SQLITE_OK, let opened else { throw database.error(code) }
        self.database = database
        handle = opened
    }

    deinit {
        sqlite3_blob_close(handle)
    }

    /// Moves to the same column of the row with the identifier `row`. The object cannot be used
    /// after an error. Wraps `sqlite3_blob_reopen`.
    func move(toRow row: Int64) throws(StoreError) {
        let code = sqlite3_blob_reopen(handle, row)
        if code != SQLITE_OK { throw database.error(code) }
    }

    /// The size of the blob in bytes. Wraps `sqlite3_blob_bytes`.
    var byteCount: Int { Int(sqlite3_blob_bytes(handle)) }

    /// Replaces the first `count` elements of `bytes` with the bytes of the blob that begin at
    /// `offset`. Wraps `sqlite3_blob_read`.
    func read(at offset: Int, count: Int, into bytes: inout [UInt8]) throws(StoreError) {
        precondition(count <= bytes.count, "blob: the buffer is too small")
        let code = bytes.withUnsafeMutableBytes {
            sqlite3_blob_read(
                handle, $0.baseAddress, Int32(clamping: count), Int32(clamping: offset))
        }
        if code != SQLITE_OK { throw database.error(code) }
    }
}
