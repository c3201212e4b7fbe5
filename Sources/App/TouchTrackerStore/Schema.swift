/// How a drawing lies in its database; told to its owner in docs/store.md.
enum Schema {
    /// `PRAGMA application_id`: "TTRK", so that the file isn't taken for anything else.
    static let applicationID: Int64 = 0x5454_524B
    /// `PRAGMA user_version`: what the tables below are.
    static let version: Int64 = 2

    /// What all numbers and levels are below: every one is a whole number as a 64-bit float, too.
    static let numbersEnd: Int64 = 1 << 53
    /// What those of stored strokes are below: whatever lies there, there is room above it.
    static let strokesEnd: Int64 = 1 << 52

    /// Makes the tables of an empty drawing.
    static let creation = [
        """
        CREATE TABLE drawing (
            one INTEGER PRIMARY KEY CHECK (one = 1),
            generation INTEGER NOT NULL,
            next_id INTEGER NOT NULL,
            width REAL,
            height REAL,
            next_level INTEGER NOT NULL DEFAULT 1
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

    /// How much is in a file that isn't a table or an index, or is called as our tables are and is no
    /// ordinary table. A table that is missing is damage.
    static let countOfPrograms = """
        SELECT (SELECT count(*) FROM sqlite_schema WHERE type NOT IN ('table', 'index'))
            + (SELECT count(*) FROM pragma_table_list WHERE schema = 'main'
                AND (type = 'view' OR name COLLATE NOCASE IN ('stroke', 'drawing') AND type != 'table'))
        """

    /// The one row of `drawing`, in a file of a version of the schema.
    static func readDrawing(version: Int64) -> String {
        let nextLevel = version < 2 ? "(\(levelAboveAll))" : "next_level"
        return "SELECT generation, next_id, \(nextLevel), width, height FROM drawing"
    }

    /// The level above all strokes, found by looking at each.
    static let levelAboveAll =
        "SELECT max(1, coalesce(max(level), 0) + 1) FROM stroke WHERE level < \(strokesEnd)"
    /// The newest number that could have been given.
    static let newestID = "SELECT max(id) FROM stroke WHERE id < \(strokesEnd)"

    static let newestBefore = "SELECT max(id) FROM stroke WHERE id < ?"

    private static let columns = "SELECT id, level, tool, color, width, points FROM stroke"
    static let readStrokes = "\(columns) ORDER BY id"
    /// Those after a number and before another, so many at most.
    static let readPage = "\(columns) WHERE id > ? AND id < ? ORDER BY id LIMIT ?"
    static let readStroke = "\(columns) WHERE id = ?"
    static let idsFrom = "SELECT id FROM stroke WHERE id >= ? ORDER BY id LIMIT ?"
    static let put =
        "INSERT OR REPLACE INTO stroke (id, level, tool, color, width, points) VALUES (?, ?, ?, ?, ?, ?)"
    static let remove = "DELETE FROM stroke WHERE id = ?"
    static let removeAll = "DELETE FROM stroke"
    static let removeFrom = "DELETE FROM stroke WHERE id >= ?"
    static let setCanvas = "UPDATE drawing SET width = ?, height = ?"
    /// Counts edits, the numbers that strokes were given, and their levels.
    static let count = """
        UPDATE drawing SET generation = generation + ?, next_id = max(next_id, ?),
            next_level = max(next_level, ?)
        RETURNING generation
        """
}
