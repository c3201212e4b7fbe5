#include <sqlite3.h>

// What Swift can't read: SQLITE_TRANSIENT, a number cast to a function; variadic functions.

/// Binds a text, which is copied.
static inline int touchtracker_bind_text(sqlite3_stmt *statement, int index, const char *text, int length) {
    return sqlite3_bind_text(statement, index, text, length, SQLITE_TRANSIENT);
}

/// Binds bytes, which are copied; none at all are an empty blob, not null.
static inline int touchtracker_bind_bytes(sqlite3_stmt *statement, int index, const void *bytes, int length) {
    return length > 0 ? sqlite3_bind_blob(statement, index, bytes, length, SQLITE_TRANSIENT)
                      : sqlite3_bind_zeroblob(statement, index, 0);
}

/// Whether what is left of the write-ahead log stays where it is when a connection is closed.
static inline int touchtracker_keep_log(sqlite3 *database, int keeps) {
    return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, keeps, (int *)0);
}

/// Neither triggers nor views do anything: a drawing has none, and somebody else's may do harm.
static inline void touchtracker_refuse_programs(sqlite3 *database) {
    sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, (int *)0);
    sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_VIEW, 0, (int *)0);
}

/// Why a call of the system on the database or its write-ahead log failed last; 0 where none has since they
/// were opened.
static inline int touchtracker_file_errno(sqlite3 *database) {
    int code = 0;
    sqlite3_file *log = 0;
    sqlite3_file_control(database, "main", SQLITE_FCNTL_LAST_ERRNO, &code);
    if (code) return code;
    sqlite3_file_control(database, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log);
    if (log && log->pMethods) log->pMethods->xFileControl(log, SQLITE_FCNTL_LAST_ERRNO, &code);
    return code;
}
