/// A reader that splits command-line arguments into options and values.
package struct ArgumentReader {
    /// An argument.
    package enum Argument {
        /// An option with its hyphens, and the text after an equals sign, or `nil`.
        case option(String, attached: String?)
        case value(String)
    }

    private var rest: ArraySlice<String>
    private var isAfterOptions = false

    /// Creates a reader of arguments, without the words of a command.
    package init(_ arguments: ArraySlice<String>) {
        rest = arguments
    }

    /// Removes and returns the next argument. After `--`, every argument is a value.
    package mutating func next() -> Argument? {
        guard let argument = rest.popFirst() else { return nil }
        if isAfterOptions || !Self.isOption(argument) { return .value(argument) }
        if argument == "--" {
            isAfterOptions = true
            return next()
        }
        let name = argument.prefix { $0 != "=" }
        let attached =
            name.endIndex == argument.endIndex
            ? nil : String(argument[argument.index(after: name.endIndex)...])
        return .option(String(name), attached: attached)
    }

    /// Returns the value of the option that was read last: the attached text, or the next argument,
    /// which is removed. Returns `nil` if there is none, or if it is another option.
    package mutating func value(attached: String?, acceptsHyphen: Bool = false) -> String? {
        // An empty attached value, as in `--scale=`, is missing.
        if let attached { return attached.isEmpty ? nil : attached }
        guard let next = rest.first,
            acceptsHyphen || !Self.isOption(next) || Self.isNegativeNumber(next)
        else { return nil }
        return rest.removeFirst()
    }

    /// Returns whether an argument begins with a hyphen and is more than one.
    private static func isOption(_ argument: String) -> Bool {
        argument.utf8.first == UInt8(ascii: "-") && argument.utf8.count > 1
    }

    /// Returns whether an argument begins with a hyphen and a digit, and therefore is no option.
    private static func isNegativeNumber(_ argument: String) -> Bool {
        let bytes = argument.utf8.prefix(2)
        guard bytes.count == 2, let second = bytes.last else { return false }
        return (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(second)
    }
}
