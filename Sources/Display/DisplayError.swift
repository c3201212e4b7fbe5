import Linux

/// Why a display can't be used.
public struct DisplayError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of trouble it is.
    public enum Reason: Hashable, Sendable {
        /// No display is there, or none as asked for.
        case missing
        /// Another program has it.
        case taken
        /// The permissions forbid it.
        case notPermitted
        /// The driver refused something.
        case failed
    }

    /// What kind of trouble it is.
    public let reason: Reason
    /// The card or connector.
    public let subject: String
    /// Why it can't be used.
    public let cause: String
    /// What to do about it.
    public let remedy: String

    /// Makes an error.
    public init(_ reason: Reason, subject: String, cause: String, remedy: String) {
        self.reason = reason
        self.subject = subject
        self.cause = cause
        self.remedy = remedy
    }

    /// The driver refused a call.
    init(_ operation: String, _ subject: String, _ code: Errno) {
        self.init(
            .failed, subject: subject, cause: "\(operation) failed: \(code)",
            remedy: "see the kernel's log (journalctl -k)")
    }

    /// One line: the thing, the cause, the remedy.
    public var description: String { "\(subject): \(cause); \(remedy)" }
}
