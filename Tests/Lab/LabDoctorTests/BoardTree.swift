import Foundation
import KioskSystem
import LabDoctor
import TouchTrackerTestSupport

/// A folder with the files of a board, as the board's owner has published them.
final class BoardTree {
    private let folder = TemporaryFolder()
    /// The lines of the kernel log.
    var kernelLog: [String] = []
    /// The free space of the state folder's file system in bytes.
    var freeBytes: Int? = 50_000_000
    /// The current time in seconds since 1970: 2026-11-24.
    var now = 1_795_478_400
    /// The time of the installation in seconds since 1970: 2026-11-01.
    var installationTime = 1_793_491_200

    /// Creates the tree of a healthy Raspberry Pi 4 with a 7-inch Touch Display and the package.
    init() throws {
        try write("Raspberry Pi 4 Model B Rev 1.1\0", to: "/proc/device-tree/model")
        try write("6.12.47+rpt-rpi-v8\n", to: "/proc/sys/kernel/osrelease")
        try write("quiet loglevel=3 console=tty3\n", to: "/proc/cmdline")
        try write("dtoverlay=vc4-kms-v3d\nmax_framebuffers=2\n", to: "/boot/firmware/config.txt")
        try makeFolder("/sys/class/drm/card0")
        try makeFolder("/sys/class/drm/card1")
        try write("connected\n", to: "/sys/class/drm/card1-DSI-1/status")
        try write("disconnected\n", to: "/sys/class/drm/card1-HDMI-A-1/status")
        try write("unknown\n", to: "/sys/class/drm/card1-Writeback-1/status")
        try addTouchscreen("event0", name: "10-0038 generic ft5x06 (79)", bus: "0018")
        try setClock(governor: "ondemand", kilohertz: 600_000)
        try write("rpi_volt\n", to: "/sys/class/hwmon/hwmon1/name")
        try write("0\n", to: "/sys/class/hwmon/hwmon1/in0_lcrit_alarm")
        try write("0\n", to: "/sys/devices/platform/soc/soc:firmware/get_throttled")
        try write("54532\n", to: "/sys/class/thermal/thermal_zone0/temp")
        try setMounts("/dev/mmcblk0p2 / ext4 ro 0 0", "/dev/mmcblk0p3 /var/lib ext4 rw 0 0")
        try write("Filename\tType\tSize\tUsed\tPriority\n", to: "/proc/swaps")
        try addService()
    }

    private func addService() throws {
        try makeFolder("/var/lib/touchtracker")
        try write("[Unit]\n", to: "/usr/lib/systemd/system/touchtracker.service")
        try makeFolder("/etc/systemd/system")
        try link("/etc/systemd/system/default.target", to: "/usr/lib/touchtracker.target")
        try write("412\n", to: "/sys/fs/cgroup/system.slice/touchtracker.service/cgroup.procs")
        try write("1\n", to: "/run/touchtracker-status/starts")
        try write("root:x:0:\nvideo:x:44:\ninput:x:104:\n", to: "/etc/group")
        try write("root:x:0:0::/root:/bin/sh\ntouchtracker:x:990:990::/:\n", to: "/etc/passwd")
    }

    /// The machine that the tree describes.
    var machine: Machine {
        Machine(
            files: SystemFiles(root: folder.path), kernelLog: kernelLog, freeBytes: freeBytes,
            secondsSince1970: now, installationTime: installationTime)
    }

    /// The report about the machine.
    var report: DoctorReport { DoctorReport(machine) }

    /// The names and severities of all findings.
    var found: [String] { report.findings.map { "\($0.severity.rawValue) \($0.name)" } }

    // MARK: Changes

    func write(_ text: String, to path: String) throws { try folder.write(text, to: path) }

    func makeFolder(_ path: String) throws { try folder.makeFolder(path) }

    func link(_ path: String, to target: String) throws {
        try makeFolder(String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]))
        try? FileManager.default.removeItem(atPath: folder.path + path)
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + path, withDestinationPath: target)
    }

    func remove(_ path: String) throws {
        try FileManager.default.removeItem(atPath: folder.path + path)
    }

    /// Removes all graphics cards with their connectors.
    func removeCards() throws {
        for name in ["card0", "card1", "card1-DSI-1", "card1-HDMI-A-1", "card1-Writeback-1"] {
            try remove("/sys/class/drm/\(name)")
        }
    }

    /// Lets the driver of the first touchscreen poll every 17 ms, with a setting.
    func addPolling() throws {
        for (name, value) in [("poll", "17"), ("min", "0"), ("max", "17")] {
            try write("\(value)\n", to: "/sys/devices/i2c/input/input0/\(name)")
        }
    }

    func setMounts(_ lines: String...) throws {
        try write(lines.joined(separator: "\n") + "\n", to: "/proc/mounts")
    }

    func setClock(governor: String, kilohertz: Int) throws {
        let policy = "/sys/devices/system/cpu/cpufreq/policy0"
        try write("\(governor)\n", to: "\(policy)/scaling_governor")
        try write("\(kilohertz)\n", to: "\(policy)/scaling_cur_freq")
        try write("1500000\n", to: "\(policy)/cpuinfo_max_freq")
    }

    /// Adds a touchscreen.
    ///
    /// - Parameters:
    ///   - event: The kernel's name of the device.
    ///   - name: The name that the device reports.
    ///   - bus: The bus number in hexadecimal.
    ///   - folder: The folder of the input device in `/sys/devices`.
    func addTouchscreen(
        _ event: String, name: String, bus: String, folder: String = "/sys/devices/i2c/input/input0"
    ) throws {
        try write("\(name)\n", to: "\(folder)/name")
        try write("\(bus)\n", to: "\(folder)/id/bustype")
        try write("2\n", to: "\(folder)/properties")
        try write("260800000000003\n", to: "\(folder)/capabilities/abs")
        try link("/sys/class/input/\(event)/device", to: "../../../..\(folder)")
    }

    /// The USB port of `addUSBTouchscreen()`.
    static let usbPort = "/sys/devices/platform/soc/3f980000.usb/usb1/1-1/1-1.3"

    /// Adds a USB touchscreen, for whose port autosuspend is on.
    func addUSBTouchscreen() throws {
        try write("222a\n", to: "\(Self.usbPort)/idVendor")
        try write("auto\n", to: "\(Self.usbPort)/power/control")
        try addTouchscreen(
            "event3", name: "ILITEK ILITEK-TP", bus: "0003",
            folder: "\(Self.usbPort)/1-1.3:1.0/0003:222A:0001.0001/input/input3")
    }
}
