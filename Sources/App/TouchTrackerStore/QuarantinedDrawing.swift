import Glibc
import KioskSystem

/// The paths of the files in which a drawing is stored, in one folder.
package struct DrawingFiles: Hashable, Sendable {
    /// The path of the folder, without a trailing slash.
    package let folder: String

    /// Creates the paths of the files of the drawing in `folder`.
    package init(folder: String) {
        self.folder = folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    }

    /// The path of the database file.
    package var database: String { "\(folder)/\(DrawingStore.fileName)" }

    /// The name suffixes of all files of a drawing, in the order in which they are moved to
    /// quarantine. The database is last: after an interrupted move, it still has its old name, so
    /// the move can be repeated.
    static let suffixes = [".picture", ".sqlite-wal", ".sqlite-journal", ".sqlite-shm", ".sqlite"]

    /// Returns the path of the file with the given suffix. The parameter `name` is the name without
    /// a suffix: "drawing" for the current drawing, or the name of a quarantined drawing.
    func file(_ suffix: String, of name: String = "drawing") -> String {
        "\(folder)/\(name)\(suffix)"
    }
}

/// An unusable drawing that was quarantined: its files were renamed, not deleted, so that they no
/// longer prevent the app from storing a drawing.
package struct QuarantinedDrawing: Hashable, Sendable, CustomStringConvertible {
    /// The error because of which the drawing was quarantined. The path in the error is the path
    /// before the move.
    package let error: StoreError
    /// The path of the database after the move.
    package let path: String

    /// Quarantines a drawing: renames all its files to the next free name, such as
    /// `drawing-damaged-1.sqlite`. All files get the same name with different suffixes, so that
    /// sqlite3 finds the write-ahead log of the database. No process may have the files open.
    ///
    /// - Parameters:
    ///   - files: The files of the drawing.
    ///   - error: The error because of which the drawing is unusable.
    /// - Throws: `error` if the files cannot be renamed. All files then keep their names.
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
        // If synchronizing fails, a power cut may undo the renaming. The next start then repeats
        // it.
        try? FolderDescriptor(files.folder).synchronize()
    }

    /// A one-line message with the original path, the cause, the new path and a remedy.
    package var description: String {
        "\(error.path): \(error.cause); moved to \(path), and a new drawing is started; \(remedy)"
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
        DrawingFiles.suffixes.contains { FileSystem.exists(files.file($0, of: name)) }
    }
}

extension StoreError {
    /// Returns the name, without a suffix, that a drawing with this error gets in quarantine, for
    /// example `drawing-damaged-1` if `number` is 1.
    fileprivate func quarantineName(_ number: Int) -> String {
        switch kind {
        case .newer: "drawing-newer-\(number)"
        case .replaced: "drawing-other-\(number)"
        default: "drawing-damaged-\(number)"
        }
    }
}
