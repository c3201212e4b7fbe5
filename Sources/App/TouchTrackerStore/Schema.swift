/// The database schema of a drawing, which docs/store.md describes for users, and its SQL
/// statements.
enum Schema {
    /// The value of `PRAGMA application_id` that identifies a file as a drawing, the bytes of
    /// "TTRK".
    static let applicationID: Int64 = 0x5454_524B
    /// The current schema version, stored in `PRAGMA user_version`.
    static let version: Int64 = 4

    /// The exclusive upper limit of a drawing's generation (the number of edits stored so far):
    /// 2^53. A greater value indicates a damaged file.
    static let numberLimit: Int64 = 1 << 53
    /// The exclusive upper limit of the identifiers and levels (positions in the drawing order) of
    /// valid strokes: 2^52. Strokes with greater numbers are skipped when a drawing is read. The
    /// app adds no stroke when no number below the limit is left.
    static let strokeNumberLimit: Int64 = 1 << 52

    /// The statements that create the tables of an empty drawing.
    static let createTables = [
        """
        CREATE TABLE drawing (
            one INTEGER PRIMARY KEY CHECK (one = 1),
            generation INTEGER NOT NULL,
            next_id INTEGER NOT NULL,
            width REAL,
            height REAL,
            next_level INTEGER NOT NULL DEFAULT 1,
            tool TEXT,
            ink_color TEXT,
            ink_width TEXT
        ) STRICT
        """,
        """
        CREATE TABLE stroke (
            id INTEGER PRIMARY KEY,
            level INTEGER NOT NULL,
            tool TEXT NOT NULL,
            color TEXT NOT NULL,
            width REAL NOT NULL,
            points BLOB NOT NULL,
            first_part INTEGER
        ) STRICT
        """,
        "INSERT INTO drawing (one, generation, next_id) VALUES (1, 0, 1)",
        "PRAGMA application_id = \(applicationID)",
        "PRAGMA user_version = \(version)",
    ]

    /// The query whose result is not 0 if a database contains a view or a trigger, or if `stroke`
    /// or `drawing` is not an ordinary table. A drawing must not contain any of these.
    static let countForeignObjects = """
        SELECT (SELECT count(*) FROM sqlite_schema WHERE type NOT IN ('table', 'index'))
            + (SELECT count(*) FROM pragma_table_list WHERE schema = 'main'
                AND (type = 'view'
                    OR name COLLATE NOCASE IN ('stroke', 'drawing') AND type != 'table'))
        """

    /// Returns the query for the properties of a drawing, which are in the only row of the table
    /// `drawing`, in a database with the given schema version.
    static func selectDrawing(version: Int64) -> String {
        let nextLevel = version < 2 ? "(\(selectNextLevel))" : "next_level"
        let settings = version < 3 ? "NULL, NULL, NULL" : "tool, ink_color, ink_width"
        return "SELECT generation, next_id, \(nextLevel), width, height, \(settings) FROM drawing"
    }

    /// The query for the lowest level (position in the drawing order) above all valid strokes. The
    /// query scans the whole table.
    static let selectNextLevel =
        "SELECT max(1, coalesce(max(level), 0) + 1) FROM stroke WHERE level < \(strokeNumberLimit)"
    /// The query for the highest identifier of a valid stroke.
    static let selectNewestID = "SELECT max(id) FROM stroke WHERE id < \(strokeNumberLimit)"

    /// The query for the levels of all strokes, in the order of their identifiers.
    static let selectLevels = "SELECT level FROM stroke ORDER BY id"
    /// The query for all strokes without their points, in the order of their identifiers. Instead
    /// of the points, the last column contains whether they are a blob.
    static let selectOutlines = """
        SELECT id, level, tool, color, width, typeof(points) = 'blob' FROM stroke ORDER BY id
        """
    /// The query for the same rows as `selectOutlines`, in drawing order. SQLite sorts more than
    /// about a megabyte in a temporary file.
    static let selectOutlinesInDrawingOrder = """
        SELECT id, level, tool, color, width, typeof(points) = 'blob' FROM stroke
            ORDER BY level, id
        """

    /// The query for the highest stroke identifier below a given limit.
    static let selectNewestIDBefore = "SELECT max(id) FROM stroke WHERE id < ?"

    private static func selectStrokes(version: Int64, _ rest: String) -> String {
        let firstPart = version < 4 ? "NULL" : "first_part"
        return "SELECT id, level, tool, color, width, points, \(firstPart) FROM stroke \(rest)"
    }

    /// Returns the query for a limited number of strokes, in the order of their identifiers,
    /// between two identifiers that are both excluded, in a database with the given schema version.
    static func selectPage(version: Int64) -> String {
        selectStrokes(version: version, "WHERE id > ? AND id < ? ORDER BY id LIMIT ?")
    }

    /// Returns the query for the stroke with a given identifier, in a database with the given
    /// schema version.
    static func selectStroke(version: Int64) -> String {
        selectStrokes(version: version, "WHERE id = ?")
    }

    /// The query for a limited number of stroke identifiers, in ascending order, that are at least
    /// a given identifier.
    static let selectIDs = "SELECT id FROM stroke WHERE id >= ? ORDER BY id LIMIT ?"
    /// The statement that inserts a stroke or replaces the stroke with the same identifier.
    static let putStroke =
        """
        INSERT OR REPLACE INTO stroke (id, level, tool, color, width, points, first_part)
            VALUES (?, ?, ?, ?, ?, ?, ?)
        """
    /// The statement that deletes the stroke with a given identifier.
    static let removeStroke = "DELETE FROM stroke WHERE id = ?"
    /// The statement that deletes all strokes.
    static let removeAllStrokes = "DELETE FROM stroke"
    /// The statement that deletes all strokes whose identifier is at least a given identifier.
    static let removeStrokesFrom = "DELETE FROM stroke WHERE id >= ?"
    /// The statement that sets the size of the screen on which the drawing was made.
    static let setCanvasSize = "UPDATE drawing SET width = ?, height = ?"
    /// The statement that enlarges the stored canvas, so that it contains a given size.
    static let enlargeCanvas = """
        UPDATE drawing SET width = max(coalesce(width, 0), ?),
            height = max(coalesce(height, 0), ?)
        """
    /// The statement that sets the tool, the color and the width with which the user draws.
    static let setSettings = "UPDATE drawing SET tool = ?, ink_color = ?, ink_width = ?"
    /// The statement that increases the drawing's generation (the number of edits stored so far) by
    /// a given number, raises the next identifier and level to at least the given values, and
    /// returns the new generation.
    static let updateDrawing = """
        UPDATE drawing SET generation = generation + ?, next_id = max(next_id, ?),
            next_level = max(next_level, ?)
        RETURNING generation
        """
}
