/// Why a picture can't be read or written.
package struct PNGError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file; "a picture in memory" for one that is none.
    package let path: String
    /// What is wrong, libpng's words among it.
    package let cause: String
    /// What can be done.
    package let remedy: String

    /// One line: the file, the cause and the remedy.
    package var description: String { "\(path): \(cause); \(remedy)" }
}
