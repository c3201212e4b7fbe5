import Foundation

/// A folder of a test's own, gone when the test is.
package final class TemporaryFolder {
    /// Where it is.
    package let path = NSTemporaryDirectory() + "touchtracker-\(UUID().uuidString)"

    /// Makes an empty one.
    package init() throws {
        try makeFolder("")
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Makes a folder in it, and those that it lies in.
    package func makeFolder(_ name: String) throws {
        try FileManager.default.createDirectory(
            atPath: "\(path)/\(name)", withIntermediateDirectories: true)
    }

    /// Writes a file in it.
    package func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
    }

    /// What a file in it says.
    package func text(_ name: String) throws -> String {
        try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
    }

    /// Whether there is such a file in it.
    package func holds(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: "\(path)/\(name)")
    }
}
