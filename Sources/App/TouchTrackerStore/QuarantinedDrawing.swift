import Glibc
import KioskSystem

/// The paths of a drawing's files in one folder.
package struct DrawingFiles: Hashable, Sendable {
    /// The path of the folder, without a trailing slash.
    package let folder: String

    /// Creates the paths of the files in a folder.
    package init(folder: String) {
        self.folder = folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    }

    /// The path of the database.
    package var database: String { "\(folder)/\(DrawingStore.fileName)" }

    /// The name suffixes of all files of a drawing, in the order in which they are quarantined. The
    /// database is last: an interrupted move can then be repeated, because the database still has
    /// its old name.
    static let suffixes = [".picture", ".sqlite-wal", ".sqlite-journal", ".sqlite-shm", ".sqlite"]

    /// Returns the path of one file of the current drawing, or of the quarantined drawing called
    /// `name`.
    func file(_ suffix: String, of name: String = "drawing") -> String {
        "\(folder)/\(name)\(suffix)"
    }
}

/// The files of an unusable drawing that were quarantined: moved to another name, never deleted.
package struct QuarantinedDrawing: Hashable, Sendable, CustomStringConvertible {
    /// The error that made the drawing unusable. The path in the error is the path before the move.
    package let error: StoreError
    /// The new path of the database.
    package let path: String

    /// Moves all files of a drawing to the next free name, such as `drawing-damaged-1.sqlite`. All
    /// files receive the same new name, so that sqlite3 finds the database's log. No process may
    /// have the files open.
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
        // If synchronizing fails, a power cut may undo the move; the next start then repeats it.
        try? FileSystem.synchronizeFolder(files.folder)
    }

    /// A one-line message with the original path, the cause, the new path and the remedy.
    package var description: String {
        "\(error.path): \(error.cause); moved to \(path), and a new drawing was started; \(remedy)"
    }

    private var remedy: String {
        switch error.kind {
        case .newer: "open it with that version"
        case .damaged, .notADatabase: "sqlite3's .recover may rescue part of it"
        case .replaced:
            "to use it, stop touchtracker and replace the new drawing with it"
        default: "move it back to the folder of the program that uses it"
        }
    }

    /// The maximum number in the name of a quarantined drawing. The limit prevents quarantined
    /// files from filling the disk.
    private static let maximumNumber = 99

    private static func isTaken(_ name: String, in files: DrawingFiles) -> Bool {
        DrawingFiles.suffixes.contains { access(files.file($0, of: name), F_OK) == 0 }
    }
}

extension StoreError {
    /// Returns the name of a quarantined drawing without a suffix, for example `drawing-damaged-1`.
    fileprivate func quarantineName(_ number: Int) -> String {
        switch kind {
        case .newer: "drawing-newer-\(number)"
        case .replaced: "drawing-other-\(number)"
        default: "drawing-damaged-\(number)"
        }
    }
}
