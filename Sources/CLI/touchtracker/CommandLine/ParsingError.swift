import KioskRuntime

/// The reason why parsing a command line ended without a command.
enum ParsingError: Error {
    /// The command line requests a text, for example the help text.
    case request(text: String)
    /// The command line is invalid. The value `help` is the command that prints the help for the
    /// parsed command, such as `touchtracker run --help`.
    case invalid(ArgumentError, help: String)

    /// Creates the reason for a command line that is invalid for the last command of `path`.
    init(_ error: ArgumentError, in path: [any ParsableCommand.Type]) {
        self = .invalid(error, help: "\(HelpText.words(of: path)) --help")
    }

    /// The requested text, or the error in one line.
    var text: String {
        switch self {
        case .request(let text): text
        case .invalid(let error, _): error.text
        }
    }
}
