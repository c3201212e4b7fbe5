/// A picture that cannot be read or written, or that differs from its golden picture.
public struct PictureError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The affected file, the cause and the remedy in one line.
    public let description: String

    /// Creates an error.
    package init(_ path: String, cause: String, remedy: String) {
        description = "\(path): \(cause); \(remedy)"
    }
}
