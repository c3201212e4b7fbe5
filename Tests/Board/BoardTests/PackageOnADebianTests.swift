import Testing
import TouchTrackerTestSupport

/// The package, installed by apt on a Debian that knows nothing of kiosks, and taken away again.
@Suite(
    "The package on a plain Debian", .serialized,
    .enabled(
        if: BoardEnvironment.debianImageDirectory != nil,
        BoardEnvironment.reasonIfDebianIsMissing))
struct PackageOnADebianTests {
    /// A full system in an emulator: its start takes a minute, and its initramfs another to be made.
    private static let startSeconds = 300.0
    private static let installationSeconds = 900.0

    private func boot(_ disk: BoardDisk) throws -> VirtualBoard {
        let image = try #require(BoardEnvironment.debianImageDirectory)
        var options = VirtualBoard.Options(image: image)
        options.disk = disk
        let board = try VirtualBoard.boot(options)
        try board.wait(for: "a shell answers", timeoutSeconds: Self.startSeconds) {
            (try? board.shell("true")) != nil
        }
        return board
    }

    /// Waits until somebody could log in, by what is on the screen.
    private func waitForLogin(_ board: VirtualBoard, screenshot: String) throws {
        try board.wait(for: "a login prompt", timeoutSeconds: Self.startSeconds) {
            try board.shell("cat /dev/vcs1").contains("debian login:")
        }
        try board.waitForPicture { !$0.isBlack && $0.count(of: 0) > 600 * 480 }
        try board.keepScreenshot(screenshot)
    }

    private func waitForKiosk(_ board: VirtualBoard) throws {
        try board.waitForPicture(timeoutSeconds: Self.startSeconds) {
            $0.count(of: Ink.ground) > 700 * 400
        }
        try board.waitForTouch()
    }

    private func apt(_ command: String, on board: VirtualBoard) throws -> String {
        // As somebody at a terminal would, but for what apt says of its progress.
        try board.shell(
            "DEBIAN_FRONTEND=noninteractive apt-get -q -y \(command)",
            timeoutSeconds: Self.installationSeconds)
    }

    @Test(
        "Installed and restarted it draws, upgraded it draws on; removed and restarted there is a login prompt, and purged the drawing stays unless somebody said otherwise."
    )
    func comesAndGoes() throws {
        let disk = try BoardDisk(
            copying: #require(BoardEnvironment.debianImageDirectory), name: "debian")
        var board = try boot(disk)
        try waitForLogin(board, screenshot: "package-before")
        let targetBefore = try board.shell("systemctl get-default")
        #expect(targetBefore != "touchtracker.target")

        _ = try apt("update", on: board)
        let said = try apt("install /root/touchtracker.deb", on: board)
        #expect(said.contains("a kiosk from the next start on"))
        #expect(try board.shell("systemctl get-default") == "touchtracker.target")
        try board.powerOff()

        board = try boot(disk)
        try waitForKiosk(board)
        try lookAtKiosk(board)
        let blackBefore = try board.stillScreenshot().count(of: Ink.finished)
        try board.down(0, x: 200, y: 150)
        for step in 1...20 { try board.move(0, x: 200 + 20 * step, y: 150 + 8 * step) }
        try board.up(0)
        // 430 pixels long and 10 wide.
        let isDrawn = { (picture: Screenshot) in
            picture.count(of: Ink.finished) > blackBefore + 3_500
        }
        try board.waitForPicture(where: isDrawn)
        try board.keepScreenshot("package-drawing")

        // The same package again is the shortest upgrade.
        let process = try board.kioskProcessID()
        _ = try apt("install --reinstall /root/touchtracker.deb", on: board)
        try board.wait(for: "another kiosk is up") {
            try board.kioskProcessID() != process
                && board.kioskProperty("ActiveState") == "active"
        }
        try board.waitForPicture(where: isDrawn)
        #expect(try board.shell("systemctl get-default") == "touchtracker.target")

        try board.shell("cp /var/lib/dpkg/info/touchtracker.postrm /root")
        _ = try apt("remove touchtracker", on: board)
        #expect(try board.shell("systemctl get-default") == targetBefore)
        try board.powerOff()

        board = try boot(disk)
        try waitForLogin(board, screenshot: "package-removed")
        #expect(try board.shell("ls /var/lib/touchtracker").contains("drawing.sqlite"))
        try lookForLeftOvers(board)
        try board.powerOff()
    }

    /// What is on the machine beside the drawing.
    private func lookAtKiosk(_ board: VirtualBoard) throws {
        #expect(
            try board.shell("cat /sys/module/drm_kms_helper/parameters/fbdev_emulation") == "N")
        #expect(try board.shell("ls /dev | grep -c '^fb' || true") == "0")
        try board.wait(for: "the other services are up", timeoutSeconds: Self.startSeconds) {
            try board.shell("systemctl is-active multi-user.target || true") == "active"
        }
        #expect(
            try board.shell("systemctl is-active getty@tty1.service || true") == "inactive")
        #expect(try board.shell("systemctl --failed --no-legend --plain") == "")
        #expect(try board.kioskProperty("NRestarts") == "0")
        let kiosk = try board.kioskProcessID()
        #expect(try board.shell("stat -c %U /proc/\(kiosk)") == "touchtracker")
    }

    /// Purges the package, with and without the flag.
    private func lookForLeftOvers(_ board: VirtualBoard) throws {
        let said = try apt("purge touchtracker", on: board)
        #expect(said.contains("the drawings stay in /var/lib/touchtracker"))
        #expect(try board.shell("ls /var/lib/touchtracker").contains("drawing.sqlite"))
        let leftOvers = try board.shell(
            "find /etc /usr /var/lib/misc /var/lib/systemd -name '*touchtracker*' -not -path '*/timers/*'"
        )
        #expect(leftOvers == "")
        #expect(
            try board.shell("find /etc -xtype l -lname '*touchtracker*'") == "")
        try board.shell(
            "touch /etc/touchtracker.purge-drawings; sh /root/touchtracker.postrm purge")
        #expect(
            try board.shell("ls -d /var/lib/touchtracker /etc/touchtracker* 2>/dev/null || true")
                == "")
    }
}
