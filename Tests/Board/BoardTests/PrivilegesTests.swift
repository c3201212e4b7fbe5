import Foundation
import Testing
import TouchTrackerTestSupport
import TouchTrackerVirtualBoard

/// The operations that the kiosk's unprivileged user can request from the system.
@Suite("Privileges on a board", .serialized, .requiresBoard)
struct PrivilegesTests {
    private static let wholeScreen = 800 * 480

    /// Runs a command as the kiosk's user without capabilities, and expects exit status 0.
    private func runAsKiosk(_ command: String, on board: VirtualBoard) throws {
        let status = try statusAsKiosk(command, on: board)
        #expect(status == 0, "\(command)")
    }

    /// Runs a command as the kiosk's user without capabilities, and returns the exit status.
    private func statusAsKiosk(_ command: String, on board: VirtualBoard) throws -> Int? {
        let status = try board.shell(
            """
            setpriv --reuid touchtracker --regid touchtracker --init-groups --no-new-privs \
            --bounding-set=-all --inh-caps=-all sh -c '\(command)' >/dev/null 2>&1; echo $?
            """)
        return Int(status)
    }

    @Test(
        "The console request shows a login prompt; Ctrl+Alt+F1 and logging out return to the kiosk")
    func console() throws {
        let board = try VirtualBoard.bootKiosk(
            kernelArguments: ["drm_kms_helper.fbdev_emulation=1"])
        try board.plugKeyboard()
        let process = try board.kioskProcessID()
        var login = "0"
        let waysBack: [() throws -> Void] = [
            { try board.press("ctrl", "alt", "f1") },
            { try board.shell("systemctl stop touchtracker-login") },
        ]
        for returnToKiosk in waysBack {
            try runAsKiosk("touch /run/touchtracker/console", on: board)
            try board.waitForTerminal("tty2")
            try board.waitForPicture(where: Console.isShown)
            // Each request starts a new login, because the old one may have an open session.
            let newLogin = try board.shell("systemctl show -P MainPID touchtracker-login")
            #expect(newLogin != "0" && newLogin != login)
            login = newLogin
            #expect(
                try board.shell("ls /run/touchtracker") == "", "the request file has been removed")
            try returnToKiosk()
            try board.waitForTerminal("tty1")
            try board.waitForPicture { $0.count(of: Ink.ground) == Self.wholeScreen }
        }
        try expectReturnWithoutLogin(on: board)
        #expect(try board.kioskProcessID() == process)
    }

    /// Expects that the kiosk is shown if the login ends immediately or does not start.
    private func expectReturnWithoutLogin(on board: VirtualBoard) throws {
        let dropIns = "/run/systemd/system/touchtracker-login.service.d"
        for setting in [
            "[Service]\nExecStart=\nExecStart=-/bin/false",
            "[Unit]\nConditionPathExists=/nowhere",
        ] {
            try board.shell(
                "mkdir -p \(dropIns); printf '\(setting)\n' >\(dropIns)/test.conf; "
                    + "systemctl daemon-reload; systemctl stop touchtracker-login")
            try runAsKiosk("touch /run/touchtracker/console", on: board)
            try board.wait(for: "the request has been handled") {
                try board.shell(
                    "ls /run/touchtracker; systemctl show -P ActiveState touchtracker-console"
                ).split(separator: "\n").allSatisfy { $0 == "inactive" || $0 == "failed" }
            }
            try board.waitForTerminal("tty1")
        }
        try board.shell("rm -r \(dropIns); systemctl daemon-reload")
    }

    @Test("The kiosk's user has no privileges beyond requests, and the sandbox is not weakened")
    func noOtherPrivileges() throws {
        let board = try VirtualBoard.bootKiosk(arguments: [])
        let process = try board.kioskProcessID()
        let boot = try board.bootID()
        let status = try board.shell("cat /proc/\(process)/status")
        for set in ["CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"] {
            #expect(status.contains("\(set):\t0000000000000000"))
        }
        #expect(status.contains("NoNewPrivs:\t1"))
        // systemd's exposure level, from 0 (best) to 10.
        let exposure = try board.shell("systemd-analyze security touchtracker | tail -n 1")
        #expect(exposure.contains(" 0.9 "), "\(exposure)")
        #expect(try board.shell("grep '^Max core' /proc/\(process)/limits").contains(" 0 "))
        // Other users can traverse the runtime directories, but not list them.
        #expect(
            try board.shell("stat -c '%U %a' /run/touchtracker /run/touchtracker-status")
                == "touchtracker 711\ntouchtracker 711")
        for forbidden in [
            "systemctl reboot", "systemctl start touchtracker-restart.service", "chvt 2",
            "touch /run/restart", "echo b >/proc/sysrq-trigger",
        ] {
            // The command fails by refusal; 126 and 127 would mean that it did not run.
            let status = try #require(try statusAsKiosk(forbidden, on: board), "\(forbidden)")
            #expect((1..<126).contains(status), "\(forbidden)")
        }
        #expect(try board.shownTerminal() == "tty1")
        #expect(try board.bootID() == boot)
        #expect(try board.kioskProcessID() == process)
        // Without a backlight, no file in /sys is writable for this user.
        #expect(
            try board.shell(
                """
                setpriv --reuid touchtracker --regid touchtracker --init-groups \
                find /sys -xdev -type f -writable
                """) == "")
    }

    @Test("A request that is a link is removed without its target, and a folder with its content")
    func hostileRequests() throws {
        let board = try VirtualBoard.bootKiosk(arguments: [])
        let boot = try board.bootID()
        func waitForRemoval() throws {
            try board.wait(for: "the request has been removed") {
                try board.shell("ls -A /run/touchtracker") == ""
            }
        }
        try board.shell("echo kept >/run/precious")
        try runAsKiosk("ln -s /run/precious /run/touchtracker/console", on: board)
        try waitForRemoval()
        #expect(try board.shell("cat /run/precious") == "kept")
        // The folder gets its name when its content is complete.
        try runAsKiosk(
            """
            cd /run/touchtracker; mkdir -p new/in/it; ln -s /run/precious new/in/link
            chmod 0 new/in new; mv new console
            """, on: board)
        try waitForRemoval()
        #expect(try board.shell("cat /run/precious") == "kept")
        #expect(try board.bootID() == boot)
        #expect(try board.shell("systemctl is-active touchtracker") == "active")
    }

    @Test("After requests that cannot be removed, and after many requests, requests still work")
    func repeatedRequests() throws {
        let board = try VirtualBoard.bootKiosk(arguments: [])
        let units = ["console", "restart", "power-off"].map { "touchtracker-\($0)" }
        // The kiosk's user cannot remove the content of a folder of root.
        try board.shell(
            """
            cd /run/touchtracker
            for name in console restart power-off; do
                mkdir new; touch new/file; mv new $name
            done
            """)
        try board.waitOnBoard(seconds: 15)
        for unit in units {
            #expect(try board.shell("systemctl is-active \(unit).path || true") == "active")
            let starts = try board.shell(
                "journalctl -u \(unit).service -o cat | grep -c '^Starting'")
            #expect((2...8).contains(Int(starts) ?? 0), "\(unit): \(starts) starts in 15 s")
        }
        // The console is requested by a file from now on; the others are no requests any more.
        try board.shell(
            "cd /run/touchtracker; mkdir ../old; mv console restart power-off ../old")
        for _ in 1...12 {
            try runAsKiosk("touch /run/touchtracker/console", on: board)
            try board.wait(for: "the request has been handled") {
                try board.shell("ls -A /run/touchtracker") == ""
            }
        }
        #expect(try board.shell("systemctl is-active touchtracker-console.path") == "active")
        try runAsKiosk("touch /run/touchtracker/restart", on: board)
        #expect(try board.waitForShutdown() == .restart)
    }

    @Test("The kiosk's user can read the touchscreen, but no keyboard")
    func keyboards() throws {
        let board = try VirtualBoard.bootKiosk(arguments: [])
        try board.plugKeyboard()
        try board.shell("udevadm settle")
        for (name, access, status) in [
            ("QEMU Virtio MultiTouch", "root input 660", 0),
            ("QEMU Virtio Keyboard", "root root 600", 1),
        ] {
            let node = try board.shell(
                "grep -lsx '\(name)' /sys/class/input/event*/device/name | "
                    + "sed 's,.*/\\(event[0-9]*\\)/.*,/dev/input/\\1,'")
            let properties = try board.shell("udevadm info -q property \(node)")
            #expect(try board.shell("stat -c '%U %G %a' \(node)") == access, "\(properties)")
            #expect(try statusAsKiosk("test -r \(node)", on: board) == status, "\(name)")
        }
        #expect(!(try board.kioskLog().contains("permission")))
    }

    @Test("In the kiosk's mount namespace, few folders are writable, and no program there can run")
    func mountNamespace() throws {
        let board = try VirtualBoard.bootKiosk(arguments: [])
        let process = try board.kioskProcessID()
        func run(_ command: String) throws -> String {
            try board.shell(
                """
                nsenter -t \(process) -m setpriv --reuid touchtracker --regid touchtracker \
                --init-groups sh -c '\(command)' 2>/dev/null; echo status=$?
                """)
        }
        for folder in [
            "/run/touchtracker", "/run/touchtracker-status", "/tmp", "/var/tmp",
            "/var/lib/touchtracker",
        ] {
            #expect(
                try run("cp /usr/bin/true \(folder)/program && \(folder)/program")
                    == "status=126", "\(folder)")
            try board.shell("nsenter -t \(process) -m rm -f \(folder)/program")
        }
        for folder in ["/dev/shm", "/run/lock", "/run", "/run/udev", "/etc", "/dev"] {
            #expect(try run("touch \(folder)/file") == "status=1", "\(folder)")
        }
        let writable = try run(
            "find / -path /proc -prune -o -path /sys -prune -o -type d -writable -print")
        let folders = writable.split(separator: "\n").map(String.init).filter {
            !$0.hasPrefix("/var/lib/touchtracker/") && !$0.hasPrefix("status=")
        }
        #expect(
            Set(folders) == [
                "/run/touchtracker", "/run/touchtracker-status", "/tmp", "/var/tmp",
                "/var/lib/touchtracker", "/dev/mqueue",
            ])
    }
}
