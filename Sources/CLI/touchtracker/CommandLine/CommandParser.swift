import KioskRuntime

/// A parser for the arguments of one command.
struct CommandParser {
    /// The commands from the program's root to the parsed command.
    let path: [any ParsableCommand.Type]

    /// Parses the arguments of a command.
    ///
    /// - Parameters:
    ///   - arguments: The arguments after the words of the command.
    ///   - type: The command's type.
    /// - Throws: `ParsingError` for the first error, in this order: a value, an unknown option, a
    ///   missing parameter, a combination of values, an argument that is not used.
    func parse<Command: ParsableCommand>(
        _ arguments: ArraySlice<String>, as type: Command.Type
    ) throws(ParsingError) -> Command {
        try checkForRequests(in: arguments)
        let (command, collector) = Self.makeCommand(type)
        let unused = try storeValues(of: arguments, in: collector.parameters)
        try reject(unused.options, parameters: collector.parameters)
        for parameter in collector.parameters where parameter.isRequired && !parameter.isGiven {
            throw ParsingError(.missingArgument, of: parameter, in: path)
        }
        do {
            for validate in collector.validations { try validate() }
            try command.validate()
        } catch {
            let message = (error as? ValidationError)?.message ?? "\(error)"
            throw ParsingError(.other(message), subject: "", in: path)
        }
        try reject(unused.values)
        return command
    }

    /// Creates a command and returns it with its parameters, which have their default values.
    static func makeCommand<Command: ParsableCommand>(
        _ type: Command.Type
    ) -> (Command, ParameterCollector) {
        let collector = ParameterCollector()
        return (ParameterCollector.$current.withValue(collector) { Command() }, collector)
    }

    // MARK: Requests

    /// Ends parsing if the arguments request the help text, the version, a completion script or the
    /// description of all commands.
    func checkForRequests(in arguments: ArraySlice<String>) throws(ParsingError) {
        let options = arguments.prefix { $0 != "--" }
        for (index, option) in zip(options.indices, options) {
            switch option {
            case "-h", "--help":
                throw ParsingError(printing: HelpText(of: path).text, for: path)
            case "--version":
                throw ParsingError(printing: TouchTracker.version, for: path)
            case "--dump-help":
                throw ParsingError(printing: ProgramDescription.json, for: path)
            case "--generate-completion-script":
                let name = options.dropFirst(index - options.startIndex + 1).first ?? ""
                guard let shell = CompletionScript.Shell(rawValue: name) else {
                    throw ParsingError(
                        .invalidValue(
                            name, accepted: CompletionScript.Shell.allCases.map(\.rawValue)),
                        subject: option, in: path)
                }
                throw ParsingError(printing: CompletionScript(for: shell).text, for: path)
            default: continue
            }
        }
    }

    // MARK: Values

    /// The arguments that no parameter has accepted.
    private struct UnusedArguments {
        var options: [String] = []
        var values: [String] = []
    }

    /// Stores the values of arguments in parameters.
    private func storeValues(
        of arguments: ArraySlice<String>, in parameters: [Parameter]
    ) throws(ParsingError) -> UnusedArguments {
        var unused = UnusedArguments()
        var rest = arguments
        var positionals: [String] = []
        while let argument = rest.popFirst() {
            if argument == "--" {
                positionals += rest
                break
            }
            guard Self.isOption(argument) else {
                positionals.append(argument)
                continue
            }
            let name = argument.prefix { $0 != "=" }
            guard let parameter = parameters.first(where: { $0.spellings.contains(String(name)) })
            else {
                unused.options.append(String(name))
                continue
            }
            let attached =
                name.endIndex == argument.endIndex
                ? nil : String(argument[argument.index(after: name.endIndex)...])
            if parameter.kind == .flag {
                try store(flag: name, attached, in: parameter)
            } else {
                let value = attached ?? Self.value(for: parameter, in: &rest)
                // An empty attached value, as in `--scale=`, is missing.
                try store(attached == "" ? nil : value, in: parameter)
            }
        }
        try store(positionals, in: parameters, &unused)
        return unused
    }

    private func store(
        flag name: Substring, _ attached: String?, in parameter: Parameter
    ) throws(ParsingError) {
        if let attached {
            throw ParsingError(
                .other("\(name): takes no value; remove '=\(attached)'"), subject: "", in: path)
        }
        _ = parameter.accept(String(name.dropFirst(2)))
    }

    /// Stores the value of an option or argument, or throws if the value is `nil`.
    private func store(_ value: String?, in parameter: Parameter) throws(ParsingError) {
        guard let value else { throw ParsingError(.missingValue, of: parameter, in: path) }
        guard parameter.accept(value) else {
            throw ParsingError(
                .invalidValue(value, accepted: parameter.acceptedValues), of: parameter, in: path)
        }
    }

    private func store(
        _ positionals: [String], in parameters: [Parameter], _ unused: inout UnusedArguments
    ) throws(ParsingError) {
        var values = positionals[...]
        for parameter in parameters where parameter.kind == .positional {
            while let value = values.popFirst() {
                try store(value, in: parameter)
                if !parameter.isRepeatable { break }
            }
        }
        unused.values = Array(values)
    }

    /// Removes and returns the next argument if it can be a value of `parameter`.
    private static func value(
        for parameter: Parameter, in rest: inout ArraySlice<String>
    ) -> String? {
        guard let next = rest.first,
            parameter.acceptsHyphen || !isOption(next) || isNegativeNumber(next)
        else { return nil }
        return rest.removeFirst()
    }

    /// Returns whether an argument begins with a hyphen and a digit, and therefore is no option.
    private static func isNegativeNumber(_ argument: String) -> Bool {
        let bytes = argument.utf8.prefix(2)
        guard bytes.count == 2, let second = bytes.last else { return false }
        return (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(second)
    }

    /// Returns whether an argument begins with a hyphen and is more than one.
    private static func isOption(_ argument: String) -> Bool {
        argument.utf8.first == UInt8(ascii: "-") && argument.utf8.count > 1
    }

    // MARK: Unused arguments

    private func reject(
        _ options: [String], parameters: [Parameter]
    ) throws(ParsingError) {
        guard let option = options.first else { return }
        let names = parameters.flatMap(\.spellings) + ["--help", "--version"]
        throw ParsingError(
            .unknownOption(suggestion: Similarity.nearest(to: option, among: names)),
            subject: option, in: path)
    }

    private func reject(_ values: [String]) throws(ParsingError) {
        guard let value = values.first else { return }
        let text =
            values.count == 1
            ? "Unexpected argument '\(value)'"
            : "\(values.count) unexpected arguments: "
                + values.map { "'\($0)'" }.joined(separator: ", ")
        throw ParsingError(
            .other(text + "; remove what the command does not use"), subject: "", in: path)
    }
}
