import KioskRuntime
import KioskSystem

/// The command `touchtracker tune`, which applies settings of the kernel from the configuration.
struct Tune: ConfigurableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "tune",
            abstract: "Apply the settings of the kernel that the configuration contains, as root.",
            discussion:
                "Sets touch-poll-ms, cpu-governor and touch-autosuspend from /etc/touchtracker.yaml, and prints one line for each setting that was changed or cannot be applied. touchtracker-tuning.service runs this command at the start, and when a touchscreen is connected."
        )
    }

    @OptionGroup var tuning: TuningOptions

    @OptionGroup var config: ConfigOption

    @MainActor
    func start(_ settings: ConfiguredSettings) throws(Failure) {
        let lines = tuning.tuning.apply(in: SystemFiles())
        // Device names are untrusted and may contain control sequences of a terminal.
        try StandardOutput.write(lines.map { Log.formatLine($0, level: nil) }.joined())
    }
}
