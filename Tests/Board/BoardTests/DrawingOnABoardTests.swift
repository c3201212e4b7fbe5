import Foundation
import Testing
import TouchKitContacts
import TouchKitGeometry
import TouchKitRaster
import TouchTrackerTestSupport

/// The whole way on a real kernel: from the panel's events to the picture that is scanned out.
@Suite(
    "Drawing on a board", .serialized,
    .enabled(if: BoardEnvironment.isComplete, BoardEnvironment.reasonIfMissing))
@MainActor
struct DrawingOnABoardTests {
    @Test("Five fingers draw five lines at once, as the kernel reported them, pixel for pixel.")
    func fiveFingers() throws {
        let board = try VirtualBoard.bootKiosk()
        var decoder = SlotDecoder.virtualBoard
        try FiveLines.draw(on: board, rotation: nil, name: "upright", decoder: &decoder)
        try board.restartKiosk(arguments: ["--toolbar", "off", "--rotate", "90"])
        try board.waitForPicture { $0.count(of: Ink.ground) == 800 * 480 }
        try FiveLines.draw(on: board, rotation: .clockwise90, name: "rotated", decoder: &decoder)
        try board.stop()
    }

    @Test("A panel that is mounted sideways is turned without being asked.")
    func panelOrientation() throws {
        let board = try VirtualBoard.bootKiosk(
            kernelArguments: ["video=Virtual-1:panel_orientation=right_side_up"])
        var decoder = SlotDecoder.virtualBoard
        try FiveLines.draw(
            on: board, rotation: .clockwise90, name: "panel-orientation", decoder: &decoder)
        try board.stop()
    }

    @Test("After 1,000 random touch frames the app is alive and no touch is stuck.")
    func randomPlay() throws {
        let board = try VirtualBoard.bootKiosk()
        let process = try board.kioskProcessID()
        var decoder = SlotDecoder.virtualBoard
        try board.startRecordingTouches()
        var random = SeededRandom(seed: 2_026)
        var down: Set<Int> = []
        for _ in 0..<1_000 {
            try board.frame { batch in
                for slot in 0..<VirtualBoard.slotCount where random.next(below: 3) == 0 {
                    let x = random.next(below: 800)
                    let y = random.next(below: 480)
                    if !down.contains(slot) {
                        batch.down(slot, x: x, y: y)
                        down.insert(slot)
                    } else if random.next(below: 6) == 0 {
                        batch.up(slot)
                        down.remove(slot)
                    } else {
                        batch.move(slot, x: x, y: y)
                    }
                }
            }
        }
        for slot in down.sorted() { try board.up(slot) }
        let picture = try board.stillScreenshot()
        try board.keepScreenshot("random-play")
        #expect(picture.count(of: Ink.held) == 0)
        #expect(try board.kioskProcessID() == process)
        let recording = KernelRecording(
            try board.stopRecordingTouches(), decoder: &decoder)
        #expect(picture.differingPixels(try replay(recording)) == 0)
        let report = try board.stopKiosk()
        #expect(report["live"] == 0)
        #expect(report["unbalanced"] == 0)
        let began = try #require(report["began"])
        #expect(began > 400)
        #expect(began == (report["ended"] ?? 0) + (report["cancelled"] ?? 0))
        try board.stop()
    }

    @Test("Unplugging the panel cancels the fingers on it; plugged in again, it draws again.")
    func unplugging() throws {
        let board = try VirtualBoard.bootKiosk()
        try board.frame { batch in
            batch.down(0, x: 100, y: 100)
            batch.down(1, x: 600, y: 100)
        }
        try board.frame { batch in
            batch.move(0, x: 100, y: 400)
            batch.move(1, x: 700, y: 400)
        }
        try board.waitForPicture(timeoutSeconds: 10) { $0[100, 400] == Ink.held }
        try board.unplugTouch()
        try board.waitForPicture(timeoutSeconds: 10) { $0.count(of: Ink.ground) == 800 * 480 }
        try board.plugTouch()
        try board.down(0, x: 200, y: 200)
        try board.move(0, x: 400, y: 300)
        try board.up(0)
        try board.waitForPicture(timeoutSeconds: 10) {
            $0[200, 200] == Ink.finished && $0[400, 300] == Ink.finished
        }
        let report = try board.stopKiosk()
        #expect(report["cancelled"] == 2)
        #expect(report["ended"] == 1)
        try board.stop()
    }

    @Test("The calibration that udev holds for a panel is applied, once.")
    func calibration() throws {
        let board = try VirtualBoard.bootKiosk()
        // Mirrored: x' = 1 - x.
        try board.shell(
            """
            mkdir -p /run/udev/rules.d
            cat >/run/udev/rules.d/99-calibration.rules <<'RULE'
            SUBSYSTEM=="input", KERNEL=="event*", ENV{LIBINPUT_CALIBRATION_MATRIX}="-1 0 1 0 1 0"
            RULE
            udevadm control --reload
            """)
        try board.unplugTouch()
        try board.plugTouch()
        try board.down(0, x: 100, y: 100)
        try board.move(0, x: 300, y: 200)
        try board.up(0)
        let picture = try board.waitForPicture(timeoutSeconds: 10) { $0[600, 150] == Ink.finished }
        #expect(picture[700, 100] == Ink.finished)
        #expect(picture[500, 200] == Ink.finished)
        #expect(picture[200, 150] == Ink.ground)
        try board.stop()
    }

    @Test("A pointer is one finger while its button is down; its cursor shows once it has moved.")
    func pointer() throws {
        let board = try VirtualBoard.bootKiosk()
        try board.unplugTouch()
        try board.plugPointer()
        #expect(try board.screenshot().count(of: Ink.ground) == 800 * 480)
        try board.movePointer(x: 200, y: 100)
        // The cursor is a black cross on a white one.
        let moved = try board.waitForPicture(timeoutSeconds: 10) { $0[200, 100] == 0 }
        #expect(moved.count(of: 0xFFFFFF) > 0)
        try board.pressPointer(true)
        try board.movePointer(x: 600, y: 300)
        try board.waitForPicture(timeoutSeconds: 10) { $0[400, 200] == Ink.held }
        try board.pressPointer(false)
        try board.waitForPicture(timeoutSeconds: 10) { $0[400, 200] == Ink.finished }
        try board.movePointer(x: 20, y: 460)
        let parked = try board.waitForPicture(timeoutSeconds: 10) { $0[20, 460] == 0 }
        try board.keepScreenshot("pointer")
        #expect(parked[200, 100] == Ink.finished)
        #expect(parked[600, 300] == Ink.finished)
        // Unplugged while pressed. The kernel itself reports a release then (its
        // input_disconnect_device), which can't be told from a lift: the finger ends.
        try board.pressPointer(true)
        try board.movePointer(x: 20, y: 300)
        try board.waitForPicture(timeoutSeconds: 10) { $0[20, 400] == Ink.held }
        try board.unplugPointer()
        try board.waitForPicture(timeoutSeconds: 10) { $0.count(of: Ink.held) == 0 }
        let report = try board.stopKiosk()
        #expect(report["began"] == 2)
        #expect(report["ended"] == 2)
        #expect(report["live"] == 0)
        try board.stop()
    }

    @Test("An idle kiosk isn't woken once in 10 seconds, and ends cleanly when asked to.")
    func idle() throws {
        let board = try VirtualBoard.bootKiosk()
        // The watchdog wakes a kiosk on purpose, and counts that apart.
        try board.changeUnit("WatchdogSec=0")
        try board.waitForTouch()
        // The start is over when nothing has happened for a while.
        try board.shell("sleep 3")
        let process = try board.kioskProcessID()
        let switches = "grep -h ctxt_switches /proc/\(process)/status"
        let before = try board.shell(switches)
        try board.shell("sleep 10", timeoutSeconds: 60)
        #expect(try board.shell(switches) == before)
        _ = try board.stopKiosk()
        #expect(try board.shell("systemctl show -P Result touchtracker") == "success")
        #expect(try board.shell("systemctl show -P ExecMainStatus touchtracker") == "0")
        try board.stop()
    }

    @Test("A display that is taken, missing or forbidden: one clear line and status 69.")
    func displayTrouble() throws {
        let board = try VirtualBoard.bootKiosk()
        let taken = try board.shell("touchtracker 2>&1; echo status=$?")
        #expect(taken.contains("status=69"))
        #expect(taken.contains("another program holds the display: touchtracker (process "))
        #expect(taken.contains("systemctl stop touchtracker"))
        #expect(taken.split(separator: "\n").count == 2)
        let missing = try board.shell("touchtracker --connector DSI-1 2>&1; echo status=$?")
        #expect(missing.contains("status=69"))
        #expect(missing.contains("use one of Virtual-1"))
        let noMode = try board.shell("touchtracker --mode 123x45 2>&1; echo status=$?")
        #expect(noMode.contains("status=69"))
        let forbidden = try board.shell(
            "setpriv --reuid nobody --clear-groups touchtracker 2>&1; echo status=$?")
        #expect(forbidden.contains("status=69"))
        #expect(forbidden.contains("group video"))
        try board.stop()
    }
}
