import Glibc
import KioskSystem
import Testing
import TouchKit
import TouchTrackerApp
import TouchTrackerStore
import TouchTrackerTestSupport

/// A temporary folder for a drawing, which is removed with the object.
final class DrawingFolder: Sendable {
    let path: String

    /// Creates the folder, in memory if possible, so that tests do not wait for a disk.
    init() {
        let random = UInt64.random(in: 0...UInt64.max)
        let folder = FileSystem.isFolder("/dev/shm") ? "/dev/shm" : "/tmp"
        path = "\(folder)/drawing-persistence-tests-\(String(random, radix: 36))"
        mkdir(path, 0o700)
    }

    deinit {
        removeFiles()
        rmdir(path)
    }

    /// Removes all files from the folder, and the folders of pages.
    func removeFiles() {
        for name in FileSystem.names(in: path) where unlink("\(path)/\(name)") != 0 {
            for file in FileSystem.names(in: "\(path)/\(name)") {
                unlink("\(path)/\(name)/\(file)")
            }
            rmdir("\(path)/\(name)")
        }
    }

    /// The path of the drawing's database.
    var file: String { "\(path)/\(DrawingStore.fileName)" }

    /// Opens the drawing for saving. Each log message is recorded as a failure of the test while
    /// the folder exists.
    @MainActor
    func persistence() throws -> DrawingPersistence {
        try DrawingPersistence(folder: path) { [weak self] in
            if self != nil { Issue.record("\($0)") }
        }
    }

    /// Opens the drawing for saving, and restores it without a view at scale 1 on gray paper.
    ///
    /// - Parameters:
    ///   - size: The size of the drawing, in points.
    ///   - messages: Records the log messages, or `nil` to record them as failures of the test.
    @MainActor
    func open(
        size: CGSize = CGSize(width: 400, height: 240), messages: SharedList<String>? = nil
    ) throws -> (drawing: Drawing, persistence: DrawingPersistence) {
        let drawing = Drawing(size: size, scale: 1, paper: .gray)
        let persistence =
            if let messages {
                try DrawingPersistence(folder: path) { messages.append($0) }
            } else {
                try self.persistence()
            }
        persistence.restoreCompletely(into: drawing)
        return (drawing, persistence)
    }

    /// Loads the stored drawing.
    func saved() throws -> LoadedDrawing {
        try LoadedDrawing(DrawingStore(folder: path, access: .readOnly))
    }

    /// Reads a file of the folder.
    func bytes(_ name: String = DrawingStore.fileName) throws -> [UInt8] {
        let file = try #require(fopen("\(path)/\(name)", "re"))
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 65_536)
        while case let count = fread(&part, 1, part.count, file), count > 0 {
            bytes += part[..<count]
        }
        return bytes
    }

    /// Replaces or creates a file of the folder.
    func write(_ bytes: [UInt8], _ name: String = DrawingStore.fileName) throws {
        try FileContents.replace("\(path)/\(name)", with: bytes)
    }
}

extension DrawingPersistence {
    /// Attaches a drawing without a view, and waits until all strokes are restored.
    func restoreCompletely(into drawing: Drawing) {
        attach(to: drawing)
        waitUntilRestored()
    }

    /// Waits until all stored strokes are restored.
    func waitUntilRestored() {
        while !isReadingFinished {
            sched_yield()
            processEvents()
        }
        while drawing?.continueRestoring() == true {}
    }
}
