import KioskRuntime
import KioskSystem

/// The command `touchtracker restore-console`, which restores the text mode and the keyboard of a
/// virtual terminal after a kiosk was killed.
struct RestoreConsole: KioskCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "restore-console",
            abstract:
                "Restore the text mode and the keyboard of a terminal after a kiosk on that terminal was killed (kill -9)."
        )
    }

    @Argument(
        help: ArgumentHelp(
            "The terminal, for example /dev/tty1; by default the current terminal. Only root can specify another terminal.",
            valueName: "terminal"))
    var argument: PathArgument?

    @MainActor
    func start() throws(Failure) {
        let terminal = argument?.path
        do {
            if try Console.restoreText(at: terminal) != nil { return }
        } catch {
            let remedy =
                error.code == .permissionDenied
                ? "run the command as root" : "specify the kiosk's terminal, for example /dev/tty1"
            throw Failure(
                status: .unavailable, message: "restore-console: \(error); \(remedy)")
        }
        let message =
            terminal.map { "\($0) is not a virtual terminal; specify one, for example /dev/tty1" }
            ?? "not on a virtual terminal; use the board's console, or specify a terminal"
        throw Failure(status: .unavailable, message: "restore-console: \(message)")
    }
}
