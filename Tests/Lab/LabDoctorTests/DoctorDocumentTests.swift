import Foundation
import LabDoctor
import Testing
import TouchTrackerTestSupport

/// The text of each finding in docs/boards.md, as the command prints it.
@Suite("Doctor in the documents")
struct DoctorDocumentTests {
    /// Changes of a healthy board that cause the findings, in the order of the checks.
    private static let changes: [@Sendable (BoardTree) throws -> Void] = [
        { tree in
            try tree.removeCards()
            try tree.write("dtoverlay=vc4-fkms-v3d\n", to: "/boot/firmware/config.txt")
        },
        { try $0.removeCards() },
        { try $0.write("disconnected\n", to: "/sys/class/drm/card1-DSI-1/status") },
        { tree in
            try tree.write("plymouthd\n", to: "/proc/630/comm")
            try tree.link("/proc/630/fd/3", to: "/dev/dri/card1")
        },
        { tree in
            try tree.write("0 vc4drmfb\n", to: "/proc/fb")
            try tree.write("console=serial0,115200 console=tty1\n", to: "/proc/cmdline")
        },
        {
            $0.kernelLog = [
                "[ 7.3] panel-mipi-dbi-spi spi0.0: Direct firmware load for panel.bin failed with error -2"
            ]
        },
        {
            $0.kernelLog = [
                "[ 4.1] Goodix-TS 11-005d: probe with driver Goodix-TS failed with error -5"
            ]
        },
        { try $0.remove("/var/lib/touchtracker") },
        { try $0.setMounts("/dev/mmcblk0p2 / ext4 ro,noatime 0 0") },
        { $0.freeBytes = 15_000_000 },
        {
            try $0.write(
                "Filename\tType\tSize\tUsed\tPriority\n/var/swap  file  524284  0  -2\n",
                to: "/proc/swaps")
        },
        { tree in
            try tree.write("root:x:0:\nvideo:x:44:\n", to: "/etc/group")
            try tree.write("root:x:0:0::/root:/bin/sh\n", to: "/etc/passwd")
        },
        { try $0.remove("/sys/fs/cgroup/system.slice/touchtracker.service/cgroup.procs") },
        { try $0.link("/etc/systemd/system/default.target", to: "multi-user.target") },
        { try $0.write("9\n", to: "/run/touchtracker-status/starts") },
        { try $0.write("0\n", to: "/sys/devices/i2c/input/input0/properties") },
        { try $0.addUSBTouchscreen() },
        { try $0.addPolling() },
        { $0.kernelLog = ["[ 1022.063930] hwmon hwmon1: Undervoltage detected!"] },
        { tree in
            try tree.write("81790\n", to: "/sys/class/thermal/thermal_zone0/temp")
            try tree.write("80008\n", to: "/sys/devices/platform/soc/soc:firmware/get_throttled")
        },
        { try $0.write("81790\n", to: "/sys/class/thermal/thermal_zone0/temp") },
        { try $0.setClock(governor: "powersave", kilohertz: 600_000) },
        { try $0.setClock(governor: "performance", kilohertz: 1_000_000) },
        { $0.now = 86_400 },
    ]

    @Test("docs/boards.md shows the text of each finding")
    func findings() throws {
        var lines: [String] = []
        for change in Self.changes {
            let tree = try BoardTree()
            try change(tree)
            // The first two lines name the board.
            let text = tree.report.text.split(separator: "\n", omittingEmptySubsequences: false)
            lines += text.dropFirst(2).filter { !$0.isEmpty && $0 != "nothing is wrong" }
                .map(String.init)
        }
        let block = "```\n" + lines.joined(separator: "\n") + "\n```"
        let document = try String(
            contentsOf: Repository.root.appendingPathComponent("docs/boards.md"), encoding: .utf8)
        #expect(document.contains(block), "docs/boards.md must contain:\n\(block)")
    }
}
