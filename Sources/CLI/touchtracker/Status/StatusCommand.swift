import KioskRuntime

/// The command `touchtracker status`, which prints the status of the kiosk on this machine.
struct StatusCommand: KioskCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "status", abstract: "Print the status of the kiosk on this machine.")
    }

    @Flag("json", help: "Write one JSON value.")
    var json = false

    @MainActor
    func start() throws(Failure) {
        try StatusClient(service: "touchtracker").writeStatus(asJSON: json)
    }
}
