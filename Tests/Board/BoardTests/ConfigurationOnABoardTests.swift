import Foundation
import Testing
import TouchTrackerTestSupport

/// What a technician chooses for a board by a file on its card.
@Suite(
    "The configuration on a board's card", .serialized,
    .enabled(if: BoardEnvironment.isComplete, BoardEnvironment.reasonIfMissing))
struct ConfigurationOnABoardTests {
    private static let copy = "/var/lib/touchtracker/touchtracker.yaml"

    /// Does something in the boot partition, as root.
    private func onBoot(_ command: String, of board: VirtualBoard) throws {
        try board.shell(
            """
            mount -t vfat /dev/touchtracker/boot /mnt && {
            (cd /mnt; \(command)); code=$?
            umount /mnt
            (exit $code); }
            """, timeoutSeconds: 120)
    }

    /// How often the kiosk has shown a first frame.
    private func startCount(of board: VirtualBoard) throws -> Int {
        try board.shell(
            "journalctl --sync; journalctl --no-pager -q -o cat _SYSTEMD_UNIT=touchtracker.service"
        ).split(separator: "\n").count { $0.hasPrefix("first frame;") }
    }

    /// Has the helper look at the partition, as a start of the board has, and waits for the kiosk that is
    /// started anew for it.
    private func obey(_ board: VirtualBoard) throws {
        let count = try startCount(of: board)
        try board.shell("systemctl start touchtracker-boot-files", timeoutSeconds: 60)
        try board.wait(for: "the kiosk is started anew", timeoutSeconds: 60) {
            try startCount(of: board) == count + 1
        }
    }

    @Test(
        "The card's file holds from the first frame after a single restart on, until it is changed or gone."
    )
    func chosen() throws {
        let image = try BoardImage(
            copying: #require(BoardEnvironment.imageDirectory), name: "configuration-image")
        try image.putOnBoot("TouchTracker.YAML", line: "rotate: 90\r\nscale: 1.5\r")
        let board = try VirtualBoard.boot(.init(image: image.directory))
        let before = try board.waitForPicture()
        try board.wait(for: "the kiosk is started anew", timeoutSeconds: 120) {
            try startCount(of: board) == 2
        }
        try board.waitForTouch()
        let turned = try board.stillScreenshot()
        try board.keepScreenshot("configuration-turned")
        #expect(turned != before)
        #expect(try board.shell("stat -c '%U %a' \(Self.copy)") == "touchtracker 600")
        #expect(try board.kioskProperty("NRestarts") == "0")

        // Nothing has changed: nobody is disturbed, however often somebody looks.
        let process = try board.kioskProcessID()
        for _ in 1...2 {
            try board.shell("systemctl start touchtracker-boot-files", timeoutSeconds: 60)
        }
        #expect(try board.kioskProcessID() == process)

        // It holds as the command line would.
        try onBoot("rm touchtracker.yaml", of: board)
        try obey(board)
        #expect(try board.shell("test -e \(Self.copy) && echo there || true") == "")
        try board.waitForTouch()
        #expect(try board.stillScreenshot() != turned)
        try board.restartKiosk(arguments: ["--rotate", "90", "--scale", "1.5"])
        try board.waitForTouch()
        #expect(try board.stillScreenshot() == turned)
        #expect(try board.shell("systemctl --failed --no-legend --plain") == "")
        try board.stop()
    }

    @Test("A broken file is a line on the screen, and drawing goes on below it.")
    func broken() throws {
        let board = try VirtualBoard.bootKiosk(arguments: [])
        try board.wait(for: "all is done that belongs to the start", timeoutSeconds: 60) {
            try board.shell("systemctl is-active touchtracker.target || true") == "active"
        }
        let plain = try board.stillScreenshot()
        try onBoot("printf 'scene: draw\\nscnee: drag\\n' >touchtracker.yaml", of: board)
        try obey(board)
        try board.waitForPicture(timeoutSeconds: 10) { $0[400, 16] != plain[400, 16] }
        try board.keepScreenshot("configuration-broken")
        try board.waitForTouch()
        try board.down(0, x: 300, y: 30)
        try board.move(0, x: 300, y: 300)
        try board.up(0)
        try board.waitForPicture(timeoutSeconds: 30) {
            $0[300, 30] == Ink.finished && $0[300, 200] == Ink.finished
                && $0[400, 16] == plain[400, 16]
        }
        let line =
            "TT-BOOT/touchtracker.yaml:2: “scnee” is no key of the configuration; write scene; this file is left out"
        #expect(try board.kioskLog().contains(line))
        try board.stop()
    }

    @Test("No file leaves the board dark: not one that names another display, nor a hostile one.")
    func dark() throws {
        let board = try VirtualBoard.bootKiosk(arguments: [])
        try board.wait(for: "all is done that belongs to the start", timeoutSeconds: 60) {
            try board.shell("systemctl is-active touchtracker.target || true") == "active"
        }
        let plain = try board.stillScreenshot()
        for (command, words) in [
            ("echo 'card: card99'", "/dev/dri/card99: there is no such card"),
            ("echo 'connector: PAPER-1'", "PAPER-1: there is no such connector"),
            ("echo 'mode: 5x5'", "it has no mode 5x5"),
            ("echo 'display: headless:800x480'", "nothing would be seen on the screen"),
            ("head -c 10000000 /dev/zero", "is larger than 64 kB"),
            ("printf 'a: \\000'", "control characters are not allowed"),
        ] {
            try onBoot("\(command) >touchtracker.yaml", of: board)
            try obey(board)
            try board.waitForPicture(timeoutSeconds: 20) { $0[400, 16] != plain[400, 16] }
            let log = try board.kioskLog()
            #expect(log.contains("TT-BOOT/touchtracker.yaml:"), "\(command)")
            #expect(log.contains(words), "\(command)")
        }
        #expect(try board.kioskProperty("NRestarts") == "0")
        #expect(try board.shell("systemctl --failed --no-legend --plain") == "")
        try board.stop()
    }
}
