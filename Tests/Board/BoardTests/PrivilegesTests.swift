import Foundation
import Testing
import TouchTrackerTestSupport

/// What the kiosk's user, who has no privilege, can have the machine do: what its unit permits.
@Suite(
    "Privileges on a board", .serialized,
    .enabled(if: BoardEnvironment.isComplete, BoardEnvironment.reasonIfMissing))
struct PrivilegesTests {
    private static let wholeScreen = 800 * 480

    /// Does something as the kiosk's user, with no more than that user may.
    private func asKiosk(_ command: String, on board: VirtualBoard) throws {
        let status = try statusAsKiosk(command, on: board)
        #expect(status == 0, "\(command)")
    }

    /// Does something as the kiosk's user, and says how it ended.
    private func statusAsKiosk(_ command: String, on board: VirtualBoard) throws -> Int? {
        let status = try board.shell(
            """
            setpriv --reuid touchtracker --regid touchtracker --init-groups --no-new-privs \
            --bounding-set=-all --inh-caps=-all sh -c '\(command)' >/dev/null 2>&1; echo $?
            """)
        return Int(status)
    }

    @Test("Asked for a restart, the board restarts.")
    func restart() throws {
        let board = try VirtualBoard.bootKiosk(arguments: [])
        try asKiosk("touch /run/touchtracker/restart", on: board)
        #expect(try board.waitForEnd() == .restart)
        try board.stop()
    }

    @Test("Asked to turn off, the board turns itself off.")
    func powerOff() throws {
        let board = try VirtualBoard.bootKiosk(arguments: [])
        try asKiosk("touch /run/touchtracker/power-off", on: board)
        #expect(try board.waitForEnd() == .powerOff)
        try board.stop()
    }

    @Test("Asked for a console, there is a login prompt, and ways back to the picture.")
    func console() throws {
        let board = try VirtualBoard.bootKiosk(
            kernelArguments: ["drm_kms_helper.fbdev_emulation=1"])
        try board.plugKeyboard()
        let process = try board.kioskProcessID()
        var login = "0"
        for (way, goBack) in [
            ("Ctrl+Alt+F1", { try board.press("ctrl", "alt", "f1") }),
            ("the login's end", { try board.shell("systemctl stop touchtracker-login") }),
        ] {
            try asKiosk("touch /run/touchtracker/console", on: board)
            try board.wait(for: "the console is shown") { try board.shownTerminal() == "tty2" }
            let text = try board.waitForPicture(timeoutSeconds: 10) {
                $0.count(of: 0) > 700 * 480 && !$0.isBlack
            }
            #expect(text.count(of: Ink.ground) < 20_000)
            // Never the one before: somebody may have logged in there.
            let newLogin = try board.shell("systemctl show -P MainPID touchtracker-login")
            #expect(newLogin != "0" && newLogin != login)
            login = newLogin
            try board.keepScreenshot("console-asked-for")
            #expect(
                try board.shell("ls /run/touchtracker") == "", "the request was taken")
            try goBack()
            try board.wait(for: "the kiosk is shown again after \(way)") {
                try board.shownTerminal() == "tty1"
            }
            try board.waitForPicture(timeoutSeconds: 10) {
                $0.count(of: Ink.ground) == Self.wholeScreen
            }
        }
        try expectNoDeadTerminal(on: board)
        #expect(try board.kioskProcessID() == process)
        try board.stop()
    }

    /// Without a login the kiosk stays: one that ends at once, and one that doesn't begin.
    private func expectNoDeadTerminal(on board: VirtualBoard) throws {
        let dropIns = "/run/systemd/system/touchtracker-login.service.d"
        for trouble in [
            "[Service]\nExecStart=\nExecStart=-/bin/false",
            "[Unit]\nConditionPathExists=/nowhere",
        ] {
            try board.shell(
                "mkdir -p \(dropIns); printf '\(trouble)\n' >\(dropIns)/trouble.conf; "
                    + "systemctl daemon-reload; systemctl stop touchtracker-login")
            try asKiosk("touch /run/touchtracker/console", on: board)
            try board.wait(for: "the request is taken, and its service has ended") {
                try board.shell(
                    "ls /run/touchtracker; systemctl show -P ActiveState touchtracker-console"
                ).split(separator: "\n").allSatisfy { $0 == "inactive" || $0 == "failed" }
            }
            try board.wait(for: "the kiosk is shown in spite of \(trouble)") {
                try board.shownTerminal() == "tty1"
            }
        }
        try board.shell("rm -r \(dropIns); systemctl daemon-reload")
    }

    @Test("The kiosk's user may ask, and nothing else; the service is as closed as it was.")
    func nothingElse() throws {
        let board = try VirtualBoard.bootKiosk(arguments: [])
        let process = try board.kioskProcessID()
        let boot = try board.shell("cat /proc/sys/kernel/random/boot_id")
        let status = try board.shell("cat /proc/\(process)/status")
        for set in ["CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"] {
            #expect(status.contains("\(set):\t0000000000000000"))
        }
        #expect(status.contains("NoNewPrivs:\t1"))
        // systemd's own measure, from 0 (closed) to 10.
        let exposure = try board.shell("systemd-analyze security touchtracker | tail -n 1")
        #expect(exposure.contains(" 0.9 "), "\(exposure)")
        #expect(try board.shell("grep '^Max core' /proc/\(process)/limits").contains(" 0 "))
        // Whoever passes through can't look around, and finds nothing that lets him in.
        #expect(
            try board.shell("stat -c '%U %a' /run/touchtracker /run/touchtracker-status")
                == "touchtracker 711\ntouchtracker 711")
        for forbidden in [
            "systemctl reboot", "systemctl start touchtracker-restart.service", "chvt 2",
            "touch /run/restart", "echo b >/proc/sysrq-trigger",
        ] {
            // Refused, rather than not there (127), not to be run (126) or ended by a signal.
            let status = try #require(try statusAsKiosk(forbidden, on: board), "\(forbidden)")
            #expect((1..<126).contains(status), "\(forbidden)")
        }
        #expect(try board.shownTerminal() == "tty1")
        #expect(try board.shell("cat /proc/sys/kernel/random/boot_id") == boot)
        #expect(try board.kioskProcessID() == process)
        // The kernel's own switches: a board without a backlight has none for this user.
        #expect(
            try board.shell(
                """
                setpriv --reuid touchtracker --regid touchtracker --init-groups \
                find /sys -xdev -type f -writable
                """, timeoutSeconds: 120) == "")
        try board.stop()
    }

    @Test("A request that can't be taken, or was taken already, does no harm.")
    func hostileRequests() throws {
        let board = try VirtualBoard.bootKiosk(arguments: [])
        let boot = try board.shell("cat /proc/sys/kernel/random/boot_id")
        try asKiosk("mkdir -p /run/touchtracker/restart/in/it", on: board)
        try board.wait(for: "systemd gives up on what it can't take") {
            try board.shell("systemctl is-failed touchtracker-restart.path || true") == "failed"
        }
        // A link is taken itself, not what it leads to.
        try board.shell("echo kept >/run/precious")
        try asKiosk("ln -s /run/precious /run/touchtracker/console", on: board)
        try board.wait(for: "the request is taken") {
            try board.shell("ls -A /run/touchtracker").split(separator: "\n") == ["restart"]
        }
        #expect(try board.shell("cat /run/precious") == "kept")
        #expect(try board.shell("cat /proc/sys/kernel/random/boot_id") == boot)
        #expect(try board.shell("systemctl is-active touchtracker") == "active")
        try board.stop()
    }
}
