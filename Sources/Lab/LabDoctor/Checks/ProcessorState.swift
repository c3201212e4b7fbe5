import KioskSystem

/// The clock of the processor: scaling driver, governor, current and highest frequency.
struct ProcessorState: MachineState {
    /// The scaling drivers of PCs. With them, the clock follows the load also with the governor
    /// powersave, and the highest frequency is a turbo frequency that the processor reaches only at
    /// times.
    private static let selfScalingDrivers = ["intel_pstate", "amd-pstate", "amd-pstate-epp"]

    /// The name of the scaling driver, or `nil` without frequency scaling.
    let driver: String?
    /// The name of the governor, or `nil` without frequency scaling.
    let governor: String?
    /// The current frequency in MHz, or `nil` if unknown.
    let megahertz: Int?
    /// The highest frequency in MHz, or `nil` if unknown.
    let maximumMegahertz: Int?

    init(_ machine: Machine) {
        let policy = "/sys/devices/system/cpu/cpufreq/policy0"
        func megahertz(_ name: String) -> Int? {
            machine.files.integer("\(policy)/\(name)").map { $0 / 1_000 }
        }
        driver = machine.files.line("\(policy)/scaling_driver")
        governor = machine.files.line("\(policy)/scaling_governor")
        self.megahertz = megahertz("scaling_cur_freq")
        maximumMegahertz = megahertz("cpuinfo_max_freq")
    }

    var findings: [Finding] {
        guard let governor, let megahertz, let maximumMegahertz else { return [] }
        if let driver, Self.selfScalingDrivers.contains(driver) { return [] }
        let clock = "\(megahertz) of \(maximumMegahertz) MHz"
        switch governor {
        case "powersave":
            return [
                Finding(
                    .warning, "cpu-governor",
                    "the governor powersave runs the processor at \(clock)",
                    remedy: "set cpu-governor: performance in /etc/touchtracker.yaml")
            ]
        case "performance" where megahertz * 10 < maximumMegahertz * 9:
            return [
                Finding(
                    .warning, "cpu-clock",
                    "the processor runs at \(clock) although the governor is performance",
                    remedy: "the firmware limits the clock: check power supply and cooling")
            ]
        default: return []
        }
    }
}
