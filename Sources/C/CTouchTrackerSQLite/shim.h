#include <sqlite3.h>

// Swift does not import variadic functions and SQLITE_TRANSIENT, a number cast to a pointer.

/// Binds a copy of a text to a parameter. Returns a result code of SQLite.
static inline int touchtracker_bind_text(
    sqlite3_stmt *statement, int index, const char *text, int length
) {
    return sqlite3_bind_text(statement, index, text, length, SQLITE_TRANSIENT);
}

/// Binds a copy of bytes to a parameter as a blob; a length of 0 binds an empty blob, not NULL.
/// Returns a result code of SQLite.
static inline int touchtracker_bind_bytes(
    sqlite3_stmt *statement, int index, const void *bytes, int length
) {
    return length > 0 ? sqlite3_bind_blob(statement, index, bytes, length, SQLITE_TRANSIENT)
                      : sqlite3_bind_zeroblob(statement, index, 0);
}

/// Sets whether closing the connection leaves the write-ahead log in place instead of running a
/// checkpoint (SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE). Returns a result code of SQLite.
static inline int touchtracker_set_no_checkpoint_on_close(sqlite3 *database, int is_enabled) {
    return sqlite3_db_config(
        database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, is_enabled, (int *)0);
}

/// Disables triggers and views. A drawing has none, and those in a foreign file may be malicious.
static inline void touchtracker_disable_triggers_and_views(sqlite3 *database) {
    sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, (int *)0);
    sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_VIEW, 0, (int *)0);
}

/// Returns the errno of the last failed system call on the database or its write-ahead log, or 0 if
/// none has failed since they were opened (SQLITE_FCNTL_LAST_ERRNO).
static inline int touchtracker_last_file_errno(sqlite3 *database) {
    int code = 0;
    sqlite3_file *log = 0;
    sqlite3_file_control(database, "main", SQLITE_FCNTL_LAST_ERRNO, &code);
    if (code) return code;
    sqlite3_file_control(database, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log);
    if (log && log->pMethods) log->pMethods->xFileControl(log, SQLITE_FCNTL_LAST_ERRNO, &code);
    return code;
}
