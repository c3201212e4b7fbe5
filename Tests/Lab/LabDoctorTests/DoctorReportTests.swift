import Foundation
import KioskSystem
import KioskYAML
import LabDoctor
import Testing
import TouchTrackerTestSupport

@Suite("Doctor report")
struct DoctorReportTests {
    @Test("Nothing is wrong with a healthy board")
    func healthy() throws {
        let tree = try BoardTree()
        #expect(tree.found == [])
        #expect(tree.report.isHealthy)
        #expect(
            tree.report.text == """
                Raspberry Pi 4 Model B Rev 1.1, kernel 6.12.47+rpt-rpi-v8

                nothing is wrong

                """)
    }

    @Test("Findings are listed worst first, each with its remedy in the next line")
    func order() throws {
        let tree = try BoardTree()
        try tree.setClock(governor: "powersave", kilohertz: 600_000)
        try tree.setMounts("/dev/mmcblk0p2 / ext4 ro,relatime 0 0")
        let text = tree.report.text
        #expect(
            text == """
                Raspberry Pi 4 Model B Rev 1.1, kernel 6.12.47+rpt-rpi-v8

                failure  state-read-only: /var/lib/touchtracker is read-only; drawings are not saved
                         check the card with e2fsck on another computer; see docs/store.md
                warning  cpu-governor: the governor powersave runs the processor at 600 of 1500 MHz
                         set cpu-governor: performance in /etc/touchtracker.yaml

                """)
        #expect(!tree.report.isHealthy)
    }

    @Test("Expected findings are omitted")
    func omission() throws {
        let tree = try BoardTree()
        try tree.setClock(governor: "powersave", kilohertz: 600_000)
        try tree.remove("/sys/fs/cgroup/system.slice/touchtracker.service/cgroup.procs")
        #expect(tree.found == ["failure unit", "warning cpu-governor"])
        let report = DoctorReport(tree.machine, omitting: ["unit"])
        #expect(report.findings.map(\.name) == ["cpu-governor"])
    }

    @Test("The JSON has the same findings, and hints leave the machine healthy")
    func json() throws {
        let tree = try BoardTree()
        try tree.addPolling()
        let object = try jsonObject(tree.report.json.text)
        #expect(object["healthy"] as? Bool == true)
        #expect(object["board"] as? String == "Raspberry Pi 4 Model B Rev 1.1")
        let findings = try #require(object["findings"] as? [[String: String]])
        #expect(
            findings == [
                [
                    "severity": "hint", "name": "touch-poll",
                    "cause":
                        "10-0038 generic ft5x06 (79) is polled every 17 ms, which adds up to 17 ms of latency",
                    "remedy": "set touch-poll-ms: 8 in /etc/touchtracker.yaml",
                ]
            ])
        #expect(tree.report.text.hasSuffix("\nnothing is wrong\n"))
    }

    @Test("Without any readable file, the report names the missing display and touchscreen")
    func empty() throws {
        let report = DoctorReport(Machine(files: .init(root: "/nonexistent")))
        #expect(report.findings.map(\.name) == ["kms", "touchscreen", "state-folder"])
        #expect(report.board == nil && report.text.hasPrefix("failure  kms: "))
    }

    @Test("Control characters in the name of a process are replaced")
    func names() throws {
        let tree = try BoardTree()
        try tree.write("evil\u{1B}[2J\n", to: "/proc/77/comm")
        try tree.link("/proc/77/fd/5", to: "/dev/dri/card1")
        let text = tree.report.text
        #expect(text.contains("evil [2J (process 77) has the display card1 open\n"))
        #expect(!text.contains("\u{1B}"))
    }
}
