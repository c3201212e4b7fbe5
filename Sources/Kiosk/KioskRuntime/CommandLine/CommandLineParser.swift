import KioskDisplay
import KioskYAML
import TouchKitGeometry

/// A request that the command line of an app makes.
package enum ParsedCommandLine {
    /// Run the app.
    case run(KioskOptions, screenshot: ScreenshotRequest?)
    /// List the devices of this machine.
    case devices(DisplayCriteria, isJSON: Bool)
    /// Print the status of the app's service.
    case status(isJSON: Bool)
    /// Print a text, such as the help text.
    case print(String)
}

extension KioskCommandLine {
    /// Parses the arguments of the program.
    ///
    /// - Parameters:
    ///   - arguments: The arguments without the program's name.
    ///   - defaults: The app's options, which the arguments replace.
    /// - Throws: `CommandFailure` with the status `usage` if an argument is not accepted.
    package func parse(
        _ arguments: [String], defaults: KioskOptions
    ) throws(CommandFailure) -> ParsedCommandLine {
        var parser = CommandLineParser(commandLine: self, options: defaults)
        do throws(CommandLineParser.Problem) {
            return try parser.parse(arguments)
        } catch {
            throw CommandFailure(status: .usage, message: "\(error.text); see \(name) --help")
        }
    }
}

/// A parser for the standard options and commands of an app.
private struct CommandLineParser {
    struct Problem: Error {
        let text: String
    }

    private let commandLine: KioskCommandLine
    private var options: KioskOptions
    private var criteria: DisplayCriteria
    private var screenshot: ScreenshotRequest?
    private var isJSON = false
    private var command: KioskCommandLine.Command?
    /// The first option that only applies to running the app.
    private var runOption: KioskCommandLine.Option?

    init(commandLine: KioskCommandLine, options: KioskOptions) {
        self.commandLine = commandLine
        self.options = options
        criteria = DisplayCriteria()
        if case .display(let criteria) = options.output { self.criteria = criteria }
    }

    mutating func parse(_ arguments: [String]) throws(Problem) -> ParsedCommandLine {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--help" || argument == "-h" { return .print(commandLine.help) }
            if argument == "--version", let version = commandLine.version {
                return .print(version + "\n")
            }
            if argument == "--json", command != nil {
                isJSON = true
            } else if argument.hasPrefix("-") {
                try parseOption(argument, &rest)
            } else {
                try parseCommand(argument)
            }
        }
        if case .display = options.output { options.output = .display(criteria) }
        if let runOption, let command {
            throw Problem(text: "--\(runOption.rawValue): not an option of '\(command.rawValue)'")
        }
        switch command {
        case .devices: return .devices(criteria, isJSON: isJSON)
        case .status: return .status(isJSON: isJSON)
        case nil: return .run(options, screenshot: screenshot)
        }
    }

    private mutating func parseCommand(_ argument: String) throws(Problem) {
        let names = KioskCommandLine.Command.allCases.filter(commandLine.commands.contains)
            .map(\.rawValue)
        let text = YAMLError.oneLine(argument, maximumLength: 60)
        guard !names.isEmpty, command == nil else {
            throw Problem(text: "'\(text)': unexpected argument; remove it")
        }
        guard names.contains(argument), let command = KioskCommandLine.Command(rawValue: argument)
        else {
            let remedy = Similarity.remedy(for: argument, among: names)
            throw Problem(text: "'\(text)': unknown command; \(remedy)")
        }
        self.command = command
    }

    private mutating func parseOption(
        _ argument: String, _ rest: inout ArraySlice<String>
    ) throws(Problem) {
        let parts = argument.split(
            separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        guard name.hasPrefix("--"),
            let option = KioskCommandLine.Option(rawValue: String(name.dropFirst(2))),
            commandLine.options.contains(option)
        else {
            let known =
                commandLine.options.map { "--\($0.rawValue)" }.sorted() + ["--help"]
                + (commandLine.version == nil ? [] : ["--version"])
                + (command == nil ? [] : ["--json"])
            let suggestion = Similarity.nearest(to: name, among: known)
            throw Problem(
                text: "\(YAMLError.oneLine(name, maximumLength: 60)): unknown option"
                    + (suggestion.map { "; did you mean \($0)?" } ?? ""))
        }
        guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst() else {
            throw Problem(text: "\(name): the value is missing; expected: \(option.expectation)")
        }
        guard try apply(option, value, &rest) else { throw Self.invalidValue(value, of: option) }
        let selectsDisplay = [.card, .connector, .mode].contains(option)
        if !selectsDisplay, runOption == nil { runOption = option }
    }

    /// Sets the value of an option.
    ///
    /// - Returns: `false` if the option does not accept the value.
    private mutating func apply(
        _ option: KioskCommandLine.Option, _ value: String, _ rest: inout ArraySlice<String>
    ) throws(Problem) -> Bool {
        switch option {
        case .display:
            switch DisplayName(argument: value) {
            case .kms: options.output = .display(criteria)
            case .headless(let mode): options.output = .headless(mode)
            case nil: return false
            }
        case .rotate:
            guard let rotation = Int(value).flatMap(Rotation.init(rawValue:)) else { return false }
            options.rotation = rotation
        case .scale:
            guard let scale = Scale(argument: value) else { return false }
            options.scale = scale.value
        case .card:
            guard let card = PathArgument(argument: value) else { return false }
            criteria.card = card.path
        case .connector:
            guard let connector = ConnectorName(argument: value) else { return false }
            criteria.connector = connector.name
        case .mode:
            guard let mode = DisplayCriteria.Mode(value) else { return false }
            criteria.mode = mode
        case .input:
            guard let input = KioskOptions.Input(argument: value) else { return false }
            options.input = input
        case .log:
            guard LogTopic(rawValue: value) == .gestures else { return false }
            let log = options.log
            options.gestureLog = { log.info($0) }
        case .screenshotAfter:
            guard let path = rest.popFirst() else {
                throw Problem(
                    text:
                        "--screenshot-after: the file is missing; expected: \(option.expectation)")
            }
            guard let request = ScreenshotRequest(after: value, path: path) else {
                throw Self.invalidValue("\(value) \(path)", of: option)
            }
            screenshot = request
        }
        return true
    }

    private static func invalidValue(
        _ value: String, of option: KioskCommandLine.Option
    ) -> Problem {
        let text = YAMLError.oneLine(value, maximumLength: 60)
        return Problem(
            text: "--\(option.rawValue): '\(text)' is not valid; expected: \(option.expectation)")
    }
}
