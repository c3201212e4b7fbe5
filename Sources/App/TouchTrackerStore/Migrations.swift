/// The migrations of a database from older schema versions to the current version.
package enum Migrations {
    /// A migration from one version of the database schema to the next.
    package struct Step: Hashable, Sendable {
        /// The schema version before the migration. The version after the migration is greater by
        /// one.
        package var sourceVersion: Int64
        /// The SQL statements of the migration.
        package var statements: [String]

        /// Creates a migration from the schema version `version` to the next version.
        package init(from version: Int64, _ statements: [String]) {
            self.sourceVersion = version
            self.statements = statements
        }
    }

    /// All migrations, in ascending order of their source versions, starting with version 1.
    package static let steps = [
        // Stores the next level, so that opening doesn't have to read every stroke.
        Step(
            from: 1,
            [
                "ALTER TABLE drawing ADD COLUMN next_level INTEGER NOT NULL DEFAULT 1",
                "UPDATE drawing SET next_level = (\(Schema.selectNextLevel))",
            ]),
        // Stores the tool, the color and the width with which the user draws.
        Step(
            from: 2,
            ["tool", "ink_color", "ink_width"].map {
                "ALTER TABLE drawing ADD COLUMN \($0) TEXT"
            }),
        // Stores which strokes are parts of one touch.
        Step(from: 3, ["ALTER TABLE stroke ADD COLUMN first_part INTEGER"]),
    ]

    /// Runs the migrations in `steps` that the database needs, each in its own transaction.
    ///
    /// - Throws: `StoreError` if a migration fails. The database then has the schema version after
    ///   the last successful migration.
    package static func run(_ steps: [Step], in database: Database) throws(StoreError) {
        for step in steps { try run(step, in: database) }
    }

    private static func run(_ step: Step, in database: Database) throws(StoreError) {
        if try database.queryInteger("PRAGMA user_version") != step.sourceVersion { return }
        try database.withTransaction { () throws(StoreError) in
            // Another process may have migrated the file in the meantime.
            if try database.queryInteger("PRAGMA user_version") == step.sourceVersion {
                for statement in step.statements { try database.run(statement) }
                try database.run("PRAGMA user_version = \(step.sourceVersion + 1)")
            }
        }
    }
}
