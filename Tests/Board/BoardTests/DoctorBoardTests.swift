import Foundation
import Testing
import TouchTrackerTestSupport
import TouchTrackerVirtualBoard

/// `touchtracker doctor` and `touchtracker tune` on a real kernel.
@Suite("The command doctor on a board", .serialized, .requiresBoard)
struct DoctorBoardTests {
    @Test("Nothing is wrong with a running kiosk, and a stopped one is a failure")
    func doctor() throws {
        let board = try VirtualBoard.bootKiosk(arguments: [])
        try board.waitForTouchscreen()
        let healthy = try board.shell("touchtracker doctor; echo status=$?")
        #expect(healthy.hasSuffix("nothing is wrong\nstatus=0"), "\(healthy)")
        try board.shell("systemctl stop touchtracker")
        let stopped = try board.shell("touchtracker doctor; echo status=$?")
        #expect(stopped.contains("failure  unit: touchtracker.service does not run"))
        #expect(stopped.hasSuffix("status=1"))
        let json = try board.shell("touchtracker doctor --json; true")
        #expect(try jsonObject(json)["healthy"] as? Bool == false)
    }

    @Test("The tuning unit runs at the start, and one line says that nothing is polled")
    func tuning() throws {
        let board = try VirtualBoard.bootKiosk(arguments: [])
        try board.waitForTouchscreen()
        func property(_ name: String) throws -> String {
            try board.shell("systemctl show -P \(name) touchtracker-tuning")
        }
        // A unit that has never run has the result "success" too, but no time of exit.
        try board.wait(for: "the tuning unit") {
            try property("ExecMainExitTimestampMonotonic") != "0"
                && property("Result") == "success"
        }
        try board.shell("echo 'touch-poll-ms: 8' >/run/tune.yaml")
        let lines = try board.shell("touchtracker tune --config /run/tune.yaml")
        #expect(lines.contains("touch-poll-ms: no touchscreen is polled; nothing to set"))
    }

    @Test("A slow governor is a finding, and the tuning unit sets the configured one")
    func governor() throws {
        let board = try VirtualBoard.bootKiosk(arguments: [])
        // The emulated processor has one frequency; a mount adds the files of one with several.
        try board.shell(
            """
            mkdir /run/cpu
            cp -r --no-dereference /sys/devices/system/cpu/. /run/cpu 2>/dev/null
            mkdir -p /run/cpu/cpufreq/policy0
            cd /run/cpu/cpufreq/policy0
            echo powersave >scaling_governor
            echo performance powersave >scaling_available_governors
            echo 600000 >scaling_cur_freq
            echo 1500000 >cpuinfo_max_freq
            mount --bind /run/cpu /sys/devices/system/cpu
            echo 'cpu-governor: performance' >/run/tuned.yaml
            mount --bind /run/tuned.yaml /etc/touchtracker.yaml
            """)
        let slow = try board.shell("touchtracker doctor; echo status=$?")
        #expect(
            slow.contains(
                "cpu-governor: the governor powersave runs the processor at 600 of 1500 MHz"),
            "\(slow)")
        #expect(slow.hasSuffix("status=1"))
        try board.shell("systemctl start touchtracker-tuning")
        let policy = "/sys/devices/system/cpu/cpufreq/policy0"
        #expect(try board.shell("cat \(policy)/scaling_governor") == "performance")
        #expect(
            try board.log(ofUnit: "touchtracker-tuning").contains(
                "cpu-governor: policy0: performance"))
        try board.shell("echo 1500000 >\(policy)/scaling_cur_freq")
        let tuned = try board.shell("touchtracker doctor; echo status=$?")
        #expect(tuned.hasSuffix("nothing is wrong\nstatus=0"), "\(tuned)")
    }
}
