import KioskRuntime
import KioskSystem
import KioskYAML
import LabFieldTest
import TouchKit

/// The start of a command with the options from the command line and from configuration files.
///
/// In a shell, an invalid configuration file ends the program. A kiosk that systemd starts must not
/// leave the display blank. Such a kiosk ignores an invalid file, and reports the error in the log
/// and on the screen. The kiosk also ignores a valid file that prevents the start, for example a
/// file that selects a missing card.
@MainActor
struct ConfiguredStart<Command: ConfigurableCommand> {
    private let command: Command
    /// The arguments on the command line after the command's name.
    private let commandArguments: [String]
    private let toleratesErrors: Bool
    /// The maximum length of an error message on the screen, in characters.
    private static var maximumErrorLength: Int { 300 }
    private let log = Log.standardError()
    private var configurationErrors: [String] = []

    /// Creates the start of a command. Determines whether invalid configuration files are ignored
    /// or end the program.
    ///
    /// - Parameters:
    ///   - command: The command as parsed from the command line alone.
    ///   - arguments: The program's arguments, without the program's name.
    init(_ command: Command, arguments: [String]) {
        self.command = command
        commandArguments =
            arguments.first == Command.configuration.commandName
            ? Array(arguments.dropFirst()) : arguments
        toleratesErrors =
            Command.toleratesInvalidConfiguration && command.usesConfiguration
            && KioskEnvironment.current.makeSystemdNotifier().isEnabled
    }

    /// Runs the command with the options from the command line and from configuration files. If
    /// systemd started the command as a kiosk, ignores configuration files that prevent the start.
    ///
    /// - Throws: `Failure` if the command fails, or if an invalid configuration file is not
    ///   ignored.
    mutating func run() throws(Failure) {
        var files = try readFiles()
        while true {
            do throws(Failure) {
                let (command, limits) = try configured(by: files)
                return try command.start(
                    ConfiguredSettings(limits: limits, configurationErrors: configurationErrors))
            } catch {
                guard toleratesErrors, Self.dependsOnConfiguration(error),
                    let file = files.popLast()
                else {
                    throw error
                }
                let message = error.message ?? ""
                ignoreFile(message.hasPrefix(file.name) ? message : "\(file.name): \(message)")
            }
        }
    }

    /// Returns whether the configuration may have caused the failure. The message of a failure with
    /// another cause is already in the log (`Failure.loggingMessage()`).
    private static func dependsOnConfiguration(_ failure: Failure) -> Bool {
        switch failure.status {
        case .configuration, .input, .unavailable: failure.message != nil
        case .done, .missed, .incomplete, .usage, .software, .disk: false
        }
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
        for location in ConfigurationLocation.all(customPath: command.config.file) {
            do throws(YAMLError) {
                if let file = try ConfigurationFile.read(location) { files.append(file) }
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

    /// Returns the command with the settings from the configuration files, and the limits of the
    /// field test. The command line overrides all files, and later files override earlier files.
    private func configured(
        by files: [ConfigurationFile]
    ) throws(Failure) -> (Command, FieldTestLimits) {
        var limits = FieldTestLimits()
        do throws(YAMLError) {
            for file in files { try file.applyLimits(to: &limits) }
        } catch {
            throw Failure(status: .configuration, message: error.description)
        }
        // An option on the command line comes later, and therefore overrides the files.
        let names = Set(HelpText.parameters(of: Command.self).map(\.name))
        let arguments = ConfigurationFile.arguments(of: files, limitedTo: names)
        if arguments.isEmpty || !command.usesConfiguration { return (command, limits) }
        let configured: Command
        do throws(ParsingError) {
            configured = try Command.parse(arguments + commandArguments)
        } catch {
            let name = files.last?.name ?? ""
            throw Failure(
                status: .configuration,
                message: "\(name): \(error.text); correct or remove the setting")
        }
        if toleratesErrors, configured.drawsInMemory, !command.drawsInMemory {
            throw Failure(
                status: .configuration,
                message: "“display”: a headless display would leave the screen dark; write kms")
        }
        return (configured, limits)
    }
}
