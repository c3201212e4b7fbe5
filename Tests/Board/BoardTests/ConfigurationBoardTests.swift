import Foundation
import Testing
import TouchTrackerTestSupport

/// The configuration file on a board's boot partition.
@Suite(
    "Configuration on the boot partition", .serialized,
    .enabled(if: BoardEnvironment.isComplete, BoardEnvironment.reasonIfBoardIsMissing))
struct ConfigurationBoardTests {
    private static let copy = "/var/lib/touchtracker/touchtracker.yaml"

    /// Runs a command as root in the mounted boot partition.
    private func onBoot(_ command: String, of board: VirtualBoard) throws {
        try board.shell(
            """
            mount -t vfat /dev/touchtracker/boot /mnt && {
            (cd /mnt; \(command)); code=$?
            umount /mnt
            (exit $code); }
            """, timeoutSeconds: 120)
    }

    /// Returns the number of kiosk starts, from the log lines "first frame".
    private func startCount(of board: VirtualBoard) throws -> Int {
        try board.shell(
            "journalctl --sync; journalctl --no-pager -q -o cat _SYSTEMD_UNIT=touchtracker.service"
        ).split(separator: "\n").count { $0.hasPrefix("first frame;") }
    }

    /// Runs the unit that applies the configuration, and waits until it has restarted the kiosk.
    private func applyConfiguration(_ board: VirtualBoard) throws {
        let count = try startCount(of: board)
        try board.shell("systemctl start touchtracker-boot-files", timeoutSeconds: 60)
        try board.wait(for: "the kiosk has been restarted", timeoutSeconds: 60) {
            try startCount(of: board) == count + 1
        }
    }

    @Test(
        "A configuration file takes effect after one restart of the kiosk, until it is removed"
    )
    func validFile() throws {
        let image = try BoardImage(
            copying: #require(BoardEnvironment.imageDirectory), name: "configuration-image")
        try image.writeToBootPartition("TouchTracker.YAML", line: "rotate: 90\r\nscale: 1.5\r")
        let board = try VirtualBoard.boot(.init(image: image.directory))
        let before = try board.waitForPicture()
        try board.wait(for: "the kiosk has been restarted", timeoutSeconds: 120) {
            try startCount(of: board) == 2
        }
        try board.waitForTouchscreen()
        let turned = try board.waitForStillScreenshot()
        try board.exportScreenshot("configuration-turned")
        #expect(turned != before)
        #expect(try board.shell("stat -c '%U %a' \(Self.copy)") == "touchtracker 600")
        #expect(try board.kioskProperty("NRestarts") == "0")

        // An unchanged file does not restart the kiosk.
        let process = try board.kioskProcessID()
        for _ in 1...2 {
            try board.shell("systemctl start touchtracker-boot-files", timeoutSeconds: 60)
        }
        #expect(try board.kioskProcessID() == process)

        // The file has the same effect as command-line options.
        try onBoot("rm touchtracker.yaml", of: board)
        try applyConfiguration(board)
        #expect(try board.shell("test -e \(Self.copy) && echo there || true") == "")
        try board.waitForTouchscreen()
        #expect(try board.waitForStillScreenshot() != turned)
        try board.restartKiosk(arguments: ["--rotate", "90", "--scale", "1.5"])
        try board.waitForTouchscreen()
        #expect(try board.waitForStillScreenshot() == turned)
        #expect(try board.shell("systemctl --failed --no-legend --plain") == "")
        try board.stop()
    }

    @Test("An invalid file is reported on the screen, and drawing still works")
    func invalidFile() throws {
        let board = try VirtualBoard.bootKiosk(arguments: [])
        try board.wait(for: "the boot is complete", timeoutSeconds: 60) {
            try board.shell("systemctl is-active touchtracker.target || true") == "active"
        }
        let plain = try board.waitForStillScreenshot()
        try onBoot("printf 'scene: draw\\nscnee: drag\\n' >touchtracker.yaml", of: board)
        try applyConfiguration(board)
        try board.waitForPicture(timeoutSeconds: 10) { $0[400, 16] != plain[400, 16] }
        try board.exportScreenshot("configuration-broken")
        try board.waitForTouchscreen()
        try board.down(0, x: 300, y: 30)
        try board.move(0, x: 300, y: 300)
        try board.up(0)
        try board.waitForPicture(timeoutSeconds: 30) {
            $0[300, 30] == Ink.finished && $0[300, 200] == Ink.finished
                && $0[400, 16] == plain[400, 16]
        }
        let line =
            "TT-BOOT/touchtracker.yaml:2: “scnee” is not a configuration key; write scene; "
            + "the file is ignored"
        #expect(try board.kioskLog().contains(line))
        try board.stop()
    }

    @Test("No configuration file leaves the display dark, not even a hostile one")
    func unusableFile() throws {
        let board = try VirtualBoard.bootKiosk(arguments: [])
        try board.wait(for: "the boot is complete", timeoutSeconds: 60) {
            try board.shell("systemctl is-active touchtracker.target || true") == "active"
        }
        let plain = try board.waitForStillScreenshot()
        for (command, message) in [
            ("echo 'card: card99'", "/dev/dri/card99: there is no such card"),
            ("echo 'connector: PAPER-1'", "PAPER-1: there is no such connector"),
            ("echo 'mode: 5x5'", "it has no mode 5x5"),
            ("echo 'display: headless:800x480'", "a headless display would leave the screen dark"),
            ("head -c 10000000 /dev/zero", "is larger than 64 KiB"),
            ("printf 'a: \\000'", "control characters are not allowed"),
        ] {
            try onBoot("\(command) >touchtracker.yaml", of: board)
            try applyConfiguration(board)
            try board.waitForPicture(timeoutSeconds: 20) { $0[400, 16] != plain[400, 16] }
            let log = try board.kioskLog()
            #expect(log.contains("TT-BOOT/touchtracker.yaml:"), "\(command)")
            #expect(log.contains(message), "\(command)")
        }
        #expect(try board.kioskProperty("NRestarts") == "0")
        #expect(try board.shell("systemctl --failed --no-legend --plain") == "")
        try board.stop()
    }
}
