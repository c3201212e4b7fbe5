import Foundation
import Testing
import TouchTrackerTestSupport

/// Displays, touch panels, other programs and other consoles come and go; the kiosk stays.
@Suite(
    "Coming and going on a board", .serialized,
    .enabled(if: BoardEnvironment.isComplete, BoardEnvironment.reasonIfMissing))
struct ComingAndGoingTests {
    /// Memory may grow by so much without being a leak, in kilobytes: allocators keep what they
    /// have, and a display's report is a few hundred bytes of text.
    private static let residentMargin = 256

    /// Draws a line with the finger of a slot and lifts it.
    private func drawLine(
        _ board: VirtualBoard, from: (x: Int, y: Int), to: (x: Int, y: Int), slot: Int = 0
    ) throws {
        try board.down(slot, x: from.x, y: from.y)
        try board.move(slot, x: to.x, y: to.y)
        try board.up(slot)
        try board.waitForPicture(timeoutSeconds: 10) {
            $0[from.x, from.y] == Ink.finished && $0[to.x, to.y] == Ink.finished
        }
    }

    /// Puts two fingers down, and returns when they are seen.
    private func holdTwoFingers(_ board: VirtualBoard) throws {
        try board.frame { batch in
            batch.down(0, x: 300, y: 100)
            batch.down(1, x: 500, y: 100)
        }
        try board.frame { batch in
            batch.move(0, x: 300, y: 400)
            batch.move(1, x: 500, y: 400)
        }
        try board.waitForPicture(timeoutSeconds: 10) {
            $0[300, 400] == Ink.held && $0[500, 400] == Ink.held
        }
    }

    private func liftTwoFingers(_ board: VirtualBoard) throws {
        try board.frame { batch in
            batch.up(0)
            batch.up(1)
        }
    }

    /// Nobody was left down, and nobody was told of half a touch.
    private func expectBalance(_ report: [String: Int], cancelled: Int, ended: Int) {
        #expect(report["live"] == 0)
        #expect(report["unbalanced"] == 0)
        #expect(report["cancelled"] == cancelled)
        #expect(report["ended"] == ended)
        #expect(report["began"] == cancelled + ended)
    }

    private func expectFlat(_ after: KioskFigures, _ before: KioskFigures) {
        #expect(after.process == before.process)
        #expect(after.descriptors == before.descriptors)
        let growth = after.residentKilobytes - before.residentKilobytes
        print("resident memory grew by \(growth) kB from \(before.residentKilobytes) kB")
        #expect(growth <= Self.residentMargin)
    }

    // MARK: The display

    @Test("Started without a display the unit is active, and draws as soon as one is connected.")
    func noDisplayAtStart() throws {
        let board = try VirtualBoard.bootImage(kernelArguments: ["video=Virtual-1:d"])
        try board.wait(for: "the unit is active", timeoutSeconds: 60) {
            try board.kioskProperty("ActiveState") == "active"
        }
        #expect(try board.kioskProperty("StatusText") == "waiting for a display")
        #expect(try board.shell("cat /sys/class/drm/card0-Virtual-1/status") == "disconnected")
        let process = try board.kioskProcessID()
        // Longer than WatchdogSec: who waits is well. And who waits costs nothing.
        let before = try board.kioskFigures()
        try board.shell("sleep 12", timeoutSeconds: 60)
        #expect(try board.kioskFigures().cpuSeconds - before.cpuSeconds <= 0.05)
        #expect(try board.kioskProperty("ActiveState") == "active")
        #expect(try board.screenshot().isPlaceholder)

        try board.findDisplay()
        // All but the toolbar.
        try board.waitForPicture(timeoutSeconds: 10) { $0.count(of: Ink.ground) > 800 * 420 }
        try board.waitForTouch()
        try drawLine(board, from: (100, 100), to: (300, 200))
        #expect(try board.kioskProperty("StatusText").hasPrefix("drawing on "))
        #expect(try board.kioskProperty("NRestarts") == "0")
        #expect(try board.kioskProcessID() == process)
        try board.stop()
    }

    @Test("Off and on ten times with fingers down: cancelled, the drawing kept, nothing leaked.")
    func offAndOn() throws {
        let board = try VirtualBoard.bootKiosk()
        try drawLine(board, from: (60, 60), to: (700, 440))
        let drawing = try board.stillScreenshot()
        var before: KioskFigures?
        for round in 1...10 {
            try holdTwoFingers(board)
            try board.unplugDisplay()
            try board.wait(for: "the kiosk waits") {
                try board.kioskProperty("StatusText") == "waiting for a display"
            }
            // What is done on a dark panel isn't meant.
            if round == 1 { try board.move(0, x: 10, y: 10) }
            try liftTwoFingers(board)
            try board.plugDisplay(width: 800, height: 480)
            try board.waitForPicture(timeoutSeconds: 10) { $0 == drawing }
            try board.waitForTouch()
            // The first round is the first to need some things.
            if round == 1 { before = try board.kioskFigures() }
        }
        expectFlat(try board.kioskFigures(), try #require(before))
        #expect(try board.kioskProperty("NRestarts") == "0")
        expectBalance(try board.stopKiosk(), cancelled: 20, ended: 1)
        try board.stop()
    }

    @Test("A display that comes back in another size is drawn on in that size, and touched right.")
    func otherMode() throws {
        let board = try VirtualBoard.bootKiosk()
        try drawLine(board, from: (60, 60), to: (300, 300))
        let process = try board.kioskProcessID()
        // Without having been away; then smaller, after a while without one.
        for (width, height, isUnplugged) in [(1_024, 600, false), (640, 400, true)] {
            try board.down(0, x: 200, y: 60)
            try board.waitForPicture { $0[200, 60] == Ink.held }
            if isUnplugged { try board.unplugDisplay() }
            try board.plugDisplay(width: width, height: height)
            try board.waitForPicture(timeoutSeconds: 10) {
                $0[180, 180] == Ink.finished && $0[200, 60] == Ink.ground
                    && $0[width - 1, height - 1] == Ink.ground && $0.count(of: Ink.held) == 0
            }
            try board.waitForTouch()
            try board.up(0)
            let corner = (x: width - 30, y: height - 30)
            try drawLine(board, from: corner, to: (width - 130, height - 30))
            let picture = try board.stillScreenshot()
            try board.keepScreenshot("mode-\(width)x\(height)")
            let reach = picture.reach(
                beyond: corner, from: (width - 130, height - 30), color: Ink.finished)
            #expect(abs(reach - 5) <= 1, "the line begins \(reach) pixels beyond \(corner)")
        }
        try board.plugDisplay(width: 800, height: 480)
        try board.waitForPicture(timeoutSeconds: 10) {
            $0[180, 180] == Ink.finished && $0[610, 370] == Ink.finished
        }
        #expect(try board.kioskProcessID() == process)
        expectBalance(try board.stopKiosk(), cancelled: 2, ended: 3)
        try board.stop()
    }

    // MARK: Others

    @Test("Another program, then another console, has the display for a while: no error loop.")
    func takenAndGivenBack() throws {
        let board = try VirtualBoard.bootKiosk()
        try drawLine(board, from: (60, 60), to: (700, 440))
        let drawing = try board.stillScreenshot()
        let process = try board.kioskProcessID()

        try holdTwoFingers(board)
        try board.takeDisplay()
        #expect(try board.screenshot().isPlaceholder)
        // Only whoever draws notices.
        try board.move(0, x: 310, y: 300)
        let takenStatus = "waiting until another program lets the display go"
        try board.wait(for: "the kiosk waits") {
            try board.kioskProperty("StatusText") == takenStatus
        }
        let begin = try board.kioskFigures()
        let lines = try board.kioskLog().split(separator: "\n").count
        try liftTwoFingers(board)
        for step in 0..<100 {
            try board.down(2, x: 100 + step, y: 200)
            try board.up(2)
        }
        let end = try board.kioskFigures()
        print("waiting for the display took \(end.cpuSeconds - begin.cpuSeconds) s of computing")
        #expect(end.cpuSeconds - begin.cpuSeconds <= 0.1)
        #expect(try board.kioskLog().split(separator: "\n").count <= lines + 1)
        try board.giveDisplayBack()
        try board.waitForPicture(timeoutSeconds: 20) { $0 == drawing }
        try board.waitForTouch()

        try holdTwoFingers(board)
        try board.showTerminal(2)
        #expect(
            try board.kioskProperty("StatusText") == "waiting until this virtual terminal is shown")
        // Whoever is shown now may have the card.
        #expect(try board.shell("touchtracker devices >/dev/null; echo $?") == "0")
        try liftTwoFingers(board)
        try board.down(0, x: 10, y: 10)
        try board.up(0)
        // News of the display meanwhile aren't for a kiosk that is away.
        try board.shell("udevadm trigger --action=change /sys/class/drm/card0; udevadm settle")
        #expect(
            try board.kioskProperty("StatusText") == "waiting until this virtual terminal is shown")
        try board.showTerminal(1)
        try board.waitForPicture(timeoutSeconds: 10) { $0 == drawing }
        try board.waitForTouch()
        try drawLine(board, from: (60, 440), to: (300, 300))
        #expect(try board.kioskProcessID() == process)
        expectBalance(try board.stopKiosk(), cancelled: 4, ended: 2)
        try board.stop()
    }

    // MARK: The touch panel

    /// How often the panel is unplugged: 100 times by `scripts/test --all`.
    private static let rounds = BoardEnvironment.hasCampaigns ? 100 : 30

    @Test(
        "Unplugged and plugged again and again, every tenth time with fingers down: none stuck, no leak."
    )
    func touchPanel() throws {
        let board = try VirtualBoard.bootKiosk()
        var before: KioskFigures?
        for round in 1...Self.rounds {
            let isHeld = round % 10 == 0
            if isHeld { try holdTwoFingers(board) }
            try board.unplugTouch()
            if isHeld {
                try board.waitForPicture(timeoutSeconds: 10) {
                    $0.count(of: Ink.ground) == 800 * 480
                }
            }
            try board.plugTouch()
            if round == 10 { before = try board.kioskFigures() }
        }
        expectFlat(try board.kioskFigures(), try #require(before))
        try drawLine(board, from: (60, 60), to: (700, 440))
        expectBalance(
            try board.stopKiosk(), cancelled: 2 * (Self.rounds / 10), ended: 1)
        try board.stop()
    }
}
