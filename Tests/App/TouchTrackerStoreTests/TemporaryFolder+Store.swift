import Foundation
import TouchTrackerStore
import TouchTrackerTestSupport

extension TemporaryFolder {
    /// Creates a folder for a store, with characters in its path that are special in URIs.
    static func forStore() -> TemporaryFolder { TemporaryFolder(named: "store tests é#?%") }

    /// The path of the drawing's database.
    var file: String { "\(path)/\(DrawingStore.fileName)" }

    /// Returns the stored drawing.
    func load() throws -> StoredDrawing {
        try DrawingStore(folder: path, access: .readOnly).load()
    }

    /// Returns the bytes of the drawing's database.
    func bytes() throws -> [UInt8] { try bytes(DrawingStore.fileName) }

    /// Copies a drawing with a schema version from 1 to 3, written by an old version of the
    /// program, to the folder.
    func putVersion(_ version: Int) throws {
        let old = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Files/drawing-version-\(version).sqlite")
        try FileManager.default.copyItem(at: old, to: URL(fileURLWithPath: file))
    }

    /// Replaces the drawing's database.
    func write(_ bytes: [UInt8]) throws { try write(bytes, to: DrawingStore.fileName) }
}
