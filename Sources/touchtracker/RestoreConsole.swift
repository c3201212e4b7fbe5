import ArgumentParser
import Linux

/// `touchtracker restore-console`: for whoever started a kiosk that was killed.
struct RestoreConsole: KioskCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore-console",
        abstract: "Give this terminal's text back after a kiosk on it was killed (kill -9).")

    @MainActor
    func start() throws(Failure) {
        guard Console.restoreText() != nil else {
            throw Failure(
                status: .unavailable,
                message:
                    "restore-console: this isn't a virtual terminal; run it on the board's own console"
            )
        }
    }
}
