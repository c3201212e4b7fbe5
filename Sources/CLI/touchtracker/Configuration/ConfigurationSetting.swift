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
    private let node: YAMLNode
    private let values: [String]

    /// Creates a setting from a YAML key and its value. The initializer accepts some invalid
    /// values, which `check()` detects.
    ///
    /// - Throws: `YAMLError` if the setting cannot be expressed as arguments.
    init(key node: YAMLNode, value: YAMLNode) throws(YAMLError) {
        key = try node.string()
        self.node = node
        guard Self.isName(key), key != ConfigOption.name else {
            throw Self.unknownKeyError(key, node)
        }
        if value.isNull {
            throw value.error(
                "\(YAMLError.quoted(key)) has no value", remedy: "add a value, or remove the line")
        }
        switch value.kind {
        case .sequence: values = try Self.texts(of: value)
        case .scalar: values = [try value.string()]
        case .mapping:
            throw node.error(
                "\(YAMLError.quoted(key)) is a mapping", remedy: "write a single value")
        }
        let boolean = value.kind == .sequence ? nil : values.first.flatMap(Self.boolean)
        let option = "--\(key)"
        if let boolean, Self.isFlag(key) {
            let positiveName = Self.positiveName(key)
            name = positiveName ?? key
            if boolean {
                arguments = [option]
            } else {
                let opposite = positiveName ?? "no-\(key)"
                arguments = Self.isFlag(opposite) ? ["--\(opposite)"] : []
            }
            return
        }
        name = key
        var arguments = values.map { "\(option)=\($0)" }
        // A YAML file may contain `true` or `false` where the command line requires `on` or `off`.
        if let boolean, Self.parse(arguments) != .accepted {
            let onOffArguments = ["\(option)=\(boolean ? Switch.on : .off)"]
            if Self.parse(onOffArguments) == .accepted { arguments = onOffArguments }
        }
        self.arguments = arguments
        if value.kind == .sequence { try checkList() }
    }

    /// Checks the setting with the argument parser.
    ///
    /// - Throws: `YAMLError` if the option is unknown or the value is invalid.
    func check() throws(YAMLError) {
        switch Self.parse(arguments) {
        case .accepted: return
        case .unknown: throw Self.unknownKeyError(key, node)
        case .rejected(let cause, let remedy):
            if Self.isFlag(key) {
                throw node.error(
                    "\(quotedValues) is not a valid value for \(YAMLError.quoted(key))",
                    remedy: "write on or off")
            }
            guard let remedy else {
                throw node.error(
                    "\(YAMLError.quoted(key)): \(cause)",
                    remedy: "correct the value, or remove the line")
            }
            throw node.error(
                "\(quotedValues) is not a valid value for \(YAMLError.quoted(key))",
                remedy: remedy)
        }
    }

    /// Returns an error that refers to the line of the setting's key.
    func error(_ cause: String, remedy: String) -> YAMLError {
        node.error(cause, remedy: remedy)
    }

    private var quotedValues: String { values.map(YAMLError.quoted).joined(separator: ", ") }

    /// Checks that the option of a setting whose value is a list can be given several times.
    ///
    /// - Throws: `YAMLError` if the option can be given only once.
    private func checkList() throws(YAMLError) {
        guard let first = arguments.first else {
            if case .unknown = Self.parse(["--\(key)"]) { throw Self.unknownKeyError(key, node) }
            return
        }
        guard Self.parse([first]) == .accepted else { return try check() }
        let option = HelpText.parameters(of: Run.self).first { $0.name == key }
        guard option?.isRepeatable ?? false else {
            throw node.error(
                "\(YAMLError.quoted(key)) takes one value, not a list",
                remedy: "write the value without brackets")
        }
    }

    private static func texts(of list: YAMLNode) throws(YAMLError) -> [String] {
        var values: [String] = []
        var elements = try list.elements()
        guard elements.count <= maximumListLength else {
            throw list.error(
                "a list of \(elements.count) elements", remedy: "use at most \(maximumListLength)")
        }
        while let element = elements.next() { values.append(try element.string()) }
        return values
    }

    // MARK: Parser

    private static func parse(_ arguments: [String]) -> ParserResult {
        ParserResult(parsing: arguments, for: Run.self)
    }

    private static func isFlag(_ key: String) -> Bool { parse(["--\(key)"]) == .accepted }

    /// Returns the name of the flag that a key with the prefix `no-` negates, or `nil` if the key
    /// negates no flag.
    private static func positiveName(_ key: String) -> String? {
        guard key.hasPrefix("no-") else { return nil }
        let name = String(key.dropFirst(3))
        return isName(name) && isFlag(name) ? name : nil
    }

    private static func boolean(_ word: String) -> Bool? {
        switch word {
        case "on", "true", "yes": true
        case "off", "false", "no": false
        default: nil
        }
    }

    // MARK: Names

    private static func isName(_ key: String) -> Bool {
        let isLetter = { (byte: UInt8) in (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }
        let isDigit = { (byte: UInt8) in (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
        guard let first = key.utf8.first, isLetter(first), key.utf8.count <= 64 else {
            return false
        }
        return key.utf8.allSatisfy { isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "-") }
    }

    private static func unknownKeyError(_ key: String, _ node: YAMLNode) -> YAMLError {
        let cause = "\(YAMLError.quoted(key)) is not a configuration key"
        let normalizedKey = String(key.prefix(64)).lowercased().split { $0 == "_" || $0 == " " }
            .joined(separator: "-")
        guard isName(normalizedKey), key != ConfigOption.name else {
            return node.error(cause, remedy: "remove the line")
        }
        switch parse(["--\(normalizedKey)"]) {
        case .unknown(let suggestion?): return node.error(cause, remedy: "write \(suggestion)")
        case .unknown(nil):
            return node.error(
                cause, remedy: "use the long options of touchtracker run, without their hyphens")
        case .accepted, .rejected: return node.error(cause, remedy: "write \(normalizedKey)")
        }
    }
}
