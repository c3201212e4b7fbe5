/// The command-line options for settings of the kernel, which `touchtracker tune` applies as root.
struct TuningOptions: ParsableArguments {
    // An interval of 0 would turn polling off.
    @Option(
        "touch-poll-ms", in: 1...1_000, acceptsOff: true,
        help: ArgumentHelp(
            "The poll interval of polled touchscreens in milliseconds, 1 to 1000, or 'off' for the driver's (set by touchtracker-tuning.service).",
            valueName: "milliseconds|off"))
    var touchPollMs: Int?

    @Option(
        "cpu-governor",
        help: ArgumentHelp(
            "The frequency governor of the processor, such as performance, or 'off' for the kernel's (set by touchtracker-tuning.service).",
            valueName: "governor|off"))
    var cpuGovernor = GovernorName.off

    @Option(
        "touch-autosuspend",
        help: ArgumentHelp(
            "Let the kernel suspend touchscreens on USB, which then lose their first touch (set by touchtracker-tuning.service).",
            valueName: "on|off"))
    var touchAutosuspend = Switch.off

    /// The settings to apply.
    var tuning: SystemTuning {
        SystemTuning(
            pollMilliseconds: touchPollMs, governor: cpuGovernor.name,
            allowsAutosuspend: touchAutosuspend == .on)
    }
}

/// A value of the option `--cpu-governor`: the kernel's name of a governor, or `off`.
struct GovernorName: ExpressibleByArgument {
    static let off = GovernorName(name: nil)

    /// The name, or `nil` for `off`.
    let name: String?

    init(name: String?) {
        self.name = name
    }

    init?(argument: String) {
        if argument == "off" {
            self = .off
            return
        }
        let isName = argument.utf8.allSatisfy {
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == UInt8(ascii: "_")
        }
        guard isName, (1...32).contains(argument.utf8.count) else { return nil }
        name = argument
    }

    var defaultValueDescription: String { name ?? "off" }
}

/// The command-line option that allows the kiosk to request a new binding of touchscreen drivers.
struct RebindOption: ParsableArguments {
    @Option(
        "touch-rebind",
        help: ArgumentHelp(
            "Bind the driver of a touchscreen again that is missing or silent after the display was switched off.",
            valueName: "on|off"))
    var touchRebind = Switch.off
}
