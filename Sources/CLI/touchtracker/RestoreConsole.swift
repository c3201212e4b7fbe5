import ArgumentParser
import KioskSystem

/// `touchtracker restore-console`: restores text mode and keyboard of a terminal after a kiosk was
/// killed.
struct RestoreConsole: KioskCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore-console",
        abstract:
            "Restore text mode and keyboard of a terminal after a kiosk on it was killed (kill -9)."
    )

    @Argument(
        help: ArgumentHelp(
            "The terminal, as /dev/tty1: root may name one from anywhere; this one if not given.",
            valueName: "terminal"))
    var terminal: String?

    @MainActor
    func start() throws(Failure) {
        do {
            if try Console.restoreText(at: terminal) != nil { return }
        } catch {
            let remedy =
                error.code == .permissionDenied
                ? "run it as root" : "name the terminal that the kiosk ran on, as /dev/tty1"
            throw Failure(
                status: .unavailable, message: "restore-console: \(error); \(remedy)")
        }
        let message =
            terminal.map { "\($0) is not a virtual terminal; name one, for example /dev/tty1" }
            ?? "not on a virtual terminal; run it on the board's console, or name a terminal"
        throw Failure(status: .unavailable, message: "restore-console: \(message)")
    }
}
