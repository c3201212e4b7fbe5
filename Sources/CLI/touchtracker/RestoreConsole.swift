import ArgumentParser
import KioskSystem

/// `touchtracker restore-console`: for whoever started a kiosk that was killed.
struct RestoreConsole: KioskCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore-console",
        abstract:
            "Give a terminal's text and keyboard back after a kiosk on it was killed (kill -9).")

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
            terminal.map { "\($0) isn't a virtual terminal; name one, as /dev/tty1" }
            ?? "this isn't a virtual terminal; run it on the board's own console, or name one"
        throw Failure(status: .unavailable, message: "restore-console: \(message)")
    }
}
