import Foundation
import KioskSystem
import Testing
import TouchTrackerTestSupport
import touchtracker

/// Tests `touchtracker tune` in folders that stand for sysfs.
@Suite("System tuning")
struct SystemTuningTests {
    private static let goodix = "11-005d Goodix Capacitive TouchScreen"
    private static let device = "sys/class/input/event0/device"
    private static let policies = "sys/devices/system/cpu/cpufreq"
    private let folder = TemporaryFolder()

    init() throws {
        try folder.write("\(Self.goodix)\n", to: "\(Self.device)/name")
        try folder.write("0018\n", to: "\(Self.device)/id/bustype")
        try folder.write("2\n", to: "\(Self.device)/properties")
    }

    private func addPolling() throws {
        for (attribute, value) in [("poll", "17"), ("min", "0"), ("max", "17")] {
            try folder.write("\(value)\n", to: "\(Self.device)/\(attribute)")
        }
    }

    private func addPolicies() throws {
        for policy in ["policy0", "policy4"] {
            let path = "\(Self.policies)/\(policy)"
            try folder.write("ondemand\n", to: "\(path)/scaling_governor")
            try folder.write(
                "ondemand performance schedutil \n", to: "\(path)/scaling_available_governors")
        }
    }

    private func apply(_ tuning: SystemTuning) -> [String] {
        tuning.apply(in: SystemFiles(root: folder.path))
    }

    @Test("The udev rules start units only on a kiosk")
    func rules() throws {
        let rules = try String(
            contentsOf: Repository.root.appendingPathComponent(
                "board/package/rootfs/usr/lib/udev/rules.d/70-touchtracker.rules"),
            encoding: .utf8)
        let starts = rules.split(separator: "\n").filter { $0.contains("SYSTEMD_WANTS") }
        #expect(starts.count == 2)
        let unit = "/etc/systemd/system/touchtracker.target.wants/touchtracker.service"
        for rule in starts { #expect(rule.contains("TEST==\"\(unit)\"")) }
    }

    @Test("Without settings, nothing is written and nothing is printed")
    func nothing() throws {
        try addPolling()
        try addPolicies()
        #expect(apply(SystemTuning()) == [])
        #expect(try folder.text("\(Self.device)/poll") == "17\n")
        #expect(try folder.text("\(Self.policies)/policy4/scaling_governor") == "ondemand\n")
    }

    @Test("The poll interval is written to the attribute of a polled touchscreen")
    func pollInterval() throws {
        try addPolling()
        #expect(
            apply(SystemTuning(pollMilliseconds: 8)) == ["touch-poll-ms: \(Self.goodix): 8 ms"])
        #expect(try folder.text("\(Self.device)/poll") == "8\n")
    }

    @Test("An interval outside of the driver's range is not written")
    func pollRange() throws {
        try addPolling()
        #expect(
            apply(SystemTuning(pollMilliseconds: 20)) == [
                "touch-poll-ms: \(Self.goodix): 20 ms is outside of 1 to 17 ms; nothing is set"
            ])
        #expect(try folder.text("\(Self.device)/poll") == "17\n")
    }

    @Test("Without the attribute, one line says so")
    func noAttribute() throws {
        #expect(
            apply(SystemTuning(pollMilliseconds: 8)) == [
                "touch-poll-ms: no touchscreen is polled; nothing to set"
            ])
        try folder.makeFolder("\(Self.device)/device/of_node")
        #expect(
            apply(SystemTuning(pollMilliseconds: 8)) == [
                "touch-poll-ms: \(Self.goodix): the driver has no attribute for its interval; nothing to set"
            ])
    }

    @Test("An attribute that cannot be written is one line")
    func notWritable() throws {
        try addPolling()
        let path = "\(folder.path)/\(Self.device)/poll"
        try FileManager.default.removeItem(atPath: path)
        // A number that the kernel lets no user write.
        try FileManager.default.createSymbolicLink(
            atPath: path, withDestinationPath: "/proc/sys/kernel/ngroups_max")
        let lines = apply(SystemTuning(pollMilliseconds: 8))
        #expect(lines.count == 1)
        #expect(lines.first?.hasPrefix("/\(Self.device)/poll: cannot write: ") == true)
    }

    @Test("The governor is written for each group of processors that offers it")
    func governor() throws {
        #expect(
            apply(SystemTuning(governor: "performance")) == [
                "cpu-governor: the kernel does not scale frequencies; nothing to set"
            ])
        try addPolicies()
        #expect(
            apply(SystemTuning(governor: "performance")) == [
                "cpu-governor: policy0: performance", "cpu-governor: policy4: performance",
            ])
        #expect(
            try folder.text("\(Self.policies)/policy4/scaling_governor") == "performance\n")
        let lines = apply(SystemTuning(governor: "warp"))
        #expect(
            lines.first
                == "cpu-governor: policy0: warp is not available; use one of ondemand performance schedutil "
        )
        #expect(
            try folder.text("\(Self.policies)/policy4/scaling_governor") == "performance\n")
    }

    @Test("Touchscreens on USB stay awake unless the option allows autosuspend")
    func autosuspend() throws {
        try folder.write("222a\n", to: "\(Self.device)/idVendor")
        try folder.write("auto\n", to: "\(Self.device)/power/control")
        #expect(apply(SystemTuning(allowsAutosuspend: true)) == [])
        #expect(
            apply(SystemTuning()) == ["touch-autosuspend: \(Self.goodix): stays awake"])
        #expect(try folder.text("\(Self.device)/power/control") == "on\n")
        #expect(apply(SystemTuning()) == [])
    }

    @Test(
        "The options reject values that no kernel accepts",
        arguments: [
            "--touch-poll-ms=0", "--touch-poll-ms=1001", "--touch-poll-ms=quick",
            "--cpu-governor=../x", "--cpu-governor=", "--touch-autosuspend=maybe",
        ])
    func invalidOptions(argument: String) throws {
        let program = try Program.run(["tune", argument])
        #expect(program.status == 64)
        let option = argument.prefix { $0 != "=" }
        #expect(program.errors.contains("\(option): "))
    }

    @Test("The keys of the configuration file apply to the command")
    func configuration() throws {
        let path = "\(folder.path)/touchtracker.yaml"
        try folder.write(
            "touch-poll-ms: 1000\ncpu-governor: no_such_governor\ntouch-autosuspend: on\nrotate: 90\n",
            to: "touchtracker.yaml")
        let program = try Program.run(["tune", "--config", path])
        #expect(program.status == 0)
        #expect(program.output.contains("touch-poll-ms: "))
        #expect(program.output.contains("cpu-governor: "))
    }
}
