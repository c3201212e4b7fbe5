import KioskRuntime
import KioskYAML

/// A setting in a configuration file: a YAML key with a value, which sets an option of
/// `touchtracker run`.
struct ConfigurationSetting {
    /// The name of the option, without the prefix `no-` of a negated flag: `overlay` for the key
    /// `no-overlay`.
    let name: String
    /// The key in the file, for example `no-overlay`.
    let key: String
    /// The setting in the form of command-line arguments, for example `--rotate=90`.
    let arguments: [String]
    /// The maximum number of elements in a list.
    private static let maximumListLength = 32

    /// Creates a setting from a YAML key and its value.
    ///
    /// - Parameters:
    ///   - node: The key.
    ///   - value: The value.
    ///   - parameters: The options and flags of `touchtracker run`.
    /// - Throws: `YAMLError` if no option has the key's name, or if the option does not accept the
    ///   value.
    init(key node: YAMLNode, value: YAMLNode, parameters: [Parameter]) throws(YAMLError) {
        let key = try node.string()
        guard key != ConfigOption.name,
            let parameter = parameters.first(where: { $0.spellings.contains("--\(key)") })
        else { throw Self.unknownKeyError(key, node, parameters) }
        let texts = try Self.texts(of: value, key: key, node)
        guard value.kind != .sequence || parameter.isRepeatable else {
            throw node.error(
                "\(YAMLError.quoted(key)) takes one value, not a list",
                remedy: "write the value without brackets")
        }
        guard let arguments = Self.arguments(for: parameter, key: key, texts) else {
            let values = texts.map(YAMLError.quoted).joined(separator: ", ")
            throw node.error(
                "\(values) is not a valid value for \(YAMLError.quoted(key))",
                remedy: Self.remedy(for: parameter))
        }
        name = parameter.name
        self.key = key
        self.arguments = arguments
    }

    // MARK: Values

    private static func texts(
        of value: YAMLNode, key: String, _ node: YAMLNode
    ) throws(YAMLError) -> [String] {
        if value.isNull {
            throw value.error(
                "\(YAMLError.quoted(key)) has no value", remedy: "add a value, or remove the line")
        }
        switch value.kind {
        case .scalar: return [try value.string()]
        case .mapping:
            throw node.error(
                "\(YAMLError.quoted(key)) is a mapping", remedy: "write a single value")
        case .sequence: break
        }
        var elements = try value.elements()
        guard elements.count <= maximumListLength else {
            throw value.error(
                "a list of \(elements.count) elements", remedy: "use at most \(maximumListLength)")
        }
        var texts: [String] = []
        while let element = elements.next() { texts.append(try element.string()) }
        return texts
    }

    /// Returns the arguments that set a parameter, or `nil` if it does not accept the values.
    private static func arguments(
        for parameter: Parameter, key: String, _ texts: [String]
    ) -> [String]? {
        if parameter.kind == .flag {
            guard let isOn = texts.first.flatMap(boolean) else { return nil }
            let isPositive = isOn == (key == parameter.name)
            return Array(parameter.spellings.dropFirst(isPositive ? 0 : 1).prefix(1))
        }
        let values = texts.map { text in
            // A YAML file may contain `true` or `false` where the command line requires `on` or
            // `off`.
            guard !parameter.parse(text), let isOn = boolean(text) else { return text }
            return (isOn ? Switch.on : .off).rawValue
        }
        guard values.allSatisfy({ !$0.isEmpty && parameter.parse($0) }) else { return nil }
        return values.map { "--\(key)=\($0)" }
    }

    private static func remedy(for parameter: Parameter) -> String {
        let accepted =
            parameter.kind == .flag
            ? Switch.allCases.map(\.rawValue) : parameter.acceptedValues
        if !accepted.isEmpty { return "write \(Similarity.list(accepted))" }
        return ArgumentError.expectation(parameter.help.abstract).map { "expected: \($0)" }
            ?? "correct the value, or remove the line"
    }

    private static func boolean(_ word: String) -> Bool? {
        switch word {
        case "on", "true", "yes": true
        case "off", "false", "no": false
        default: nil
        }
    }

    // MARK: Names

    private static func unknownKeyError(
        _ key: String, _ node: YAMLNode, _ parameters: [Parameter]
    ) -> YAMLError {
        let cause = "\(YAMLError.quoted(key)) is not a configuration key"
        let normalizedKey = String(key.prefix(64)).lowercased().split { $0 == "_" || $0 == " " }
            .joined(separator: "-")
        guard isName(normalizedKey), key != ConfigOption.name else {
            return node.error(cause, remedy: "remove the line")
        }
        let spellings = parameters.flatMap(\.spellings)
        let suggestion =
            spellings.first { $0 == "--\(normalizedKey)" }
            ?? Similarity.nearest(to: "--\(normalizedKey)", among: spellings)
        return node.error(
            cause,
            remedy: suggestion.map { "write \($0.dropFirst(2))" }
                ?? "use the long options of touchtracker run, without their hyphens")
    }

    /// Returns whether a key consists of lowercase letters, digits and hyphens, and begins with a
    /// letter.
    private static func isName(_ key: String) -> Bool {
        key.first?.isLetter == true
            && key.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "-") }
    }
}
