import CTouchTrackerSQLite
import Glibc
import KioskSystem

/// An open SQLite database; it is closed when the last one who uses it goes.
///
/// One thread at a time may use it: SQLite's own locks are off.
package final class Database {
    /// What may be done with it.
    package enum Access {
        /// Reading and writing; the file is made where it isn't there.
        case readWrite
        /// Reading, while others may write.
        case readOnly
        /// Reading a file that nobody writes, without leaving anything beside it.
        case immutable
    }

    /// How long another program's writing is waited for, in milliseconds. Readers wait for nobody.
    private static let patienceMilliseconds: Int32 = 500

    /// How many bytes a row may have: a file that says more of itself isn't given the memory. A stroke of
    /// four million points has less.
    private static let mostBytes: Int32 = 64 << 20

    let path: String
    fileprivate let handle: OpaquePointer

    /// Opens the file. Wraps `sqlite3_open_v2`; nothing is read yet.
    package init(path: String, access: Access) throws(StoreError) {
        self.path = path
        let flags =
            switch access {
            case .readWrite: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            case .readOnly: SQLITE_OPEN_READONLY
            case .immutable: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
            }
        let name = access == .immutable ? Self.immutableName(path) : path
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(name, &opened, flags | SQLITE_OPEN_NOMUTEX, nil)
        // There is a handle even where the file can't be opened, but for want of memory.
        guard let opened else {
            throw StoreError(.failed(String(cString: sqlite3_errstr(code))), path: path)
        }
        handle = opened
        guard code == SQLITE_OK else { throw error(code) }
        sqlite3_extended_result_codes(handle, 1)
        sqlite3_busy_timeout(handle, Self.patienceMilliseconds)
        sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Self.mostBytes)
        touchtracker_refuse_programs(handle)
    }

    deinit {
        // A statement that is left keeps the database until it goes itself.
        sqlite3_close_v2(handle)
    }

    /// Whether it can only be read, whatever was asked for. Wraps `sqlite3_db_readonly`.
    package var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }

    /// Whether what is left of the write-ahead log stays beside the file at the end, instead of being
    /// put into it: a file that isn't ours stays as it is. Wraps `SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE`.
    var keepsLogAtEnd = false {
        didSet { touchtracker_keep_log(handle, keepsLogAtEnd ? 1 : 0) }
    }

    /// Whether the file has another name by now, or none. Wraps `SQLITE_FCNTL_HAS_MOVED`.
    var hasMoved: Bool {
        var hasMoved: Int32 = 0
        sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
        return hasMoved != 0
    }

    /// Whether a transaction is open. Wraps `sqlite3_get_autocommit`.
    package var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    /// Does what a text says, and drops what it answers.
    package func run(_ text: String) throws(StoreError) {
        let statement = try Statement(self, text)
        while try statement.step() {}
    }

    /// The first number that a text answers; nil where it answers nothing.
    package func number(_ text: String) throws(StoreError) -> Int64? {
        let statement = try Statement(self, text)
        return try statement.step() ? statement.integer(0) : nil
    }

    /// What a result code says, in the words of the last failure.
    func error(_ code: Int32) -> StoreError {
        StoreError(kind(code), path: path)
    }

    private func kind(_ code: Int32) -> StoreError.Kind {
        let system = sqlite3_system_errno(handle)
        switch code & 0xFF {
        case SQLITE_FULL: return .full
        case SQLITE_IOERR where code == SQLITE_IOERR | 2 << 8: return .damaged(words)
        case SQLITE_IOERR where Self.isFull(system): return .full
        case SQLITE_BUSY, SQLITE_LOCKED: return .busy
        case SQLITE_READONLY: return .readOnly
        case SQLITE_NOTADB: return .notADatabase
        case SQLITE_CORRUPT where isUnreadable:
            return .failed("\(words): \(Errno(rawValue: touchtracker_file_errno(handle)))")
        case SQLITE_CORRUPT, SQLITE_TOOBIG: return .damaged(words)
        // Tables or rows aren't as they were made.
        case SQLITE_CONSTRAINT, SQLITE_MISMATCH, SQLITE_ERROR: return .damaged(words)
        case SQLITE_CANTOPEN where Self.isFull(system): return .full
        case SQLITE_CANTOPEN where system == EROFS: return .readOnly
        case SQLITE_CANTOPEN where Self.isDenied(system), SQLITE_PERM, SQLITE_AUTH:
            return .unopenable(system == 0 ? nil : Errno(rawValue: system))
        case SQLITE_IOERR where system != 0, SQLITE_CANTOPEN:
            return .failed("\(words): \(Errno(rawValue: system))")
        default: return .failed(words)
        }
    }

    /// Whether the disk couldn't read a part of a file. SQLite calls that damage (`unixRead` in its
    /// os_unix.c); but it may be over when the device is back.
    private var isUnreadable: Bool {
        [EIO, ENXIO].contains(touchtracker_file_errno(handle))
    }

    private static func isFull(_ code: Int32) -> Bool { code == ENOSPC || code == EDQUOT }

    /// Whether a file can't be opened for reasons that don't pass by themselves.
    private static func isDenied(_ code: Int32) -> Bool {
        [0, EACCES, EPERM, EISDIR, ENOTDIR, ELOOP, ENAMETOOLONG, ENOENT].contains(code)
    }

    private var words: String { String(cString: sqlite3_errmsg(handle)) }

    /// A path as SQLite takes it with parameters behind it (sqlite.org/uri.html).
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

/// A prepared statement of a database; its parameters count from 1, its columns from 0.
package final class Statement {
    private let database: Database
    private let handle: OpaquePointer

    /// Prepares a text of one statement. Wraps `sqlite3_prepare_v3`.
    package init(_ database: Database, _ text: String, isKept: Bool = false) throws(StoreError) {
        self.database = database
        var prepared: OpaquePointer?
        let flags = isKept ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
        let code = sqlite3_prepare_v3(database.handle, text, -1, flags, &prepared, nil)
        guard code == SQLITE_OK, let prepared else { throw database.error(code) }
        handle = prepared
    }

    deinit {
        sqlite3_finalize(handle)
    }

    package func bind(_ number: Int64, at index: Int32) throws(StoreError) {
        try check(sqlite3_bind_int64(handle, index, number))
    }

    package func bind(_ number: Double, at index: Int32) throws(StoreError) {
        try check(sqlite3_bind_double(handle, index, number))
    }

    package func bind(_ text: String, at index: Int32) throws(StoreError) {
        try check(touchtracker_bind_text(handle, index, text, Int32(clamping: text.utf8.count)))
    }

    package func bind(_ bytes: [UInt8], at index: Int32) throws(StoreError) {
        let code = bytes.withUnsafeBytes {
            touchtracker_bind_bytes(handle, index, $0.baseAddress, Int32(clamping: $0.count))
        }
        try check(code)
    }

    /// Goes on to the next row; false where there is none, and the statement can be used again.
    /// Wraps `sqlite3_step`.
    package func step() throws(StoreError) -> Bool {
        let code = sqlite3_step(handle)
        if code == SQLITE_ROW { return true }
        let failure = code == SQLITE_DONE ? nil : database.error(code)
        sqlite3_reset(handle)
        if let failure { throw failure }
        return false
    }

    /// Makes a statement ready again whose rows weren't all wanted. Wraps `sqlite3_reset`.
    package func reset() {
        sqlite3_reset(handle)
    }

    package func isNull(_ column: Int32) -> Bool {
        sqlite3_column_type(handle, column) == SQLITE_NULL
    }

    package func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

    package func double(_ column: Int32) -> Double { sqlite3_column_double(handle, column) }

    package func text(_ column: Int32) -> String {
        sqlite3_column_text(handle, column).map { String(cString: $0) } ?? ""
    }

    /// How many bytes a column has.
    package func bytes(_ column: Int32) -> Int { Int(sqlite3_column_bytes(handle, column)) }

    /// Lends the bytes of a column, valid until the next step.
    package func withBytes<Result>(_ column: Int32, _ body: (UnsafeRawBufferPointer) -> Result)
        -> Result
    {
        let start = sqlite3_column_blob(handle, column)
        let count = Int(sqlite3_column_bytes(handle, column))
        return body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
    }

    private func check(_ code: Int32) throws(StoreError) {
        if code != SQLITE_OK { throw database.error(code) }
    }
}
