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
            throw error(
                ArgumentError(
                    missing: "missing", of: parameter.subject, help: parameter.help.abstract))
        }
        do {
            for validate in collector.validations { try validate() }
            try command.validate()
        } catch let failure {
            throw error(ArgumentError((failure as? ValidationError)?.message ?? "\(failure)"))
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
                throw .request(text: HelpText(of: path).text)
            case "--version":
                throw .request(text: TouchTracker.version)
            case "--dump-help":
                throw .request(text: ProgramDescription.json)
            case "--generate-completion-script":
                let name = options.dropFirst(index - options.startIndex + 1).first ?? ""
                guard let shell = CompletionScript.Shell(rawValue: name) else {
                    throw error(
                        ArgumentError(
                            invalid: name, of: option,
                            accepted: CompletionScript.Shell.allCases.map(\.rawValue), help: ""))
                }
                throw .request(text: CompletionScript(for: shell).text)
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
        var reader = ArgumentReader(arguments)
        var positionals: [String] = []
        while let argument = reader.next() {
            switch argument {
            case .value(let text): positionals.append(text)
            case .option(let name, let attached):
                let named = parameters.first { $0.spellings.contains(name) }
                if named == nil { unused.options.append(name) }
                guard let parameter = named else { continue }
                if parameter.kind == .flag {
                    try store(flag: name, attached, in: parameter)
                } else {
                    let value = reader.value(
                        attached: attached, acceptsHyphen: parameter.acceptsHyphen)
                    try store(value, in: parameter)
                }
            }
        }
        try store(positionals, in: parameters, &unused)
        return unused
    }

    private func store(
        flag name: String, _ attached: String?, in parameter: Parameter
    ) throws(ParsingError) {
        if let attached {
            throw error(ArgumentError("\(name): takes no value; remove '=\(attached)'"))
        }
        _ = parameter.accept(String(name.dropFirst(2)))
    }

    /// Stores the value of an option or argument, or throws if the value is `nil`.
    private func store(_ value: String?, in parameter: Parameter) throws(ParsingError) {
        let (subject, help) = (parameter.subject, parameter.help.abstract)
        guard let value else {
            throw error(ArgumentError(missing: "the value is missing", of: subject, help: help))
        }
        guard parameter.accept(value) else {
            throw error(
                ArgumentError(
                    invalid: value, of: subject, accepted: parameter.acceptedValues, help: help))
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

    // MARK: Errors

    private func error(_ error: ArgumentError) -> ParsingError {
        ParsingError(error, in: path)
    }

    private func reject(
        _ options: [String], parameters: [Parameter]
    ) throws(ParsingError) {
        guard let option = options.first else { return }
        let names = parameters.flatMap(\.spellings) + ["--help", "--version"]
        throw error(ArgumentError(unknownOption: option, among: names))
    }

    private func reject(_ values: [String]) throws(ParsingError) {
        guard let value = values.first else { return }
        let text =
            values.count == 1
            ? "Unexpected argument '\(value)'"
            : "\(values.count) unexpected arguments: "
                + values.map { "'\($0)'" }.joined(separator: ", ")
        throw error(ArgumentError(text + "; remove what the command does not use"))
    }
}
