import Testing
import TouchTrackerTestSupport
import TouchTrackerVirtualBoard

/// Installing, upgrading, removing and purging the package with apt on a plain Debian system.
@Suite("Package installation", .serialized, .requiresDebian)
struct PackageInstallationTests {
    private func boot(_ disk: BoardDisk) throws -> VirtualBoard {
        let image = try #require(BoardEnvironment.debianImageDirectory)
        let board = try VirtualBoard.boot(VirtualBoard.Options(image: image, disk: disk))
        try board.shell("true")
        return board
    }

    /// Waits until the text console shows a login prompt.
    private func waitForLogin(_ board: VirtualBoard) throws {
        try board.wait(for: "a login prompt") {
            try board.shell("cat /dev/vcs1").contains("debian login:")
        }
        try board.waitForPicture { !$0.isBlack && $0.count(of: 0) > 600 * 480 }
    }

    private func waitForKiosk(_ board: VirtualBoard) throws {
        try board.waitForPicture { $0.count(of: 0xFFFFFF) > 700 * 400 }
        try board.waitForTouchscreen()
    }

    private func apt(_ command: String, on board: VirtualBoard) throws -> String {
        // -q omits apt's progress display. Installation also builds an initramfs.
        try board.shell(
            "DEBIAN_FRONTEND=noninteractive apt-get -q -y \(command)", timeoutSeconds: 900)
    }

    @Test(
        "Installation makes the machine a kiosk, removal restores the console and keeps the drawing"
    )
    func installUpgradeRemovePurge() throws {
        let disk = try BoardDisk(
            copying: #require(BoardEnvironment.debianImageDirectory), name: "debian")
        var board = try boot(disk)
        try waitForLogin(board)
        let targetBefore = try board.shell("systemctl get-default")
        #expect(targetBefore != "touchtracker.target")

        _ = try apt("update", on: board)
        let output = try apt("install /root/touchtracker.deb", on: board)
        #expect(output.contains("this machine will start as a kiosk"))
        #expect(try board.shell("systemctl get-default") == "touchtracker.target")
        try board.powerOff()

        board = try boot(disk)
        try waitForKiosk(board)
        try expectKioskSystem(board)
        let blackBefore = try board.waitForStillScreenshot().count(of: Ink.finished)
        try board.down(0, x: 200, y: 150)
        for step in 1...20 { try board.move(0, x: 200 + 20 * step, y: 150 + 8 * step) }
        try board.up(0)
        // The line is 430 pixels long and 10 wide.
        let isDrawn = { (picture: Screenshot) in
            picture.count(of: Ink.finished) > blackBefore + 3_500
        }
        try board.waitForPicture(where: isDrawn)

        // Reinstalling the same package runs the maintainer scripts of an upgrade.
        let process = try board.kioskProcessID()
        _ = try apt("install --reinstall /root/touchtracker.deb", on: board)
        try board.waitForNewKiosk(insteadOf: process)
        try board.waitForPicture(where: isDrawn)
        #expect(try board.shell("systemctl get-default") == "touchtracker.target")

        try expectLoginWhileOff(board)

        try board.shell("cp /var/lib/dpkg/info/touchtracker.postrm /root")
        _ = try apt("remove touchtracker", on: board)
        #expect(try board.shell("systemctl get-default") == targetBefore)
        try board.powerOff()

        board = try boot(disk)
        try waitForLogin(board)
        #expect(try board.shell("ls /var/lib/touchtracker").contains("drawing.sqlite"))
        try expectNoLeftoversAfterPurge(board)
        try board.powerOff()
    }

    /// Expects the kiosk's kernel settings, other services and process to be as the package
    /// defines.
    private func expectKioskSystem(_ board: VirtualBoard) throws {
        #expect(
            try board.shell("cat /sys/module/drm_kms_helper/parameters/fbdev_emulation") == "N")
        #expect(try board.shell("ls /dev | grep -c '^fb' || true") == "0")
        try board.wait(for: "the other services are up") {
            try board.shell("systemctl is-active multi-user.target || true") == "active"
        }
        #expect(
            try board.shell("systemctl is-active getty@tty1.service || true") == "inactive")
        #expect(try board.failedUnits() == "")
        #expect(try board.kioskProperty("NRestarts") == "0")
        let kiosk = try board.kioskProcessID()
        #expect(try board.shell("stat -c %U /proc/\(kiosk)") == "touchtracker")
    }

    /// Expects that a display event does not end the login on the console while the machine is no
    /// kiosk.
    private func expectLoginWhileOff(_ board: VirtualBoard) throws {
        try board.shell(
            "/usr/libexec/touchtracker/kiosk off; systemctl stop touchtracker; "
                + "systemctl start getty@tty1")
        try board.shell(
            "udevadm trigger --action=change --subsystem-match=drm; udevadm settle; "
                + "systemctl daemon-reload")
        #expect(
            try board.shell("systemctl is-active getty@tty1 touchtracker || true")
                == "active\ninactive")
    }

    /// Purges the package without and with the flag file that deletes the drawings.
    private func expectNoLeftoversAfterPurge(_ board: VirtualBoard) throws {
        let output = try apt("purge touchtracker", on: board)
        #expect(output.contains("the drawings stay in /var/lib/touchtracker"))
        #expect(try board.shell("ls /var/lib/touchtracker").contains("drawing.sqlite"))
        let leftovers = try board.shell(
            "find /etc /usr /var/lib/misc /var/lib/systemd -name '*touchtracker*' "
                + "-not -path '*/timers/*'"
        )
        #expect(leftovers == "")
        #expect(
            try board.shell("find /etc -xtype l -lname '*touchtracker*'") == "")
        try board.shell(
            "touch /etc/touchtracker.purge-drawings; sh /root/touchtracker.postrm purge")
        #expect(
            try board.shell("ls -d /var/lib/touchtracker /etc/touchtracker* 2>/dev/null || true")
                == "")
    }
}
