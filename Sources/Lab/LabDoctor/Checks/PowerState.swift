import KioskSystem

/// The power supply and the temperature, as the firmware of a Raspberry Pi reports them.
struct PowerState: MachineState {
    /// The bits of the firmware's `get_throttled`, in the order of Raspberry Pi's documentation.
    private enum Bit {
        static let undervoltage = 0
        static let throttled = 2
        static let temperatureLimit = 3
        /// The distance from a bit that describes the present to the bit for the time since boot.
        static let sinceBoot = 16
    }

    /// The bits of `get_throttled`, or `nil` if the kernel does not report them.
    let throttling: Int?
    /// Whether the kernel's voltage sensor reports undervoltage now.
    let isUndervoltage: Bool
    /// The number of times that the kernel has logged undervoltage.
    let loggedUndervoltages: Int
    /// The temperature of a Raspberry Pi's processor in °C, or `nil` if it is unknown and on other
    /// boards.
    let celsius: Int?

    init(_ machine: Machine) {
        let files = machine.files
        // The second path is that of the Raspberry Pi 5.
        let firmware = ["soc/soc:firmware", "soc@107c000000/soc@107c000000:firmware"].lazy
            .compactMap { files.line("/sys/devices/platform/\($0)/get_throttled") }.first
        let sensors = files.names(in: "/sys/class/hwmon").map { "/sys/class/hwmon/\($0)" }
        let sensor = sensors.first { files.line("\($0)/name") == "rpi_volt" }
        throttling = firmware.flatMap {
            Int($0.hasPrefix("0x") ? $0.dropFirst(2) : $0[...], radix: 16)
        }
        isUndervoltage = sensor.flatMap { files.integer("\($0)/in0_lcrit_alarm") } == 1
        loggedUndervoltages = machine.kernelLog.count {
            $0.includes("Undervoltage detected") || $0.includes("Under-voltage detected")
        }
        // Other boards have other limits, and their first zone may not be the processor.
        let isRaspberryPi = firmware != nil || sensor != nil
        let zone = isRaspberryPi ? files.integer("/sys/class/thermal/thermal_zone0/temp") : nil
        celsius = zone.map { $0 / 1_000 }
    }

    private func isSet(_ bit: Int) -> Bool { (throttling ?? 0) >> bit & 1 == 1 }

    var findings: [Finding] {
        var findings: [Finding] = []
        let supply = "use the board's own power supply, and a separate one for the screen"
        if isSet(Bit.undervoltage) || isUndervoltage {
            findings.append(
                Finding(
                    .warning, "undervoltage", "the supply voltage is too low now", remedy: supply))
        } else if isSet(Bit.undervoltage + Bit.sinceBoot) || loggedUndervoltages > 0 {
            let count =
                switch loggedUndervoltages {
                case 0: "at least once"
                case 1: "once"
                default: "\(loggedUndervoltages) times"
                }
            findings.append(
                Finding(
                    .warning, "undervoltage",
                    "the supply voltage was too low \(count) since the start", remedy: supply))
        }
        let cooling = "improve the cooling, or select a smaller mode"
        if isSet(Bit.throttled) || isSet(Bit.temperatureLimit) {
            findings.append(
                Finding(
                    .warning, "throttling",
                    "the firmware reduces the processor's clock\(celsius.map { " at \($0) °C" } ?? "")",
                    remedy: cooling))
        } else if let celsius, celsius >= 80 {
            findings.append(
                Finding(
                    .warning, "temperature",
                    "the processor has \(celsius) °C; the firmware throttles it from 80 °C",
                    remedy: cooling))
        }
        return findings
    }
}
