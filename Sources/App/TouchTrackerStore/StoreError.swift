import KioskSystem

/// Why a stored drawing can't be read or written.
package struct StoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of trouble it is.
    package enum Kind: Hashable, Sendable {
        /// The folder isn't there.
        case noFolder
        /// There is a folder, but no drawing in it.
        case nothingStored
        /// The file can't be opened; why, where the system said so.
        case unopenable(Errno?)
        /// The file or its folder can be read, but not written.
        case readOnly
        /// The file is something else.
        case notADatabase
        /// The file is a database, but no drawing.
        case foreign
        /// A newer version of this program wrote it, with a schema of this version.
        case newer(Int64)
        /// The file is a database that was damaged; what about it.
        case damaged(String)
        /// The file was moved or deleted while it was open.
        case moved
        /// Another drawing lies where ours was.
        case replaced
        /// There is no room on the disk.
        case full
        /// Another program is writing to it.
        case busy
        /// Anything else, in the database's words.
        case failed(String)
    }

    /// What kind of trouble it is.
    package let kind: Kind
    /// The folder or file it is about.
    package let path: String

    /// Makes an error.
    package init(_ kind: Kind, path: String) {
        self.kind = kind
        self.path = path
    }

    /// What is wrong.
    package var cause: String {
        switch kind {
        case .noFolder: "there is no such folder"
        case .nothingStored: "no drawing was stored there"
        case .unopenable(let code):
            code.map { "it can't be opened: \($0)" } ?? "it can't be opened"
        case .readOnly: "it can't be written"
        case .notADatabase: "it isn't a database"
        case .foreign: "it is another program's database"
        case .newer(let version):
            "a newer version of touchtracker wrote it (schema \(version), this one knows \(Schema.version))"
        case .damaged(let what): "it is damaged: \(what)"
        case .moved: "it was moved or deleted"
        case .replaced: "it is another drawing than the one that was opened"
        case .full: "the disk is full"
        case .busy: "another program is writing to it"
        case .failed(let words): words
        }
    }

    /// What can be done.
    package var remedy: String {
        switch kind {
        case .noFolder: "make it, or choose another with --state"
        case .nothingStored: "choose the drawing's folder with --state"
        case .unopenable: "see who may read it and its folder, and run as one who may"
        case .readOnly: "see who may write it and its folder, and whether the disk is read-only"
        case .notADatabase, .foreign: "move it away, or choose another folder with --state"
        case .newer: "use that version, or move it away"
        case .damaged: "move it away; sqlite3's .recover may save what is left"
        case .moved, .replaced: "stop touchtracker before its file is changed"
        case .full: "make room"
        case .busy: "end that program"
        case .failed: "see the system's log"
        }
    }

    /// Whether what lies there can't be drawn on, now or ever.
    package var isDamage: Bool {
        switch kind {
        case .notADatabase, .foreign, .newer, .damaged, .replaced: true
        case .noFolder, .nothingStored, .unopenable, .readOnly, .moved, .full, .busy,
            .failed:
            false
        }
    }

    /// Whether it may be over later without anybody's changing what lies there.
    package var mayPass: Bool {
        switch kind {
        case .readOnly, .full, .busy, .failed, .moved: true
        case .noFolder, .nothingStored, .unopenable, .notADatabase, .foreign, .newer, .damaged,
            .replaced:
            false
        }
    }

    /// One line: the file, the cause and the remedy.
    package var description: String { "\(path): \(cause); \(remedy)" }
}
