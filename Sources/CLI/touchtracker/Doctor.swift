import KioskRuntime
import KioskYAML
import LabDoctor

/// The command `touchtracker doctor`, which lists what is wrong with the machine and how to resolve
/// it.
struct Doctor: KioskCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "doctor",
            abstract: "List what is wrong with this machine, with remedies, worst first.",
            discussion:
                "Exits with 0 if nothing is wrong, otherwise with 1. Run it as root: other users cannot read the kernel log and the open files of other processes. Changes nothing."
        )
    }

    @Flag("json", help: "Write one JSON value, for scripts.")
    var json = false

    @MainActor
    func start() throws(Failure) {
        let report = DoctorReport(Machine())
        try StandardOutput.write(json ? report.json.text + "\n" : report.text)
        guard report.isHealthy else { throw Failure(status: .missed, message: nil) }
    }
}
