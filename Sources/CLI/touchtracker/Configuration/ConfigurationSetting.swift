import ArgumentParser
import KioskYAML

/// A setting of a configuration file: an option of `touchtracker run` in YAML.
struct ConfigurationSetting {
    /// The name of the option, without the prefix `no-` of a negated flag.
    let name: String
    /// The key as written in the file.
    let key: String
    /// The setting as command-line arguments.
    let arguments: [String]
    /// The largest number of elements in a list.
    private static let maximumListLength = 32
    private let node: YAMLNode
    private let words: [String]

    /// Parses a key and its value. The value is checked only as far as the arguments depend on it;
    /// `check()` checks it completely.
    ///
    /// - Throws: `YAMLError` if the setting cannot be expressed as arguments.
    init(key node: YAMLNode, value: YAMLNode) throws(YAMLError) {
        key = try node.string()
        self.node = node
        guard Self.isName(key), key != ConfigOption.name else {
            throw Self.unknown(key, node)
        }
        if value.isNull {
            throw value.error(
                "\(YAMLError.quoted(key)) has no value", remedy: "add a value, or remove the line")
        }
        switch value.kind {
        case .sequence: words = try Self.words(of: value)
        case .scalar: words = [try value.string()]
        case .mapping:
            throw node.error(
                "\(YAMLError.quoted(key)) is a mapping", remedy: "write a single value")
        }
        let state = value.kind == .sequence ? nil : words.first.flatMap(Self.state)
        let option = "--\(key)"
        if let state, Self.isFlag(key) {
            let positive = Self.positive(key)
            name = positive ?? key
            if state {
                arguments = [option]
            } else {
                let opposite = positive ?? "no-\(key)"
                arguments = Self.isFlag(opposite) ? ["--\(opposite)"] : []
            }
            return
        }
        name = key
        var arguments = words.map { "\(option)=\($0)" }
        // YAML uses `true` and `false`, the command line `on` and `off`.
        if let state, Self.answer(arguments) != .accepted {
            let inWords = ["\(option)=\(state ? Switch.on : .off)"]
            if Self.answer(inWords) == .accepted { arguments = inWords }
        }
        self.arguments = arguments
        if value.kind == .sequence { try checkList() }
    }

    /// Checks the setting with the argument parser.
    ///
    /// - Throws: `YAMLError` if the option is unknown or the value is invalid.
    func check() throws(YAMLError) {
        switch Self.answer(arguments) {
        case .accepted: return
        case .unknown: throw Self.unknown(key, node)
        case .refused(let cause, let remedy):
            if Self.isFlag(key) {
                throw node.error(
                    "\(quotedWords) is not a valid value for \(YAMLError.quoted(key))",
                    remedy: "write on or off")
            }
            guard let remedy else {
                throw node.error(
                    "\(YAMLError.quoted(key)): \(cause)",
                    remedy: "correct the value, or remove the line")
            }
            throw node.error(
                "\(quotedWords) is not a valid value for \(YAMLError.quoted(key))",
                remedy: remedy)
        }
    }

    /// Returns an error with the line number of the key.
    func error(_ cause: String, remedy: String) -> YAMLError {
        node.error(cause, remedy: remedy)
    }

    private var quotedWords: String { words.map(YAMLError.quoted).joined(separator: ", ") }

    /// Throws if the option of a list cannot be given several times, which means that the parser's
    /// result is equal for one and two occurrences.
    private func checkList() throws(YAMLError) {
        guard let first = arguments.first else {
            if case .unknown = Self.answer(["--\(key)"]) { throw Self.unknown(key, node) }
            return
        }
        guard Self.answer([first]) == .accepted else { return try check() }
        guard Self.meaning([first]) != Self.meaning([first, first]) else {
            throw node.error(
                "\(YAMLError.quoted(key)) takes one value, not a list",
                remedy: "write the value without brackets")
        }
    }

    private static func words(of list: YAMLNode) throws(YAMLError) -> [String] {
        var words: [String] = []
        var elements = try list.elements()
        guard elements.count <= maximumListLength else {
            throw list.error(
                "a list of \(elements.count) elements", remedy: "use at most \(maximumListLength)")
        }
        while let element = elements.next() { words.append(try element.string()) }
        return words
    }

    // MARK: Parser

    private static func answer(_ arguments: [String]) -> ParserAnswer {
        ParserAnswer(to: arguments, of: Run.self)
    }

    private static func isFlag(_ key: String) -> Bool { answer(["--\(key)"]) == .accepted }

    /// Returns the flag that a key with the prefix `no-` negates, or `nil`.
    private static func positive(_ key: String) -> String? {
        guard key.hasPrefix("no-") else { return nil }
        let name = String(key.dropFirst(3))
        return isName(name) && isFlag(name) ? name : nil
    }

    private static func meaning(_ arguments: [String]) -> String? {
        (try? Run.parse(arguments)).map { String(describing: $0) }
    }

    private static func state(_ word: String) -> Bool? {
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

    private static func unknown(_ key: String, _ node: YAMLNode) -> YAMLError {
        let cause = "\(YAMLError.quoted(key)) is not a configuration key"
        let spelt = String(key.prefix(64)).lowercased().split { $0 == "_" || $0 == " " }
            .joined(separator: "-")
        guard isName(spelt), key != ConfigOption.name else {
            return node.error(cause, remedy: "remove the line")
        }
        switch answer(["--\(spelt)"]) {
        case .unknown(let meant?): return node.error(cause, remedy: "write \(meant)")
        case .unknown(nil):
            return node.error(
                cause, remedy: "use the long options of touchtracker run, without their hyphens")
        case .accepted, .refused: return node.error(cause, remedy: "write \(spelt)")
        }
    }
}
