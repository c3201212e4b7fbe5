import Foundation
import Testing
import TouchKitContacts
import TouchKitGeometry
import TouchKitRaster
import TouchTrackerTestSupport
import TouchTrackerVirtualBoard

/// The whole path on a real kernel: from evdev events to the scanned-out picture.
@Suite("Touch to scanout on a board", .serialized, .requiresBoard)
@MainActor
struct TouchToScanoutBoardTests {
    @Test("Five simultaneous lines are drawn exactly as the kernel reported the contacts")
    func fiveFingers() throws {
        let board = try VirtualBoard.bootKiosk()
        var decoder = SlotDecoder.virtualBoard
        try FiveLineDrawing.draw(on: board, decoder: &decoder)
        try board.restartKiosk(arguments: ["--toolbar", "off", "--rotate", "90"])
        try board.waitForPicture { $0.count(of: Ink.ground) == 800 * 480 }
        try FiveLineDrawing.draw(
            on: board, rotation: .clockwise90, decoder: &decoder)
    }

    @Test("The DRM panel orientation rotates the picture by default")
    func panelOrientation() throws {
        let board = try VirtualBoard.bootKiosk(
            kernelArguments: ["video=Virtual-1:panel_orientation=right_side_up"])
        var decoder = SlotDecoder.virtualBoard
        try FiveLineDrawing.draw(
            on: board, rotation: .clockwise90, decoder: &decoder)
    }

    @Test("After 1,000 random touch frames the app runs and no touch is stuck")
    func randomTouches() throws {
        let board = try VirtualBoard.bootKiosk()
        let process = try board.kioskProcessID()
        var decoder = SlotDecoder.virtualBoard
        try board.startRecordingTouches()
        try TouchSequence.sendRandomTouches(to: board, frames: 1_000, seed: 2_026)
        let picture = try board.waitForStillScreenshot()
        #expect(picture.count(of: Ink.held) == 0)
        #expect(try board.kioskProcessID() == process)
        let recording = EvdevRecording(
            try board.stopRecordingTouches(), decoder: &decoder)
        #expect(picture.differingPixels(try replay(recording)) == 0)
        let report = try board.stopKioskAndReadCounters()
        #expect(report["live"] == 0)
        #expect(report["unbalanced"] == 0)
        let began = try #require(report["began"])
        #expect(began > 400)
        #expect(began == (report["ended"] ?? 0) + (report["cancelled"] ?? 0))
    }

    @Test("LIBINPUT_CALIBRATION_MATRIX from udev is applied exactly once")
    func calibration() throws {
        let board = try VirtualBoard.bootKiosk()
        // The matrix mirrors x: x' = 1 - x.
        try board.setCalibrationMatrix("-1 0 1 0 1 0")
        try board.unplugTouchscreen()
        try board.plugTouchscreen()
        try board.drawLine((100, 100), (300, 200))
        let picture = try board.waitForPicture { $0[600, 150] == Ink.finished }
        #expect(picture[700, 100] == Ink.finished)
        #expect(picture[500, 200] == Ink.finished)
        #expect(picture[200, 150] == Ink.ground)
    }

    @Test(
        "A pointer acts as one contact while its button is down; its cursor appears when it moves")
    func pointer() throws {
        let board = try VirtualBoard.bootKiosk()
        try board.unplugTouchscreen()
        try board.plugPointer()
        #expect(try board.screenshot().count(of: Ink.ground) == 800 * 480)
        try board.movePointer(x: 200, y: 100)
        // The cursor is a black cross on a white one.
        let moved = try board.waitForPicture { $0[200, 100] == 0 }
        #expect(moved.count(of: 0xFFFFFF) > 0)
        try board.pressPointer(true)
        try board.movePointer(x: 600, y: 300)
        try board.waitForPicture { $0[400, 200] == Ink.held }
        try board.pressPointer(false)
        try board.waitForPicture { $0[400, 200] == Ink.finished }
        try board.movePointer(x: 20, y: 460)
        let parked = try board.waitForPicture { $0[20, 460] == 0 }
        #expect(parked[200, 100] == Ink.finished)
        #expect(parked[600, 300] == Ink.finished)
        // When a pressed pointer is disconnected, the kernel reports a release
        // (input_disconnect_device), so the touch ends instead of being cancelled.
        try board.pressPointer(true)
        try board.movePointer(x: 20, y: 300)
        try board.waitForPicture { $0[20, 400] == Ink.held }
        try board.unplugPointer()
        try board.waitForPicture { $0.count(of: Ink.held) == 0 }
        let report = try board.stopKioskAndReadCounters()
        #expect(report["began"] == 2)
        #expect(report["ended"] == 2)
        #expect(report["live"] == 0)
    }

    @Test("An idle kiosk has no wake-ups in 10 seconds, and exits with status 0")
    func idle() throws {
        let board = try VirtualBoard.bootKiosk()
        // Watchdog keep-alives wake the kiosk.
        try board.overrideKioskUnit("WatchdogSec=0")
        // The start is complete when nothing has run for three seconds.
        try board.waitUntilIdle(seconds: 3)
        let before = try board.kioskProcessStatistics()
        try board.waitOnBoard(seconds: 10)
        #expect(try board.kioskProcessStatistics().waits == before.waits)
        _ = try board.stopKioskAndReadCounters()
        #expect(try board.kioskProperty("Result") == "success")
        #expect(try board.kioskProperty("ExecMainStatus") == "0")
    }

    @Test("A busy, missing or forbidden display is reported in one line with exit code 69")
    func displayErrors() throws {
        let board = try VirtualBoard.bootKiosk()
        let busy = try board.shell("touchtracker 2>&1; echo status=$?")
        #expect(busy.contains("status=69"))
        #expect(busy.contains("another program holds the display: touchtracker (process "))
        #expect(busy.contains("systemctl stop touchtracker"))
        #expect(busy.split(separator: "\n").count == 2)
        let missing = try board.shell("touchtracker --connector DSI-1 2>&1; echo status=$?")
        #expect(missing.contains("status=69"))
        #expect(missing.contains("use one of Virtual-1"))
        #expect(missing.split(separator: "\n").count == 2)
        let noMode = try board.shell("touchtracker --mode 123x45 2>&1; echo status=$?")
        #expect(noMode.contains("status=69"))
        #expect(noMode.contains("it has no mode 123x45; use one of "))
        #expect(noMode.split(separator: "\n").count == 2)
        let benchmark = try board.shell(
            "touchtracker benchmark --script circle --seconds 1 2>&1; echo status=$?")
        #expect(benchmark.contains("another program holds the display: touchtracker (process "))
        #expect(benchmark.contains("status=69"))
        let forbidden = try board.shell(
            "setpriv --reuid nobody --clear-groups touchtracker 2>&1; echo status=$?")
        #expect(forbidden.contains("status=69"))
        #expect(forbidden.contains("group video"))
    }
}
