/// Why a font can't be used.
package struct FontError: Error, Hashable, CustomStringConvertible {
    /// The file.
    package let path: String
    /// What is wrong with it.
    package let cause: String

    /// One line: the file and the cause.
    package var description: String { "\(path): \(cause)" }
}
