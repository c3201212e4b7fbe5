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
