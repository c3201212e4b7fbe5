/// Why input devices can't be read.
public struct InputError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What failed.
    public let cause: String
    /// What to do about it.
    public let remedy: String

    /// Makes an error.
    public init(cause: String, remedy: String) {
        self.cause = cause
        self.remedy = remedy
    }

    /// One line: the thing, the cause, the remedy.
    public var description: String { "touch input: \(cause); \(remedy)" }
}
