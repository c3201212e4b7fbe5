import ArgumentParser
import KioskYAML

/// A key of the configuration file: an option of `touchtracker run`, said in YAML.
struct ConfigurationSetting {
    /// The option's name, without the `no-` by which a switch is turned off.
    let name: String
    /// The key as it stands in the file.
    let key: String
    /// What it comes to on a command line.
    let arguments: [String]
    /// The most that a list may hold.
    private static let mostWords = 32
    private let node: YAMLNode
    private let words: [String]

    /// Reads a key and its value. Values aren't looked at yet, but where it takes that to know what is meant.
    ///
    /// - Throws: `YAMLError` where it can't be said on a command line.
    init(key node: YAMLNode, value: YAMLNode) throws(YAMLError) {
        key = try node.string()
        self.node = node
        guard Self.isName(key), key != ConfigOption.name else {
            throw Self.unknown(key, node)
        }
        if value.isNull {
            throw value.error(
                "\(YAMLError.quoted(key)) has no value", remedy: "write one, or take the line away")
        }
        switch value.kind {
        case .sequence: words = try Self.words(of: value)
        case .scalar: words = [try value.string()]
        case .mapping:
            throw node.error(
                "\(YAMLError.quoted(key)) has keys of its own", remedy: "write a value there")
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
        // `true` and `false` are the words of YAML, `on` and `off` those of the command line.
        if let state, Self.answer(arguments) != .accepted {
            let inWords = ["\(option)=\(state ? Switch.on : .off)"]
            if Self.answer(inWords) == .accepted { arguments = inWords }
        }
        self.arguments = arguments
        if value.kind == .sequence { try checkList() }
    }

    /// Holds the value against the parser.
    ///
    /// - Throws: `YAMLError` where there is no such option, or it can't have that value.
    func check() throws(YAMLError) {
        switch Self.answer(arguments) {
        case .accepted: return
        case .unknown: throw Self.unknown(key, node)
        case .refused(let cause, let remedy):
            if Self.isFlag(key) {
                throw node.error(
                    "\(quotedWords) is no value for \(YAMLError.quoted(key))",
                    remedy: "write on or off")
            }
            guard let remedy else {
                throw node.error(
                    "\(YAMLError.quoted(key)): \(cause)",
                    remedy: "correct it, or take the line away")
            }
            throw node.error(
                "\(quotedWords) is no value for \(YAMLError.quoted(key))",
                remedy: remedy)
        }
    }

    /// An error about this key.
    func error(_ cause: String, remedy: String) -> YAMLError {
        node.error(cause, remedy: remedy)
    }

    private var quotedWords: String { words.map(YAMLError.quoted).joined(separator: ", ") }

    /// A list is for options that may be said several times: saying one twice is another thing than saying it
    /// once.
    private func checkList() throws(YAMLError) {
        guard let first = arguments.first else {
            if case .unknown = Self.answer(["--\(key)"]) { throw Self.unknown(key, node) }
            return
        }
        guard Self.answer([first]) == .accepted else { return try check() }
        guard Self.meaning([first]) != Self.meaning([first, first]) else {
            throw node.error(
                "\(YAMLError.quoted(key)) is one value, and a list stands here",
                remedy: "write the value without brackets")
        }
    }

    private static func words(of list: YAMLNode) throws(YAMLError) -> [String] {
        var words: [String] = []
        var elements = try list.elements()
        guard elements.count <= mostWords else {
            throw list.error(
                "a list of \(elements.count) stands here", remedy: "keep at most \(mostWords)")
        }
        while let element = elements.next() { words.append(try element.string()) }
        return words
    }

    // MARK: Asking the parser

    private static func answer(_ arguments: [String]) -> ParserAnswer {
        ParserAnswer(to: arguments, of: Run.self)
    }

    private static func isFlag(_ key: String) -> Bool { answer(["--\(key)"]) == .accepted }

    /// The flag that a key turns off; nil where it turns none off.
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
        let cause = "\(YAMLError.quoted(key)) is no key of the configuration"
        let spelt = String(key.prefix(64)).lowercased().split { $0 == "_" || $0 == " " }
            .joined(separator: "-")
        guard isName(spelt), key != ConfigOption.name else {
            return node.error(cause, remedy: "take the line away")
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
