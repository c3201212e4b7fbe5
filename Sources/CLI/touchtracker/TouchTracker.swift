import KioskRuntime
import KioskSystem

/// The root command of the program. Without a subcommand, the program runs the kiosk.
@main
struct TouchTracker: ParsableCommand {
    /// The program's version.
    static let version = "0.2.0"

    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "touchtracker",
            abstract: "A board with a touchscreen boots straight into drawing.",
            subcommands: [
                Run.self, Devices.self, Doctor.self, BringUp.self, Record.self, Replay.self,
                FieldTestCommand.self, Benchmark.self, Export.self, LockCommand.self,
                StatusCommand.self, Tune.self, RestoreConsole.self,
            ],
            defaultSubcommand: Run.self)
    }

    @MainActor
    static func main() {
        // An exit request that arrives during the start stays pending until the command reads it.
        SignalDescriptor.blockExitRequests()
        let command: any ParsableCommand
        do throws(ParsingError) {
            command = try parseAsRoot()
        } catch {
            Wiring.exit(parsing: error)
        }
        do throws(Failure) {
            try command.perform()
        } catch {
            Wiring.exit(error)
        }
    }
}

/// A command that reads no configuration file.
protocol KioskCommand: ParsableCommand {
    /// Runs the command.
    @MainActor
    func start() throws(Failure)
}

extension KioskCommand {
    @MainActor
    func perform() throws(Failure) {
        SignalDescriptor.unblockExitRequests()
        try start()
    }
}
