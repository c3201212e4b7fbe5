import LabDoctor
import Testing

/// Findings about processor, power and touchscreens, from values that owners of boards published.
@Suite("Doctor: processor, power and touchscreens")
struct HardwareFindingTests {
    private let tree: BoardTree

    init() throws { tree = try BoardTree() }

    @Test("The governor powersave keeps the clock at its minimum (raspberrypi/linux#5089)")
    func powersave() throws {
        try tree.setClock(governor: "powersave", kilohertz: 600_000)
        #expect(tree.found == ["warning cpu-governor"])
        #expect(
            tree.report.findings.first?.remedy
                == "set cpu-governor: performance in /etc/touchtracker.yaml")
    }

    @Test("A clock below its maximum in spite of the governor performance is limited")
    func limitedClock() throws {
        try tree.setClock(governor: "performance", kilohertz: 1_500_000)
        #expect(tree.found == [])
        try tree.setClock(governor: "performance", kilohertz: 1_000_000)
        #expect(tree.found == ["warning cpu-clock"])
        #expect(tree.report.findings.first?.cause.contains("1000 of 1500 MHz") == true)
    }

    @Test(
        "The drivers of PCs select the clock by the load with every governor",
        arguments: [
            ("intel_pstate", [], []), ("amd-pstate", [], []), ("amd-pstate-epp", [], []),
            ("cpufreq-dt", ["warning cpu-governor"], ["warning cpu-clock"]),
        ] as [(String, [String], [String])])
    func scalingDriver(name: String, powersave: [String], performance: [String]) throws {
        try tree.write("\(name)\n", to: "/sys/devices/system/cpu/cpufreq/policy0/scaling_driver")
        try tree.setClock(governor: "powersave", kilohertz: 600_000)
        #expect(tree.found == powersave)
        try tree.setClock(governor: "performance", kilohertz: 1_000_000)
        #expect(tree.found == performance)
    }

    @Test("Undervoltage now, from the firmware's bits or the voltage sensor")
    func undervoltageNow() throws {
        // Under-voltage detected! (0x00050005): raspberrypi/linux#2397.
        let attribute = "/sys/devices/platform/soc/soc:firmware/get_throttled"
        try tree.write("50005\n", to: attribute)
        #expect(tree.found == ["warning undervoltage", "warning throttling"])
        try tree.write("0x50000\n", to: attribute)
        #expect(
            tree.report.findings.map(\.cause)
                == ["the supply voltage was too low at least once since the start"])
        try tree.remove(attribute)
        try tree.write("1\n", to: "/sys/class/hwmon/hwmon1/in0_lcrit_alarm")
        #expect(
            tree.report.findings.map(\.cause) == ["the supply voltage is too low now"])
    }

    @Test("The firmware of a Raspberry Pi 5 has another path")
    func raspberryPi5() throws {
        try tree.remove("/sys/devices/platform/soc/soc:firmware/get_throttled")
        try tree.write(
            "50005\n",
            to: "/sys/devices/platform/soc@107c000000/soc@107c000000:firmware/get_throttled")
        #expect(tree.found == ["warning undervoltage", "warning throttling"])
    }

    @Test("Undervoltage in the kernel log (raspberrypi/linux#5584)")
    func loggedUndervoltage() throws {
        tree.kernelLog = [
            "[ 1022.063930] hwmon hwmon1: Undervoltage detected!",
            "[ 1030.063930] hwmon hwmon1: Voltage normalised",
            "[ 1044.112012] hwmon hwmon1: Undervoltage detected!",
        ]
        #expect(
            tree.report.findings.map(\.cause)
                == ["the supply voltage was too low 2 times since the start"])
    }

    @Test("A hot processor is a warning, and a throttled one names its temperature")
    func temperature() throws {
        try tree.write("81790\n", to: "/sys/class/thermal/thermal_zone0/temp")
        #expect(tree.found == ["warning temperature"])
        try tree.write("80008\n", to: "/sys/devices/platform/soc/soc:firmware/get_throttled")
        #expect(
            tree.report.findings.map(\.cause)
                == ["the firmware reduces the processor's clock at 81 °C"])
    }

    @Test("The Raspberry Pi's temperature limit does not apply to other boards")
    func temperatureElsewhere() throws {
        try tree.write("81790\n", to: "/sys/class/thermal/thermal_zone0/temp")
        // Debian's kernel has only the voltage sensor.
        try tree.remove("/sys/devices/platform/soc/soc:firmware/get_throttled")
        #expect(tree.found == ["warning temperature"])
        try tree.remove("/sys/class/hwmon/hwmon1")
        #expect(tree.found == [])
    }

    @Test("A missing touchscreen is a failure, and a pen or a touchpad is none")
    func noTouchscreen() throws {
        try tree.write("0\n", to: "/sys/devices/i2c/input/input0/properties")
        #expect(tree.found == ["failure touchscreen"])
        // A pen's device lies on the display, like a touchscreen; udev classifies it.
        try tree.write("2\n", to: "/sys/devices/i2c/input/input0/properties")
        #expect(tree.found == [])
        try tree.write("13:64\n", to: "/sys/class/input/event0/dev")
        try tree.write("E:ID_INPUT=1\nE:ID_INPUT_TABLET=1\n", to: "/run/udev/data/c13:64")
        #expect(tree.found == ["failure touchscreen"])
    }

    @Test("A USB touchscreen with autosuspend is a warning that names the port")
    func autosuspend() throws {
        try tree.addUSBTouchscreen()
        #expect(tree.found == ["warning autosuspend"])
        #expect(tree.report.findings.first?.remedy.contains("/devices/1-1.3/power/control") == true)
        try tree.write("on\n", to: "\(BoardTree.usbPort)/power/control")
        #expect(tree.found == [])
    }

    @Test("Of polled touchscreens, only those with a slow interval and a setting get a hint")
    func polling() throws {
        try tree.addPolling()
        #expect(tree.found == ["hint touch-poll"])
        try tree.write("8\n", to: "/sys/devices/i2c/input/input0/poll")
        #expect(tree.found == [])
    }

    @Test("A touchscreen that does not answer after a warm reboot (raspberrypi/linux#7482)")
    func goodixError() {
        tree.kernelLog = [
            "[    4.101] Goodix-TS 11-005d: Error reading 1 bytes from 0x8140: -5",
            "[    4.131] Goodix-TS 11-005d: I2C communication failure: -5",
            "[    4.139] Goodix-TS 11-005d: probe with driver Goodix-TS failed with error -5",
        ]
        #expect(tree.found == ["failure touchscreen-driver"])
        #expect(
            tree.report.findings.first?.cause
                == "a touchscreen did not answer: Goodix-TS 11-005d: probe with driver Goodix-TS failed with error -5"
        )
    }

    @Test(
        "A touchscreen that a later attempt has registered is no failure",
        arguments: [
            "Goodix-TS 11-005d: probe with driver Goodix-TS failed with error -5",
            "Goodix-TS: probe of 11-005d failed with error -5",
        ])
    func laterProbe(error: String) {
        func registration(of device: String) -> String {
            "[    9.7] input: Goodix Capacitive TouchScreen as "
                + "/devices/platform/axi/i2c-11/\(device)/input/input3"
        }
        tree.kernelLog = ["[    4.139] \(error)", registration(of: "11-0014")]
        #expect(tree.found == ["failure touchscreen-driver"])
        tree.kernelLog.append(registration(of: "11-005d"))
        #expect(tree.found == [])
        tree.kernelLog.append("[   60.101] \(error)")
        #expect(tree.found == ["failure touchscreen-driver"])
    }

    @Test("The configuration file of a Goodix controller is optional")
    func goodixConfiguration() {
        tree.kernelLog = [
            "[    4.2] Goodix-TS 11-005d: Direct firmware load for goodix_911_cfg.bin failed with error -2"
        ]
        #expect(tree.found == [])
    }

    @Test("A missing firmware file of the display is a failure, of other devices it is none")
    func firmware() {
        tree.kernelLog = [
            "[    7.1] cfg80211: failed to load regulatory.db",
            "[    7.2] platform regulatory.0: Direct firmware load for regulatory.db failed with error -2",
            "[    7.3] panel-mipi-dbi-spi spi0.0: Direct firmware load for panel.bin failed with error -2",
            "[    8.3] panel-mipi-dbi-spi spi0.0: Direct firmware load for panel.bin failed with error -2",
        ]
        #expect(
            tree.report.findings.map(\.remedy) == [
                "install it as /lib/firmware/panel.bin and restart"
            ])
        #expect(tree.found == ["failure firmware"])
    }
}
