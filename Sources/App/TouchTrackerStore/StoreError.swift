import KioskSystem

/// An error that prevents reading or writing a stored drawing.
package struct StoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of a store error.
    package enum Kind: Hashable, Sendable {
        /// The folder does not exist.
        case noFolder
        /// The folder exists but contains no drawing.
        case nothingStored
        /// The file cannot be opened. The value is the error code of the system, or `nil` if there
        /// is none.
        case unopenable(Errno?)
        /// The file or its folder can be read but not written.
        case readOnly
        /// The file is not an SQLite database.
        case notADatabase
        /// The file is a database of another program.
        case foreign
        /// The file was written by a newer version of this program. The value is the schema version
        /// of the file.
        case newer(Int64)
        /// The database is damaged. The value describes the damage.
        case damaged(String)
        /// The file was moved or deleted while it was open.
        case moved
        /// While the drawing was open, its file was replaced by the file of another drawing.
        case replaced
        /// The disk is full.
        case full
        /// Another program is writing to the database, or prevents an operation by reading from it.
        case busy
        /// The strokes need more memory than `DrawingMemory.limit`.
        case tooLarge
        /// Any other failure. The value is a description by SQLite or by the system.
        case failed(String)
    }

    /// The kind of the error, which determines its cause and remedy.
    package let kind: Kind
    /// The path of the folder or file that the error concerns.
    package let path: String

    /// Creates an error of the given kind that concerns the folder or file at `path`.
    package init(_ kind: Kind, path: String) {
        self.kind = kind
        self.path = path
    }

    /// The cause of the error, as a phrase for messages.
    package var cause: String {
        switch kind {
        case .noFolder: "the folder does not exist"
        case .nothingStored: "no drawing is stored there"
        case .unopenable(let code): code.map { "cannot open: \($0)" } ?? "cannot open"
        case .readOnly: "cannot write"
        case .notADatabase: "not a database"
        case .foreign: "database of another program"
        case .newer(let version):
            "written by a newer version of touchtracker "
                + "(schema \(version); this version supports \(Schema.version))"
        case .damaged(let damage): "damaged: \(damage)"
        case .moved: "moved or deleted while in use"
        case .replaced: "replaced by another drawing while in use"
        case .full: "the disk is full"
        case .busy: "another program is using it"
        case .tooLarge: "they need more than half of this machine's memory"
        case .failed(let reason): reason
        }
    }

    /// The action by which the user can remedy the error, as a phrase for messages.
    package var remedy: String {
        switch kind {
        case .noFolder: "create it, or choose another with --state"
        case .nothingStored: "choose the drawing's folder with --state"
        case .unopenable(let code) where code?.isUnsuitableKind == true: "move it away"
        case .unopenable: "check the permissions of the file and its folder"
        case .readOnly:
            "check the permissions of the file and its folder, "
                + "and whether the file system is read-only"
        case .notADatabase, .foreign: "move it away, or choose another folder with --state"
        case .newer: "use that version, or move the file away"
        case .damaged: "move it away; sqlite3's .recover may rescue part of it"
        case .moved, .replaced: "stop touchtracker before changing its file"
        case .full: "free some space"
        case .busy: "close that program"
        case .tooLarge: "they stay in the file; clear the drawing, or add memory"
        case .failed: "see the system log"
        }
    }

    /// Whether the file cannot store the drawing, so that it must be quarantined (moved out of the
    /// way).
    package var requiresQuarantine: Bool {
        switch kind {
        case .notADatabase, .foreign, .newer, .damaged, .replaced: true
        case .noFolder, .nothingStored, .unopenable, .readOnly, .moved, .full, .busy, .tooLarge,
            .failed:
            false
        }
    }

    /// Whether the error may disappear without a change of the file.
    package var isTransient: Bool {
        switch kind {
        case .readOnly, .full, .busy, .failed, .moved: true
        case .noFolder, .nothingStored, .unopenable, .notADatabase, .foreign, .newer, .damaged,
            .replaced, .tooLarge:
            false
        }
    }

    /// A message in one line with the path, the cause and the remedy.
    package var description: String { "\(path): \(cause); \(remedy)" }
}
