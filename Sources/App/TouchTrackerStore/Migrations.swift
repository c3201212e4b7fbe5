/// How a file of an older schema becomes one of today's, a version at a time.
package enum Migrations {
    /// From one version to the next.
    package struct Step: Hashable, Sendable {
        /// The version before; the one after is the next number.
        package var version: Int64
        /// What is done, one statement each.
        package var statements: [String]

        /// Makes a step.
        package init(from version: Int64, _ statements: [String]) {
            self.version = version
            self.statements = statements
        }
    }

    /// All steps, from version 1 on.
    package static let steps = [
        // Nobody has to look at every stroke for the topmost level any more.
        Step(
            from: 1,
            [
                "ALTER TABLE drawing ADD COLUMN next_level INTEGER NOT NULL DEFAULT 1",
                "UPDATE drawing SET next_level = (\(Schema.levelAboveAll))",
            ])
    ]

    /// Takes the steps that a file needs, each in a transaction of its own.
    ///
    /// - Throws: `StoreError`; the file is as after the last step that succeeded then.
    package static func run(_ steps: [Step], in database: Database) throws(StoreError) {
        for step in steps { try take(step, in: database) }
    }

    private static func take(_ step: Step, in database: Database) throws(StoreError) {
        if try database.number("PRAGMA user_version") != step.version { return }
        try database.run("BEGIN IMMEDIATE")
        do throws(StoreError) {
            // Somebody else may have been faster.
            if try database.number("PRAGMA user_version") == step.version {
                for statement in step.statements { try database.run(statement) }
                try database.run("PRAGMA user_version = \(step.version + 1)")
            }
            try database.run("COMMIT")
        } catch {
            if database.isInTransaction { try database.run("ROLLBACK") }
            throw error
        }
    }
}
