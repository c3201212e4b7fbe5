/// An error that occurred while a PNG image was read or written.
package struct PNGError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The path of the file, or `image in memory`.
    package let path: String
    /// The cause of the error, which may include libpng's message.
    package let cause: String
    /// The action that resolves the error.
    package let remedy: String

    /// A one-line message that consists of the path, the cause and the remedy.
    package var description: String { "\(path): \(cause); \(remedy)" }
}
