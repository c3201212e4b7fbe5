import KioskYAML

/// An error that prevents reading a recording.
package struct RecordingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The categories of errors.
    package enum Kind: Hashable, Sendable {
        /// The file cannot be opened or read.
        case unreadable
        /// The file is not a recording or contains invalid values.
        case malformed
        /// The file is truncated. The complete frames can be read with `allowsIncomplete`.
        case truncated
    }

    /// The category of the error, for callers that handle the categories differently.
    package let kind: Kind
    /// The name of the file that could not be read, as passed by the caller.
    package let file: String
    /// The number of the line that contains the error, counted from 1, or `nil` if the error
    /// concerns the whole file.
    package let line: Int?
    /// The cause of the error, as text for the user.
    package let cause: String
    /// The action that the user can take, as text.
    package let remedy: String

    init(_ kind: Kind, file: String, line: Int?, _ cause: String, remedy: String) {
        self.kind = kind
        self.file = file
        self.line = line
        self.cause = cause
        self.remedy = remedy
    }

    init(_ kind: Kind, _ error: YAMLError) {
        self.init(kind, file: error.file, line: error.line, error.cause, remedy: error.remedy)
    }

    /// One line in the form `FILE:LINE: cause; remedy`.
    package var description: String {
        YAMLError(file: file, line: line, cause: cause, remedy: remedy).description
    }
}
