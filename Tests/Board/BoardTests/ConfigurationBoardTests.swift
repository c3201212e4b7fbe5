import Foundation
import Testing
import TouchTrackerTestSupport
import TouchTrackerVirtualBoard

/// The configuration file on a board's boot partition.
@Suite("Configuration on the boot partition", .serialized, .requiresBoard)
struct ConfigurationBoardTests {
    private static let copy = "/var/lib/touchtracker/touchtracker.yaml"

    /// Runs the unit that applies the configuration, and waits until it has restarted the kiosk.
    private func applyConfiguration(_ board: VirtualBoard) throws {
        let count = try board.kioskStartCount()
        // systemd limits starts to five in ten seconds.
        try board.shell("systemctl reset-failed; systemctl start touchtracker-boot-files")
        try board.wait(for: "the kiosk has been restarted") {
            try board.kioskStartCount() == count + 1
        }
    }

    @Test("A configuration file takes effect after one restart of the kiosk, until it is removed")
    func validFile() throws {
        let image = try BoardImage(
            copying: #require(BoardEnvironment.imageDirectory), name: "configuration-image")
        try image.writeToBootPartition("TouchTracker.YAML", line: "rotate: 90\r\nscale: 1.5\r")
        let board = try VirtualBoard.boot(.init(image: image.directory))
        let before = try board.waitForPicture()
        try board.wait(for: "the kiosk has been restarted") { try board.kioskStartCount() == 2 }
        try board.waitForTouchscreen()
        let turned = try board.waitForStillScreenshot()
        #expect(turned != before)
        #expect(try board.shell("stat -c '%U %a' \(Self.copy)") == "touchtracker 600")
        #expect(try board.kioskProperty("NRestarts") == "0")

        // An unchanged file does not restart the kiosk.
        let process = try board.kioskProcessID()
        for _ in 1...2 { try board.shell("systemctl start touchtracker-boot-files") }
        #expect(try board.kioskProcessID() == process)

        // The file has the same effect as command-line options.
        try board.runInBootPartition("rm touchtracker.yaml")
        try applyConfiguration(board)
        #expect(try board.shell("test -e \(Self.copy) && echo there || true") == "")
        try board.waitForTouchscreen()
        #expect(try board.waitForStillScreenshot() != turned)
        try board.restartKiosk(arguments: ["--rotate", "90", "--scale", "1.5"])
        try board.waitForTouchscreen()
        #expect(try board.waitForStillScreenshot() == turned)
        #expect(try board.failedUnits() == "")
    }

    @Test("An invalid file is reported on the screen, and drawing still works")
    func invalidFile() throws {
        let board = try VirtualBoard.bootKiosk(arguments: [])
        try board.waitForCompleteBoot()
        let plain = try board.waitForStillScreenshot()
        try board.runInBootPartition("printf 'scene: draw\\nscnee: drag\\n' >touchtracker.yaml")
        try applyConfiguration(board)
        try board.waitForPicture { $0[400, 16] != plain[400, 16] }
        try board.waitForTouchscreen()
        try board.drawLine((300, 30), (300, 300))
        try board.waitForPicture {
            $0[300, 30] == Ink.finished && $0[300, 200] == Ink.finished
                && $0[400, 16] == plain[400, 16]
        }
        let line =
            "TT-BOOT/touchtracker.yaml:2: “scnee” is not a configuration key; write scene; "
            + "the file is ignored"
        #expect(try board.kioskLog().contains(line))
    }

    @Test("No configuration file leaves the display dark, not even a hostile one")
    func unusableFile() throws {
        let board = try VirtualBoard.bootKiosk(arguments: [])
        try board.waitForCompleteBoot()
        let plain = try board.waitForStillScreenshot()
        for (command, message) in [
            ("echo 'card: card99'", "/dev/dri/card99: there is no such card"),
            ("echo 'connector: PAPER-1'", "PAPER-1: there is no such connector"),
            ("echo 'mode: 5x5'", "it has no mode 5x5"),
            ("echo 'display: headless:800x480'", "a headless display would leave the screen dark"),
            ("head -c 10000000 /dev/zero", "is larger than 64 KiB"),
            ("printf 'a: \\000'", "control characters are not allowed"),
            ("head -c 60000 /dev/zero | tr '\\0' '['", "ignored"),
        ] {
            try board.runInBootPartition("\(command) >touchtracker.yaml")
            try applyConfiguration(board)
            try board.waitForPicture { $0[400, 16] != plain[400, 16] }
            let log = try board.kioskLog()
            #expect(log.contains("TT-BOOT/touchtracker.yaml:"), "\(command)")
            #expect(log.contains(message), "\(command)")
        }
        #expect(try board.kioskProperty("NRestarts") == "0")
        #expect(try board.failedUnits() == "")
    }

    @Test("A request is executed although the configuration prevents the first start")
    func requestWithUnusableFile() throws {
        let board = try VirtualBoard.bootKiosk(arguments: [])
        try board.waitForCompleteBoot()
        try board.runInBootPartition("echo 'card: card99' >touchtracker.yaml; touch orient")
        try applyConfiguration(board)
        // The first mark of the calibration screen.
        try board.waitForPicture { $0[250, 60] == 0x000000 }
        #expect(try board.kioskLog().contains("/dev/dri/card99: there is no such card"))
    }
}
