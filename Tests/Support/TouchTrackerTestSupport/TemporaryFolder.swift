import Foundation

/// A new folder for one test, removed when the object is deallocated.
package final class TemporaryFolder {
    /// The absolute path of the folder.
    package let path = NSTemporaryDirectory() + "touchtracker-\(UUID().uuidString)"

    /// Creates an empty folder with a unique name in the system's temporary directory.
    package init() throws {
        try makeFolder("")
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Creates a subfolder and its missing parents.
    package func makeFolder(_ name: String) throws {
        try FileManager.default.createDirectory(
            atPath: "\(path)/\(name)", withIntermediateDirectories: true)
    }

    /// Writes `text` to the file `name` in the folder, as UTF-8.
    package func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
    }

    /// Returns the content of the file `name` in the folder, which must be UTF-8.
    package func text(_ name: String) throws -> String {
        try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
    }

    /// Returns whether the folder contains a file or subfolder `name`.
    package func contains(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: "\(path)/\(name)")
    }
}
