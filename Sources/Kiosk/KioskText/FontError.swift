/// An error that prevents the use of a font file.
package struct FontError: Error, Hashable, CustomStringConvertible {
    /// The path of the font file.
    package let path: String
    /// The cause of the error.
    package let cause: String

    /// A one-line message that consists of the path and the cause.
    package var description: String { "\(path): \(cause)" }
}
