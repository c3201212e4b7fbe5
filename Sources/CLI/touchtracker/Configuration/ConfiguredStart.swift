import ArgumentParser
import KioskSystem
import KioskYAML
import LabFieldTest
import TouchKit

/// Starts a command with what the command line says, and the configuration where that says nothing.
///
/// By hand, a configuration that makes no sense ends the program. A kiosk that a unit has started must not
/// leave the board dark: a file that can't be used is left out, the log and the screen say so, and the rest
/// holds. So is one that makes sense, but that the kiosk can't start with: a card that isn't there.
@MainActor
struct ConfiguredStart<Command: ConfigurableCommand> {
    private let command: Command
    /// The command line after the command's own name.
    private let words: [String]
    private let isForgiving: Bool
    /// In characters.
    private static var longestComplaint: Int { 300 }
    private let log = Log.standardError()
    private var complaints: [String] = []

    /// - Parameters:
    ///   - command: What the command line alone comes to.
    ///   - arguments: The command line.
    init(_ command: Command, arguments: [String]) {
        self.command = command
        words =
            arguments.first == Command._commandName ? Array(arguments.dropFirst()) : arguments
        isForgiving =
            Command.keepsBoardLit && command.takesOptions && ServiceManager().isPresent
    }

    /// Does what the command is for.
    mutating func run() throws(Failure) {
        var files = try readFiles()
        while true {
            do throws(Failure) {
                let (command, limits) = try configured(by: files)
                // Reading a command line takes more code than the kiosk has.
                ProgramText.letGo()
                return try command.start(ConfiguredSettings(limits: limits, complaints: complaints))
            } catch {
                guard isForgiving, Self.mayBeCured(error), let file = files.popLast() else {
                    throw error
                }
                leaveOut(Self.complaint(error, of: file))
            }
        }
    }

    /// Whether another configuration may help.
    private static func mayBeCured(_ failure: Failure) -> Bool {
        switch failure.status {
        case .configuration, .input, .unavailable: failure.message != nil
        case .done, .missed, .usage, .software, .disk: false
        }
    }

    private static func complaint(_ failure: Failure, of file: ConfigurationFile) -> String {
        let message = failure.message ?? ""
        return message.hasPrefix(file.name) ? message : "\(file.name): \(message)"
    }

    private mutating func leaveOut(_ complaint: String) {
        // What a file holds may stand in it.
        let line = YAMLError.oneLine(complaint, atMost: Self.longestComplaint)
        log.error("\(line); this file is left out")
        complaints.append(line)
    }

    // MARK: Files

    private mutating func readFiles() throws(Failure) -> [ConfigurationFile] {
        var files: [ConfigurationFile] = []
        for place in ConfigurationPlace.all(named: command.config.file) {
            do throws(YAMLError) {
                if let file = try ConfigurationFile.read(place) { files.append(file) }
            } catch {
                guard isForgiving else {
                    throw Failure(status: .configuration, message: error.description)
                }
                leaveOut(error.description)
            }
        }
        return files
    }

    // MARK: Options

    /// The command with what files say, later ones first, where the command line says nothing.
    private func configured(
        by files: [ConfigurationFile]
    ) throws(Failure) -> (Command, FieldTestLimits) {
        var limits = FieldTestLimits()
        do throws(YAMLError) {
            for file in files { try file.takeLimits(into: &limits) }
        } catch {
            throw Failure(status: .configuration, message: error.description)
        }
        let arguments = arguments(from: files)
        if arguments.isEmpty { return (command, limits) }
        let configured: Command
        do {
            configured = try Command.parse(arguments + words)
        } catch {
            let name = files.last?.name ?? ""
            throw Failure(
                status: .configuration,
                message: "\(name): \(Command.message(for: error)); correct it, or leave it out")
        }
        if isForgiving, configured.drawsInMemory, !command.drawsInMemory {
            throw Failure(
                status: .configuration,
                message: "“display”: nothing would be seen on the screen; write kms")
        }
        return (configured, limits)
    }

    private func arguments(from files: [ConfigurationFile]) -> [String] {
        if !command.takesOptions { return [] }
        var choice = ConfigurationChoice(from: files, besides: words)
        if Command.self != Run.self { choice.keep(where: isKnown) }
        return choice.arguments
    }

    /// Whether the command has such an option.
    private func isKnown(_ setting: ConfigurationSetting) -> Bool {
        if case .unknown = ParserAnswer(to: setting.arguments + words, of: Command.self) {
            return false
        }
        return true
    }
}
