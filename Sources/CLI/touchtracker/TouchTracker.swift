import ArgumentParser
import KioskSystem

/// The root command of the program. Without a subcommand, the program runs the kiosk.
@main
struct TouchTracker: ParsableCommand {
    /// The program's version.
    static let version = "0.2.0"

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
        // An exit request that arrives during the start stays pending until the command reads it.
        SignalDescriptor.blockExitRequests()
        do {
            var command = try parseAsRoot()
            if let command = command as? any ConfigurableCommand {
                return try start(command)
            }
            SignalDescriptor.unblockExitRequests()
            // Discards resident code pages, most of which only parsing needs.
            CodePages.discard()
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
        if !command.readsExitRequests { SignalDescriptor.unblockExitRequests() }
        var start = ConfiguredStart(
            command, arguments: Array(CommandLine.arguments.dropFirst()))
        try start.run()
    }
}

/// A command that runs on the main actor. ArgumentParser's own `run()` is not isolated to the main
/// actor.
protocol KioskCommand: ParsableCommand {
    /// Runs the command.
    @MainActor
    func start() throws(Failure)
}
