import Foundation
import TouchTrackerStore

/// A folder of its own for a test, gone with the value.
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

    /// The drawing's file.
    var file: String { "\(path)/\(DrawingStore.fileName)" }

    /// The drawing, as whoever opens it now finds it.
    func load() throws -> StoredDrawing {
        try DrawingStore(folder: path, access: .readOnly).load()
    }

    /// The bytes of the drawing, or of another file of the folder.
    func bytes(_ name: String = DrawingStore.fileName) throws -> [UInt8] {
        try [UInt8](Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)")))
    }

    /// The names of the files in it.
    func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    }

    /// Puts a drawing of schema 1 here, which was written by the program that knew no other.
    func putVersion1() throws {
        let old = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Files/drawing-version-1.sqlite")
        try FileManager.default.copyItem(at: old, to: URL(fileURLWithPath: file))
    }

    /// Puts bytes in the place of the drawing.
    func write(_ bytes: [UInt8]) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: file))
    }
}
