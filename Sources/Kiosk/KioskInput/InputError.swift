/// An error that prevents reading input devices, with its cause and remedy.
public struct InputError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The cause of the error.
    public let cause: String
    /// The remedy for the error.
    public let remedy: String

    /// Creates an error.
    public init(cause: String, remedy: String) {
        self.cause = cause
        self.remedy = remedy
    }

    /// A message of one line: `touch input`, cause and remedy.
    public var description: String { "touch input: \(cause); \(remedy)" }
}
