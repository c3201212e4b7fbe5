/// An option, flag or positional argument of a command.
///
/// The property wrappers `Option`, `Flag` and `Argument` are subclasses, which contain the value.
class Parameter {
    /// The form of a parameter on the command line.
    enum Kind: String {
        /// `--name value` or `--name=value`.
        case option
        /// `--name`.
        case flag
        /// A value without a name.
        case positional
    }

    /// The form on the command line.
    let kind: Kind
    /// The long name without hyphens, or the placeholder of a positional argument.
    let name: String
    /// The description for the help text.
    let help: ArgumentHelp
    /// Whether the command line must contain the parameter.
    let isRequired: Bool
    /// Whether each occurrence adds an element to a list. Of other parameters, the last occurrence
    /// is used.
    let isRepeatable: Bool
    /// Whether the value may begin with a hyphen.
    let acceptsHyphen: Bool
    /// Whether the command line contained the parameter.
    fileprivate(set) var isGiven = false

    /// Creates a parameter and adds the parameter to the command that is being created.
    init(
        _ kind: Kind, _ name: String, help: ArgumentHelp, isRequired: Bool = false,
        isRepeatable: Bool = false, acceptsHyphen: Bool = false
    ) {
        self.kind = kind
        self.name = name
        self.help = help
        self.isRequired = isRequired
        self.isRepeatable = isRepeatable
        self.acceptsHyphen = acceptsHyphen
        ParameterCollector.current?.parameters.append(self)
    }

    /// The names of the parameter with hyphens: one, or two for a flag with an opposite. Empty for
    /// a positional argument.
    var spellings: [String] { kind == .positional ? [] : ["--\(name)"] }
    /// The name of the parameter in messages: with hyphens, or the placeholder of an argument.
    var subject: String { spellings.first ?? "<\(name)>" }
    /// The placeholder of the value in the help text.
    var valueName: String { help.valueName ?? name }
    /// The text of the default value, or `nil` if there is none.
    var defaultText: String? { nil }
    /// The accepted values, or empty if they cannot be enumerated.
    var acceptedValues: [String] { [] }

    /// Parses and stores a value.
    ///
    /// - Parameters:
    ///   - text: The value, or for a flag its name without hyphens.
    /// - Returns: Whether the value is valid.
    func parse(_ text: String) -> Bool { false }

    /// Parses and stores a value, and records that the command line contains the parameter.
    final func accept(_ text: String) -> Bool {
        let isValid = parse(text)
        isGiven = true
        return isValid
    }
}

/// The description of a parameter for the help text.
struct ArgumentHelp: ExpressibleByStringLiteral {
    /// The description of a parameter that the help text does not contain.
    static let hidden = ArgumentHelp("", isHidden: true)

    /// One or more sentences. The first part, up to a semicolon or parenthesis, states what is
    /// accepted, and is part of error messages.
    let abstract: String
    /// The placeholder of the value, or `nil` to use the parameter's name.
    let valueName: String?
    /// The value that the installed configuration file shows for an option without default.
    let example: String?
    /// Whether the help text omits the parameter.
    let isHidden: Bool

    /// Creates a description.
    init(
        _ abstract: String, valueName: String? = nil, example: String? = nil, isHidden: Bool = false
    ) {
        self.abstract = abstract
        self.valueName = valueName
        self.example = example
        self.isHidden = isHidden
    }

    init(stringLiteral abstract: String) {
        self.init(abstract)
    }
}

/// The parameters and validations of a command that is being created.
///
/// Property wrappers add themselves while the command's initializer runs. Finding them by
/// reflection would take 16 million instructions at each start.
final class ParameterCollector: @unchecked Sendable {
    // The task that creates the command is the only user, so access needs no synchronization.
    @TaskLocal static var current: ParameterCollector?

    /// The parameters in the order of declaration.
    var parameters: [Parameter] = []
    /// The validations of option groups in the order of declaration.
    var validations: [() throws -> Void] = []
}
