import Foundation
import TouchTrackerStore
import TouchTrackerTestSupport

/// A temporary folder for a test, deleted with the object.
final class TestFolder {
    let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory
            .appendingPathComponent("store tests é#?%-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The path of the drawing's database.
    var file: String { "\(path)/\(DrawingStore.fileName)" }

    /// Returns the stored drawing.
    func load() throws -> StoredDrawing {
        try DrawingStore(folder: path, access: .readOnly).load()
    }

    /// Returns the bytes of the drawing's database or of another file in the folder.
    func bytes(_ name: String = DrawingStore.fileName) throws -> [UInt8] {
        try [UInt8](Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)")))
    }

    /// Returns the names of the files in the folder.
    func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    }

    /// Copies a drawing with schema version 1, written by an old version of the program, to the
    /// folder.
    func putVersion(_ version: Int) throws {
        let old = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Files/drawing-version-\(version).sqlite")
        try FileManager.default.copyItem(at: old, to: URL(fileURLWithPath: file))
    }

    /// Replaces the drawing's database.
    func write(_ bytes: [UInt8]) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: file))
    }
}
