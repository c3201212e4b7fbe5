/// Why a picture can't be read or written.
public struct PNGError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file; "a picture in memory" for one that is none.
    public let path: String
    /// What is wrong, libpng's words among it.
    public let cause: String
    /// What can be done.
    public let remedy: String

    /// One line: the file, the cause and the remedy.
    public var description: String { "\(path): \(cause); \(remedy)" }
}
