import ArgumentParser
import KioskRuntime
import KioskSystem
import KioskYAML
import LabFieldTest
import TouchKit

/// Starts a command with the options of the command line and of the configuration.
///
/// In a shell, an invalid configuration ends the program. A kiosk started by systemd must not leave
/// the display dark: an invalid file is ignored and reported in the log and on the screen. A valid
/// file with which the kiosk cannot start, for example because it names a missing card, is ignored,
/// too.
@MainActor
struct ConfiguredStart<Command: ConfigurableCommand> {
    private let command: Command
    /// The arguments after the command's name.
    private let words: [String]
    private let toleratesErrors: Bool
    /// The length limit of an error shown on the screen, in characters.
    private static var maximumErrorLength: Int { 300 }
    private let log = Log.standardError()
    private var configurationErrors: [String] = []

    /// Prepares the start of a command.
    ///
    /// - Parameters:
    ///   - command: The command as parsed from the command line alone.
    ///   - arguments: The program's arguments, without the program's name.
    init(_ command: Command, arguments: [String]) {
        self.command = command
        words =
            arguments.first == Command._commandName ? Array(arguments.dropFirst()) : arguments
        toleratesErrors =
            Command.toleratesInvalidConfiguration && command.usesConfiguration
            && KioskEnvironment.current.makeSystemdNotifier().isEnabled
    }

    /// Executes the command. If errors are tolerated, ignores the configuration files with which
    /// the command cannot start.
    mutating func run() throws(Failure) {
        var files = try readFiles()
        while true {
            do throws(Failure) {
                let (command, limits) = try configured(by: files)
                // Discards resident code pages, most of which only parsing needs.
                CodePages.discard()
                return try command.start(
                    ConfiguredSettings(limits: limits, configurationErrors: configurationErrors))
            } catch {
                guard toleratesErrors, Self.dependsOnConfiguration(error),
                    let file = files.popLast()
                else {
                    throw error
                }
                ignoreFile(Self.errorMessage(error, of: file))
            }
        }
    }

    /// Returns whether the failure can depend on the configuration.
    private static func dependsOnConfiguration(_ failure: Failure) -> Bool {
        switch failure.status {
        case .configuration, .input, .unavailable: failure.message != nil
        case .done, .missed, .usage, .software, .disk: false
        }
    }

    private static func errorMessage(_ failure: Failure, of file: ConfigurationFile) -> String {
        let message = failure.message ?? ""
        return message.hasPrefix(file.name) ? message : "\(file.name): \(message)"
    }

    private mutating func ignoreFile(_ error: String) {
        // The message can contain untrusted text from the file.
        let line = YAMLError.oneLine(error, maximumLength: Self.maximumErrorLength)
        log.error("\(line); the file is ignored")
        configurationErrors.append(line)
    }

    // MARK: Files

    private mutating func readFiles() throws(Failure) -> [ConfigurationFile] {
        var files: [ConfigurationFile] = []
        for place in ConfigurationPlace.all(named: command.config.file) {
            do throws(YAMLError) {
                if let file = try ConfigurationFile.read(place) { files.append(file) }
            } catch {
                guard toleratesErrors else {
                    throw Failure(status: .configuration, message: error.description)
                }
                ignoreFile(error.description)
            }
        }
        return files
    }

    // MARK: Options

    /// Returns the command with the settings and limits of the files. The command line overrides
    /// all files, and later files override earlier ones.
    private func configured(
        by files: [ConfigurationFile]
    ) throws(Failure) -> (Command, FieldTestLimits) {
        var limits = FieldTestLimits()
        do throws(YAMLError) {
            for file in files { try file.applyLimits(to: &limits) }
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
                message: "\(name): \(Command.message(for: error)); correct or remove it")
        }
        if toleratesErrors, configured.drawsInMemory, !command.drawsInMemory {
            throw Failure(
                status: .configuration,
                message: "“display”: a headless display would leave the screen dark; write kms")
        }
        return (configured, limits)
    }

    private func arguments(from files: [ConfigurationFile]) -> [String] {
        if !command.usesConfiguration { return [] }
        var choice = ConfigurationChoice(from: files, besides: words)
        if Command.self != Run.self { choice.filter(where: isKnown) }
        return choice.arguments
    }

    /// Returns whether the command has an option for a setting.
    private func isKnown(_ setting: ConfigurationSetting) -> Bool {
        if case .unknown = ParserAnswer(to: setting.arguments + words, of: Command.self) {
            return false
        }
        return true
    }
}
