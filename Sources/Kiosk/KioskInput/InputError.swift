/// An error that prevents reading input devices, with its cause and remedy.
public struct InputError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The cause of the error.
    public let cause: String
    /// The action that resolves the error, for example `check that systemd-udevd runs`.
    public let remedy: String

    /// Creates an error from a cause and a remedy.
    public init(cause: String, remedy: String) {
        self.cause = cause
        self.remedy = remedy
    }

    /// A one-line message that consists of `touch input`, the cause and the remedy.
    public var description: String { "touch input: \(cause); \(remedy)" }
}
