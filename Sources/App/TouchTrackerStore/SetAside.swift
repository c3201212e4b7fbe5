import Glibc
import KioskSystem

/// The files of a drawing.
package struct DrawingFiles: Hashable, Sendable {
    /// The folder, without a slash at its end.
    package let folder: String

    /// The files in a folder.
    package init(folder: String) {
        self.folder = folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    }

    /// The database.
    package var database: String { "\(folder)/\(DrawingStore.fileName)" }

    /// What is beside a database, by what its name ends in; the database comes last, so that it never
    /// lies alone in either place.
    static let suffixes = [".picture", ".sqlite-wal", ".sqlite-journal", ".sqlite-shm", ".sqlite"]

    /// One of the files, or one of those that were set aside.
    func file(_ suffix: String, of name: String = "drawing") -> String {
        "\(folder)/\(name)\(suffix)"
    }
}

/// What lay in the drawing's place and couldn't be drawn on: it was moved away, never deleted.
package struct SetAside: Hashable, Sendable, CustomStringConvertible {
    /// What was wrong with it, and where it lay.
    package let error: StoreError
    /// Where the database lies now.
    package let path: String

    /// Moves the files of a drawing away, to the next name that is free: `drawing-damaged-1.sqlite`,
    /// and what belongs to it under the same name, so that sqlite3 finds its log. Nobody may have them
    /// open.
    ///
    /// - Throws: The error given, where they can't be moved; they are as before then.
    init(_ files: DrawingFiles, because error: StoreError) throws(StoreError) {
        self.error = error
        let free = (1...Self.mostNumber).first { !Self.isTaken(error.nameAside($0), in: files) }
        guard let free else { throw error }
        let name = error.nameAside(free)
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
        // Where that fails, a power cut may undo it; then it is done again.
        try? Folder.synchronize(files.folder)
    }

    /// One line: what was wrong, and where it is.
    package var description: String {
        "\(error.path): \(error.cause); it is kept as \(path), and a new drawing was begun; \(remedy)"
    }

    private var remedy: String {
        switch error.kind {
        case .newer: "open it with that version"
        case .damaged, .notADatabase: "sqlite3's .recover may save what is left of it"
        case .replaced:
            "to draw on with it, stop touchtracker and move it in the place of the new one"
        default: "take it back to where it belongs"
        }
    }

    /// The last number that is given: a disk that damages everything doesn't fill itself.
    private static let mostNumber = 99

    private static func isTaken(_ name: String, in files: DrawingFiles) -> Bool {
        DrawingFiles.suffixes.contains { access(files.file($0, of: name), F_OK) == 0 }
    }
}

extension StoreError {
    /// What a file is called that was moved away for this.
    fileprivate func nameAside(_ number: Int) -> String {
        switch kind {
        case .newer: "drawing-newer-\(number)"
        case .replaced: "drawing-other-\(number)"
        default: "drawing-damaged-\(number)"
        }
    }
}
