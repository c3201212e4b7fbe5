import Glibc
import KioskSystem

/// The paths of a drawing's files in one folder.
package struct DrawingFiles: Hashable, Sendable {
    /// The folder without a trailing slash.
    package let folder: String

    /// Creates the paths of the files in a folder.
    package init(folder: String) {
        self.folder = folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    }

    /// The path of the database.
    package var database: String { "\(folder)/\(DrawingStore.fileName)" }

    /// The name suffixes of all files of a drawing. The database is last, so that no other file is
    /// ever moved or left without it.
    static let suffixes = [".picture", ".sqlite-wal", ".sqlite-journal", ".sqlite-shm", ".sqlite"]

    /// The path of one file of the current drawing, or of the quarantined drawing called `name`.
    func file(_ suffix: String, of name: String = "drawing") -> String {
        "\(folder)/\(name)\(suffix)"
    }
}

/// The files of an unusable drawing that were quarantined: moved to another name, never deleted.
package struct QuarantinedDrawing: Hashable, Sendable, CustomStringConvertible {
    /// The error that made the drawing unusable; its path is the original one.
    package let error: StoreError
    /// The new path of the database.
    package let path: String

    /// Moves all files of a drawing to the next free name, such as `drawing-damaged-1.sqlite`. The
    /// files keep a common name so that sqlite3 finds the database's log. No process may have them
    /// open.
    ///
    /// - Throws: `error` if the files cannot be moved; all files keep their names then.
    init(_ files: DrawingFiles, because error: StoreError) throws(StoreError) {
        self.error = error
        let free = (1...Self.maximumNumber).first {
            !Self.isTaken(error.quarantineName($0), in: files)
        }
        guard let free else { throw error }
        let name = error.quarantineName(free)
        path = files.file(".sqlite", of: name)
        var moved: [String] = []
        for suffix in DrawingFiles.suffixes {
            if rename(files.file(suffix), files.file(suffix, of: name)) == 0 {
                moved.append(suffix)
            } else if Errno.last != .notFound {
                for suffix in moved { rename(files.file(suffix, of: name), files.file(suffix)) }
                throw error
            }
        }
        // If this fails, a power cut may undo the move; the next start then repeats it.
        try? FileSystem.synchronizeFolder(files.folder)
    }

    /// One line with the cause, the new path and the remedy.
    package var description: String {
        "\(error.path): \(error.cause); moved to \(path), and a new drawing was started; \(remedy)"
    }

    private var remedy: String {
        switch error.kind {
        case .newer: "open it with that version"
        case .damaged, .notADatabase: "sqlite3's .recover may rescue part of it"
        case .replaced:
            "to use it, stop touchtracker and move it to the place of the new drawing"
        default: "move it back to where it belongs"
        }
    }

    /// The largest number in a name. The limit keeps a failing disk from being filled.
    private static let maximumNumber = 99

    private static func isTaken(_ name: String, in files: DrawingFiles) -> Bool {
        DrawingFiles.suffixes.contains { access(files.file($0, of: name), F_OK) == 0 }
    }
}

extension StoreError {
    /// The name of the quarantined drawing with a number.
    fileprivate func quarantineName(_ number: Int) -> String {
        switch kind {
        case .newer: "drawing-newer-\(number)"
        case .replaced: "drawing-other-\(number)"
        default: "drawing-damaged-\(number)"
        }
    }
}
