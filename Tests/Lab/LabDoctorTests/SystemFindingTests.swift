import LabDoctor
import Testing

@Suite("Doctor: storage, clock and service")
struct SystemFindingTests {
    private let tree: BoardTree

    init() throws { tree = try BoardTree() }

    @Test("The mount of the state folder decides, not that of the root")
    func readOnly() throws {
        try tree.setMounts(
            "/dev/mmcblk0p2 / ext4 ro,noatime 0 0",
            "/dev/mmcblk0p3 /var/lib/touchtracker ext4 rw,noatime 0 0")
        #expect(tree.found == [])
        try tree.setMounts(
            "/dev/mmcblk0p2 / ext4 rw,noatime 0 0",
            "/dev/mmcblk0p3 /var/lib/touchtracker ext4 ro,noatime,errors=remount-ro 0 0")
        #expect(tree.found == ["failure state-read-only"])
    }

    @Test("A missing state folder and a full one are findings")
    func space() throws {
        tree.freeBytes = 15_000_000
        #expect(tree.found == ["failure state-full"])
        tree.freeBytes = nil
        #expect(tree.found == [])
        try tree.remove("/var/lib/touchtracker")
        #expect(tree.found == ["warning state-folder"])
    }

    @Test("Swap on the card is a warning, compressed memory is not")
    func swap() throws {
        let head = "Filename\tType\tSize\tUsed\tPriority\n"
        try tree.write(head + "/dev/zram0 partition 2097136 0 100\n", to: "/proc/swaps")
        #expect(tree.found == [])
        // dphys-swapfile of Raspberry Pi OS until bookworm.
        try tree.write(head + "/var/swap  file  524284  0  -2\n", to: "/proc/swaps")
        #expect(tree.found == ["warning swap"])
        #expect(tree.report.findings.first?.cause.contains("(/var/swap)") == true)
    }

    @Test("A clock before the program's installation is wrong")
    func clock() {
        tree.now = 86_400
        #expect(tree.found == ["warning clock"])
        #expect(tree.report.findings.first?.cause.contains("1970-01-02T00:00:00Z") == true)
        tree.installationTime = 0
        #expect(tree.found == [])
    }

    @Test("A unit that does not run, is not enabled, or restarts repeatedly")
    func unit() throws {
        try tree.write("9\n", to: "/run/touchtracker-status/starts")
        #expect(tree.found == ["warning restarts"])
        try tree.write("1\n", to: "/run/touchtracker-status/starts")
        try tree.link("/etc/systemd/system/default.target", to: "multi-user.target")
        #expect(tree.found == ["warning default-target"])
        try tree.remove("/sys/fs/cgroup/system.slice/touchtracker.service/cgroup.procs")
        #expect(tree.found == ["failure unit", "warning default-target"])
    }

    @Test("Missing groups and a missing user are one finding")
    func accounts() throws {
        try tree.write("root:x:0:\nvideo:x:44:\n", to: "/etc/group")
        try tree.write("root:x:0:0::/root:/bin/sh\n", to: "/etc/passwd")
        #expect(
            tree.report.findings.map(\.cause) == ["missing: group input, user touchtracker"])
    }

    @Test("Without the package, there is no unit to examine")
    func noPackage() throws {
        try tree.remove("/usr/lib/systemd/system/touchtracker.service")
        try tree.remove("/etc/group")
        #expect(tree.found == [])
    }
}
