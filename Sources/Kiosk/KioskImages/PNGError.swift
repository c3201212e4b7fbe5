/// An error of reading or writing a PNG image.
package struct PNGError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The path of the file, or `image in memory`.
    package let path: String
    /// The cause of the error, which may include libpng's message.
    package let cause: String
    /// The remedy for the error.
    package let remedy: String

    /// A message of one line: path, cause and remedy.
    package var description: String { "\(path): \(cause); \(remedy)" }
}
