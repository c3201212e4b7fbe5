import CTouchTrackerSQLite
import Glibc
import KioskSystem

/// A connection to an SQLite database. The connection is closed on deinitialization.
///
/// Only one thread at a time may use a connection, because SQLite's mutexes are disabled.
package final class Database {
    /// The operations that a connection permits.
    package enum Access {
        /// Reading and writing. A missing file is created.
        case readWrite
        /// Reading only. Other processes may write at the same time.
        case readOnly
        /// Reading only. No process may write to the file, and no files are created beside it.
        case immutable
    }

    /// The maximum time to wait until another process has ended its write transaction, in
    /// milliseconds.
    private static let busyTimeoutMilliseconds: Int32 = 500

    /// The maximum size of a row in bytes, enough for a stroke with four million points. The limit
    /// prevents a damaged file from causing a larger allocation.
    private static let maximumRowByteCount: Int32 = 64 << 20

    /// The path of the database file.
    let path: String
    let handle: OpaquePointer

    /// Opens the database file at `path` without reading it and without following a symbolic link.
    /// Wraps `sqlite3_open_v2`.
    package init(path: String, access: Access) throws(StoreError) {
        self.path = path
        let flags =
            switch access {
            case .readWrite: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            case .readOnly: SQLITE_OPEN_READONLY
            case .immutable: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
            }
        // SQLite refuses links in the whole path, but only the file itself must not be a link.
        let (folder, file) = FileSystem.split(path)
        let resolved = FileSystem.resolve(folder).map { "\($0)/\(file)" } ?? path
        let name = access == .immutable ? Self.immutableName(resolved) : resolved
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(
            name, &opened, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW, nil)
        // SQLite returns a handle even after errors, unless memory is exhausted.
        guard let opened else {
            throw StoreError(.failed(String(cString: sqlite3_errstr(code))), path: path)
        }
        handle = opened
        guard code == SQLITE_OK else { throw error(code) }
        sqlite3_extended_result_codes(handle, 1)
        sqlite3_busy_timeout(handle, Self.busyTimeoutMilliseconds)
        sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Self.maximumRowByteCount)
        touchtracker_disable_triggers_and_views(handle)
    }

    deinit {
        // Statements that still exist keep the connection open until they are released.
        sqlite3_close_v2(handle)
    }

    /// Whether the connection cannot write to the database. The value may be `true` even if the
    /// database was opened for writing. Wraps `sqlite3_db_readonly`.
    package var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }

    /// Whether closing the connection leaves the write-ahead log unchanged. If `false`, closing
    /// copies the contents of the log into the database file (a checkpoint), which must not happen
    /// to files of other programs. Wraps `SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE`.
    var keepsLogOnClose = false {
        didSet { touchtracker_set_no_checkpoint_on_close(handle, keepsLogOnClose ? 1 : 0) }
    }

    /// Whether the database file has been renamed or deleted since it was opened. Wraps
    /// `SQLITE_FCNTL_HAS_MOVED`.
    var hasMoved: Bool {
        var hasMoved: Int32 = 0
        sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
        return hasMoved != 0
    }

    /// Whether a transaction is open on this connection. Wraps `sqlite3_get_autocommit`.
    package var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    /// Executes the SQL statement `text` and ignores the rows that it returns.
    package func run(_ text: String) throws(StoreError) {
        let statement = try Statement(self, text)
        while try statement.step() {}
    }

    /// Executes the SQL query `text` and returns the integer in the first column of the first row,
    /// or `nil` if there is no row.
    package func queryInteger(_ text: String) throws(StoreError) -> Int64? {
        let statement = try Statement(self, text)
        return try statement.step() ? statement.integer(0) : nil
    }

    /// Calls `body` in a write transaction, and returns its result. If `body` throws an error, the
    /// transaction is rolled back.
    func withTransaction<Result>(
        _ body: () throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        try run("BEGIN IMMEDIATE")
        do throws(StoreError) {
            let result = try body()
            try run("COMMIT")
            return result
        } catch {
            // After some errors, SQLite has already rolled the transaction back.
            if isInTransaction { try run("ROLLBACK") }
            throw error
        }
    }

    /// Returns the error for the SQLite result code `code`, with the details of the last failure on
    /// this connection.
    func error(_ code: Int32) -> StoreError {
        StoreError(kind(code), path: path)
    }

    /// Returns the kind of error for the SQLite result code `code`.
    private func kind(_ code: Int32) -> StoreError.Kind {
        let system = sqlite3_system_errno(handle)
        switch code & 0xFF {
        case SQLITE_FULL: return .full
        case SQLITE_IOERR where code == SQLITE_IOERR | 2 << 8: return .damaged(message)
        case SQLITE_IOERR where Self.isFull(system): return .full
        case SQLITE_BUSY, SQLITE_LOCKED: return .busy
        case SQLITE_READONLY: return .readOnly
        case SQLITE_NOTADB: return .notADatabase
        case SQLITE_CORRUPT where isUnreadable:
            return .failed("\(message): \(Errno(rawValue: touchtracker_last_file_errno(handle)))")
        case SQLITE_CORRUPT, SQLITE_TOOBIG: return .damaged(message)
        // The schema or the rows differ from those that this program creates.
        case SQLITE_CONSTRAINT, SQLITE_MISMATCH, SQLITE_ERROR: return .damaged(message)
        case SQLITE_CANTOPEN where Self.isFull(system): return .full
        case SQLITE_CANTOPEN where system == EROFS: return .readOnly
        case SQLITE_CANTOPEN where Self.isDenied(system), SQLITE_PERM, SQLITE_AUTH:
            return .unopenable(system == 0 ? nil : Errno(rawValue: system))
        case SQLITE_IOERR where system != 0, SQLITE_CANTOPEN:
            return .failed("\(message): \(Errno(rawValue: system))")
        default: return .failed(message)
        }
    }

    /// Whether the last read failed because of an error of the disk. SQLite reports such an error
    /// as damage (`unixRead` in os_unix.c), but the error may be temporary.
    private var isUnreadable: Bool {
        [EIO, ENXIO].contains(touchtracker_last_file_errno(handle))
    }

    /// Returns whether the system error `code` means that the disk or the quota is full.
    private static func isFull(_ code: Int32) -> Bool { code == ENOSPC || code == EDQUOT }

    /// Returns whether the system error `code`, which occurred when a file was opened, is
    /// permanent.
    private static func isDenied(_ code: Int32) -> Bool {
        [0, EACCES, EPERM, EISDIR, ENOTDIR, ELOOP, ENAMETOOLONG, ENOENT].contains(code)
    }

    /// SQLite's description of the last failure on this connection.
    private var message: String { String(cString: sqlite3_errmsg(handle)) }

    /// Returns the URI with which SQLite opens the file at `path` as immutable
    /// (sqlite.org/uri.html).
    private static func immutableName(_ path: String) -> String {
        var name = "file:"
        for scalar in path.unicodeScalars {
            switch scalar {
            case "%": name += "%25"
            case "?": name += "%3f"
            case "#": name += "%23"
            default: name.unicodeScalars.append(scalar)
            }
        }
        return name + "?immutable=1"
    }
}

/// A prepared SQL statement. Parameter indices start at 1, column indices at 0.
package final class Statement {
    private let database: Database
    private let handle: OpaquePointer

    /// Prepares one SQL statement. Wraps `sqlite3_prepare_v3`.
    ///
    /// - Parameters:
    ///   - database: The connection on which the statement will be executed.
    ///   - text: The SQL text.
    ///   - isPersistent: Whether the statement will be used many times.
    package init(_ database: Database, _ text: String, isPersistent: Bool = false)
        throws(StoreError)
    {
        self.database = database
        var prepared: OpaquePointer?
        let flags = isPersistent ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
        let code = sqlite3_prepare_v3(database.handle, text, -1, flags, &prepared, nil)
        guard code == SQLITE_OK, let prepared else { throw database.error(code) }
        handle = prepared
    }

    deinit {
        sqlite3_finalize(handle)
    }

    /// Sets the parameter at `index` to an integer. Wraps `sqlite3_bind_int64`.
    package func bind(_ number: Int64, at index: Int32) throws(StoreError) {
        try check(sqlite3_bind_int64(handle, index, number))
    }

    /// Sets the parameter at `index` to an integer, or to null if `number` is `nil`. Wraps
    /// `sqlite3_bind_int64` and `sqlite3_bind_null`.
    package func bind(_ number: Int64?, at index: Int32) throws(StoreError) {
        guard let number else { return try check(sqlite3_bind_null(handle, index)) }
        try bind(number, at: index)
    }

    /// Sets the parameter at `index` to a floating-point number. Wraps `sqlite3_bind_double`.
    package func bind(_ number: Double, at index: Int32) throws(StoreError) {
        try check(sqlite3_bind_double(handle, index, number))
    }

    /// Sets the parameter at `index` to a text, or to null if `text` is `nil`. Wraps
    /// `sqlite3_bind_text` and `sqlite3_bind_null`.
    package func bind(_ text: String?, at index: Int32) throws(StoreError) {
        guard let text else { return try check(sqlite3_bind_null(handle, index)) }
        try check(touchtracker_bind_text(handle, index, text, Int32(clamping: text.utf8.count)))
    }

    /// Sets the parameter at `index` to a blob. Wraps `sqlite3_bind_blob`.
    package func bind(_ bytes: [UInt8], at index: Int32) throws(StoreError) {
        let code = bytes.withUnsafeBytes {
            touchtracker_bind_bytes(handle, index, $0.baseAddress, Int32(clamping: $0.count))
        }
        try check(code)
    }

    /// Executes the statement up to its next row. Wraps `sqlite3_step`.
    ///
    /// - Returns: Whether there is a next row. If there is none, the statement is reset and can be
    ///   executed again.
    package func step() throws(StoreError) -> Bool {
        let code = sqlite3_step(handle)
        if code == SQLITE_ROW { return true }
        let failure = code == SQLITE_DONE ? nil : database.error(code)
        sqlite3_reset(handle)
        if let failure { throw failure }
        return false
    }

    /// Resets the statement, so that it can be executed again although not all of its rows have
    /// been read. Wraps `sqlite3_reset`.
    package func reset() {
        sqlite3_reset(handle)
    }

    /// Returns whether the column at the index `column` of the current row is null.
    package func isNull(_ column: Int32) -> Bool {
        sqlite3_column_type(handle, column) == SQLITE_NULL
    }

    /// Returns the value of the column at the index `column` of the current row as an integer.
    package func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

    /// Returns the value of the column at the index `column` of the current row as a floating-point
    /// number.
    package func double(_ column: Int32) -> Double { sqlite3_column_double(handle, column) }

    /// Returns the value of the column at the index `column` of the current row as text, or an
    /// empty string if the value is null.
    package func text(_ column: Int32) -> String {
        sqlite3_column_text(handle, column).map { String(cString: $0) } ?? ""
    }

    /// Returns the size of the value of the column at the index `column` of the current row, in
    /// bytes.
    package func byteCount(_ column: Int32) -> Int { Int(sqlite3_column_bytes(handle, column)) }

    /// Calls `body` with the bytes of the column at the index `column` of the current row, and
    /// returns its result. The bytes are valid only during the call.
    package func withBytes<Result>(_ column: Int32, _ body: (UnsafeRawBufferPointer) -> Result)
        -> Result
    {
        let start = sqlite3_column_blob(handle, column)
        let count = Int(sqlite3_column_bytes(handle, column))
        return body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
    }

    /// Throws an error if the SQLite result code `code` is not `SQLITE_OK`.
    private func check(_ code: Int32) throws(StoreError) {
        if code != SQLITE_OK { throw database.error(code) }
    }
}
