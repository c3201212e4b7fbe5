import Foundation
import Testing

/// A new folder for one test, removed when the object is deallocated.
package final class TemporaryFolder: Sendable {
    /// The absolute path of the folder.
    package let path: String

    /// Creates an empty folder with a unique name in the system's temporary directory. The test
    /// fails if this is not possible.
    ///
    /// - Parameter name: The beginning of the name, for example with special characters.
    package init(named name: String = "touchtracker") {
        path = "\(NSTemporaryDirectory())\(name)-\(UUID().uuidString)"
        do { try makeFolder("") } catch { Issue.record(error) }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The sorted names of the entries of the folder.
    package var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }

    /// Creates a subfolder and its missing parents.
    package func makeFolder(_ name: String) throws {
        try FileManager.default.createDirectory(
            atPath: "\(path)/\(name)", withIntermediateDirectories: true)
    }

    /// Writes `text` to the file `name` in the folder, as UTF-8, creates the missing parents of the
    /// file, and returns its path.
    @discardableResult
    package func write(_ text: String, to name: String) throws -> String {
        try write(Array(text.utf8), to: name)
    }

    /// Writes bytes to the file `name` in the folder, creates the missing parents of the file, and
    /// returns its path.
    @discardableResult
    package func write(_ bytes: [UInt8], to name: String) throws -> String {
        let file = "\(path)/\(name)"
        let location = URL(fileURLWithPath: file)
        try FileManager.default.createDirectory(
            at: location.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: location)
        return file
    }

    /// Shortens the file `name` in the folder to `size` bytes.
    package func truncate(_ name: String, to size: Int) throws {
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: "\(path)/\(name)"))
        try file.truncate(atOffset: UInt64(size))
        try file.close()
    }

    /// Returns the content of the file `name` in the folder, which must be UTF-8.
    package func text(_ name: String) throws -> String {
        try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
    }

    /// Returns the content of the file `name` in the folder.
    package func bytes(_ name: String) throws -> [UInt8] {
        try [UInt8](Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)")))
    }

    /// Returns whether the folder contains a file or subfolder `name`.
    package func contains(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: "\(path)/\(name)")
    }

    /// Removes a file or a subfolder with its content.
    package func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: "\(path)/\(name)")
    }
}
