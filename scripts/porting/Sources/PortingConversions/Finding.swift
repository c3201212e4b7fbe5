/// A place in a source file that the conversion cannot convert, or converts with a loss.
public struct Finding: Sendable, Equatable, CustomStringConvertible {
    /// The consequence of a finding.
    public enum Severity: String, Sendable {
        /// The code does not compile or does not work without a manual change.
        case error
        /// The code compiles; the message states what behaves differently.
        case warning
    }

    /// The consequence of the finding.
    public let severity: Severity
    /// The path of the file.
    public let path: String
    /// The line, counted from 1.
    public let line: Int
    /// The cause, and what to do about the cause.
    public let message: String

    /// Creates a finding.
    public init(severity: Severity, path: String, line: Int, message: String) {
        self.severity = severity
        self.path = path
        self.line = line
        self.message = message
    }

    /// The finding in the format of compiler messages: `path:line: severity: message`.
    public var description: String { "\(path):\(line): \(severity.rawValue): \(message)" }
}
