/// How a drawing lies in its database; told to its owner in docs/store.md.
enum Schema {
    /// `PRAGMA application_id`: "TTRK", so that the file isn't taken for anything else.
    static let applicationID: Int64 = 0x5454_524B
    /// `PRAGMA user_version`: what the tables below are.
    static let version: Int64 = 1

    /// Makes the tables of an empty drawing.
    static let creation = [
        """
        CREATE TABLE drawing (
            one INTEGER PRIMARY KEY CHECK (one = 1),
            generation INTEGER NOT NULL,
            next_id INTEGER NOT NULL,
            width REAL,
            height REAL
        ) STRICT
        """,
        """
        CREATE TABLE stroke (
            id INTEGER PRIMARY KEY,
            level INTEGER NOT NULL,
            tool TEXT NOT NULL,
            color TEXT NOT NULL,
            width REAL NOT NULL,
            points BLOB NOT NULL
        ) STRICT
        """,
        "INSERT INTO drawing (one, generation, next_id) VALUES (1, 0, 1)",
        "PRAGMA application_id = \(applicationID)",
        "PRAGMA user_version = \(version)",
    ]

    static let readDrawing = "SELECT generation, next_id, width, height FROM drawing"
    static let readStrokes =
        "SELECT id, level, tool, color, width, points FROM stroke ORDER BY id"
    static let put =
        "INSERT OR REPLACE INTO stroke (id, level, tool, color, width, points) VALUES (?, ?, ?, ?, ?, ?)"
    static let remove = "DELETE FROM stroke WHERE id = ?"
    static let removeAll = "DELETE FROM stroke"
    static let setCanvas = "UPDATE drawing SET width = ?, height = ?"
    /// Counts edits, and the numbers that strokes were given.
    static let count =
        "UPDATE drawing SET generation = generation + ?, next_id = max(next_id, ?) RETURNING generation"
}
