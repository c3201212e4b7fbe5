import Foundation
import Store

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

    /// The drawing's bytes.
    func bytes() throws -> [UInt8] {
        try [UInt8](Data(contentsOf: URL(fileURLWithPath: file)))
    }

    /// Puts bytes in the place of the drawing.
    func write(_ bytes: [UInt8]) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: file))
    }
}
