import KioskYAML

/// Why a recording can't be played.
package struct RecordingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of trouble it is.
    package enum Kind: Hashable, Sendable {
        /// The file can't be read at all.
        case unreadable
        /// It isn't a recording, or one that makes no sense.
        case malformed
        /// The file ends too early; what is whole of it can be had with `allowsIncomplete`.
        case cutOff
    }

    /// What kind of trouble it is.
    package let kind: Kind
    /// The file, as the caller named it.
    package let file: String
    /// The line, from 1; nil where the whole file is meant.
    package let line: Int?
    /// What is wrong.
    package let cause: String
    /// What to do about it.
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

    /// One line: `FILE:LINE: cause; remedy`.
    package var description: String {
        YAMLError(file: file, line: line, cause: cause, remedy: remedy).description
    }
}
