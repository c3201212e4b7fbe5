import KioskDisplay
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
        do throws(ArgumentError) {
            return try parser.parse(arguments)
        } catch {
            throw CommandFailure(status: .usage, message: "\(error.text); see \(name) --help")
        }
    }
}

/// A parser for the standard options and commands of an app.
private struct CommandLineParser {
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

    mutating func parse(_ arguments: [String]) throws(ArgumentError) -> ParsedCommandLine {
        var reader = ArgumentReader(arguments[...])
        while let argument = reader.next() {
            switch argument {
            case .option("--help", nil), .option("-h", nil): return .print(commandLine.help)
            case .option("--version", nil) where commandLine.version != nil:
                return .print((commandLine.version ?? "") + "\n")
            case .option("--json", nil) where command != nil: isJSON = true
            case .option(let name, let attached): try parseOption(name, attached, &reader)
            case .value(let word): try parseCommand(word)
            }
        }
        if case .display = options.output { options.output = .display(criteria) }
        if let runOption, let command {
            throw ArgumentError("--\(runOption.rawValue): not an option of '\(command.rawValue)'")
        }
        switch command {
        case .devices: return .devices(criteria, isJSON: isJSON)
        case .status: return .status(isJSON: isJSON)
        case nil: return .run(options, screenshot: screenshot)
        }
    }

    private mutating func parseCommand(_ argument: String) throws(ArgumentError) {
        let names = KioskCommandLine.Command.allCases.filter(commandLine.commands.contains)
            .map(\.rawValue)
        let text = ArgumentError.oneLine(argument)
        guard !names.isEmpty, command == nil else {
            throw ArgumentError("'\(text)': unexpected argument; remove it")
        }
        guard names.contains(argument), let command = KioskCommandLine.Command(rawValue: argument)
        else {
            let remedy = Similarity.remedy(for: argument, among: names)
            throw ArgumentError("'\(text)': unknown command; \(remedy)")
        }
        self.command = command
    }

    private mutating func parseOption(
        _ name: String, _ attached: String?, _ reader: inout ArgumentReader
    ) throws(ArgumentError) {
        guard name.hasPrefix("--"),
            let option = KioskCommandLine.Option(rawValue: String(name.dropFirst(2))),
            commandLine.options.contains(option)
        else {
            throw ArgumentError(
                unknownOption: name,
                among: commandLine.options.map { "--\($0.rawValue)" }.sorted() + ["--help"]
                    + (commandLine.version == nil ? [] : ["--version"])
                    + (command == nil ? [] : ["--json"]))
        }
        guard let value = reader.value(attached: attached) else {
            throw ArgumentError(missing: "the value is missing", of: name, help: option.help)
        }
        guard try apply(option, value, &reader) else { throw Self.invalidValue(value, of: option) }
        let selectsDisplay = [.card, .connector, .mode].contains(option)
        if !selectsDisplay, runOption == nil { runOption = option }
    }

    /// Sets the value of an option.
    ///
    /// - Returns: `false` if the option does not accept the value.
    private mutating func apply(
        _ option: KioskCommandLine.Option, _ value: String, _ reader: inout ArgumentReader
    ) throws(ArgumentError) -> Bool {
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
            guard let path = reader.value(attached: nil) else {
                throw ArgumentError(
                    missing: "the file is missing", of: "--screenshot-after", help: option.help)
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
    ) -> ArgumentError {
        ArgumentError(
            invalid: value, of: "--\(option.rawValue)", accepted: [], help: option.help)
    }
}
