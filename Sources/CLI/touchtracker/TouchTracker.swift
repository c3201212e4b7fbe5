import ArgumentParser
import KioskSystem

/// The command line: what is said first decides what is done; without a word, the kiosk runs.
@main
struct TouchTracker: ParsableCommand {
    /// The program's version.
    static let version = "0.1.0"

    static let configuration = CommandConfiguration(
        commandName: "touchtracker",
        abstract: "A board with a touchscreen boots straight into drawing.",
        version: version,
        subcommands: [
            Run.self, Devices.self, Record.self, Replay.self, FieldTestCommand.self, Benchmark.self,
            Export.self, LockCommand.self, StatusCommand.self, RestoreConsole.self,
        ],
        defaultSubcommand: Run.self)

    @MainActor
    static func main() {
        do {
            var command = try parseAsRoot()
            if let command = command as? any ConfigurableCommand {
                return try start(command)
            }
            // Reading a command line takes more code than the kiosk has.
            ProgramText.letGo()
            if let command = command as? any KioskCommand {
                try command.start()
            } else {
                try command.run()
            }
        } catch let failure as Failure {
            Wiring.exit(failure)
        } catch {
            Wiring.exit(parsing: error)
        }
    }

    @MainActor
    private static func start<Command: ConfigurableCommand>(
        _ command: Command
    ) throws(Failure) {
        var start = ConfiguredStart(
            command, arguments: Array(CommandLine.arguments.dropFirst()))
        try start.run()
    }
}

/// A command that runs on the main actor, where the application lives; the parser's own `run()`
/// belongs to none.
protocol KioskCommand: ParsableCommand {
    /// Does what the command is for.
    @MainActor
    func start() throws(Failure)
}
