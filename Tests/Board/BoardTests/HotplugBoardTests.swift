import Foundation
import Testing
import TouchTrackerTestSupport
import TouchTrackerVirtualBoard

/// Hotplug of displays and touchscreens, other DRM masters and VT switches while the kiosk runs.
@Suite("Hotplug and VT switching on a board", .serialized, .requiresBoard)
struct HotplugBoardTests {
    /// The growth of anonymous memory that does not count as a leak, in kilobytes.
    ///
    /// Allocators keep freed memory, and each display change logs a few hundred bytes.
    private static let memoryMargin = 256

    /// Draws with two contacts that stay down, and waits until their ink is shown.
    private func holdTwoContacts(_ board: VirtualBoard) throws {
        try board.frame { batch in
            batch.down(0, x: 300, y: 100)
            batch.down(1, x: 500, y: 100)
        }
        try board.frame { batch in
            batch.move(0, x: 300, y: 400)
            batch.move(1, x: 500, y: 400)
        }
        try board.waitForPicture { $0[300, 400] == Ink.held && $0[500, 400] == Ink.held }
    }

    private func liftTwoContacts(_ board: VirtualBoard) throws {
        try board.frame { batch in
            batch.up(0)
            batch.up(1)
        }
    }

    /// Expects that every touch ended or was cancelled, with the given numbers of touches.
    private func expectBalancedTouches(
        _ counters: [String: Int], cancelled: Int, ended: Int
    ) {
        #expect(counters["live"] == 0)
        #expect(counters["unbalanced"] == 0)
        #expect(counters["cancelled"] == cancelled)
        #expect(counters["ended"] == ended)
        #expect(counters["began"] == cancelled + ended)
    }

    /// Returns the statistics of the kiosk while it is idle. A working kiosk may have descriptors
    /// open for a moment.
    private func idleStatistics(_ board: VirtualBoard) throws -> KioskProcessStatistics {
        try board.waitUntilIdle()
        return try board.kioskProcessStatistics()
    }

    /// Expects the same process with the same number of descriptors and without a memory leak.
    private func expectNoLeak(_ after: KioskProcessStatistics, _ before: KioskProcessStatistics) {
        #expect(after.process == before.process)
        #expect(after.descriptors == before.descriptors)
        let growth = after.anonymousKilobytes - before.anonymousKilobytes
        print("anonymous memory grew by \(growth) kB from \(before.anonymousKilobytes) kB")
        #expect(growth <= Self.memoryMargin)
    }

    // MARK: The display

    @Test("A kiosk started without a display draws as soon as a display is connected")
    func noDisplayAtStart() throws {
        let board = try VirtualBoard.bootImage(kernelArguments: ["video=Virtual-1:d"])
        try board.waitForKioskStatus("waiting for a display")
        #expect(try board.shell("cat /sys/class/drm/card0-Virtual-1/status") == "disconnected")
        let process = try board.kioskProcessID()
        // A waiting kiosk satisfies the watchdog and wakes only for that.
        try board.expectOnlyKeepAlives(2)
        #expect(try board.screenshot().isPlaceholder)
        // After the return to the kiosk's terminal, the reason for waiting is the display again.
        try board.showTerminal(2)
        try board.waitForKioskStatus("waiting until this virtual terminal is shown")
        try board.showTerminal(1)
        try board.waitForKioskStatus("waiting for a display")

        try board.detectDisplay()
        // The screen shows the background and the toolbar.
        try board.waitForPicture { $0.count(of: Ink.ground) > 800 * 420 }
        try board.waitForTouchscreen()
        try board.drawShownLine((100, 100), (300, 200))
        #expect(try board.kioskProperty("StatusText").hasPrefix("drawing on "))
        #expect(try board.kioskProperty("NRestarts") == "0")
        #expect(try board.kioskProcessID() == process)
    }

    /// The number of display hotplugs: 3, or 10 with `scripts/test --all`.
    private static let displayRounds = BoardEnvironment.runsCampaigns ? 10 : 3

    @Test("Display hotplugs with contacts down cancel the touches, keep the drawing, leak nothing")
    func displayHotplug() throws {
        let board = try VirtualBoard.bootKiosk()
        try board.drawShownLine((60, 60), (700, 440))
        let drawing = try board.waitForStillScreenshot()
        var before: KioskProcessStatistics?
        for round in 1...Self.displayRounds {
            try holdTwoContacts(board)
            try board.unplugDisplay()
            try board.waitForKioskStatus("waiting for a display")
            // Touches without a display are ignored.
            if round == 1 { try board.move(0, x: 10, y: 10) }
            try liftTwoContacts(board)
            try board.plugDisplay(width: 800, height: 480)
            try board.waitForPicture { $0 == drawing }
            try board.waitForTouchscreen()
            // The first round allocates memory once.
            if round == 1 { before = try idleStatistics(board) }
        }
        expectNoLeak(try idleStatistics(board), try #require(before))
        #expect(try board.kioskProperty("NRestarts") == "0")
        expectBalancedTouches(
            try board.stopKioskAndReadCounters(), cancelled: 2 * Self.displayRounds, ended: 1)
    }

    @Test("After a change of the display's size, pictures and touch positions match the new size")
    func changedDisplaySize() throws {
        let board = try VirtualBoard.bootKiosk()
        try board.drawShownLine((60, 60), (300, 300))
        let process = try board.kioskProcessID()
        // First a larger size without a disconnection, then a smaller one after a disconnection.
        for (width, height, isUnplugged) in [(1_024, 600, false), (640, 400, true)] {
            try board.down(0, x: 200, y: 60)
            try board.waitForPicture { $0[200, 60] == Ink.held }
            if isUnplugged { try board.unplugDisplay() }
            try board.plugDisplay(width: width, height: height)
            try board.waitForPicture {
                $0[180, 180] == Ink.finished && $0[200, 60] == Ink.ground
                    && $0[width - 1, height - 1] == Ink.ground && $0.count(of: Ink.held) == 0
            }
            try board.waitForTouchscreen()
            try board.up(0)
            let corner = (x: width - 30, y: height - 30)
            let picture = try board.drawShownLine(corner, (width - 130, height - 30))
            let reach = picture.reach(
                beyond: corner, from: (width - 130, height - 30), color: Ink.finished)
            #expect(abs(reach - 5) <= 1, "the line begins \(reach) pixels beyond \(corner)")
        }
        try board.plugDisplay(width: 800, height: 480)
        try board.waitForPicture { $0[180, 180] == Ink.finished && $0[610, 370] == Ink.finished }
        #expect(try board.kioskProcessID() == process)
        expectBalancedTouches(try board.stopKioskAndReadCounters(), cancelled: 2, ended: 3)
    }

    // MARK: Other DRM masters and VT switching

    @Test("While another program or console has the display, the kiosk waits without an error loop")
    func displayLostAndRegained() throws {
        let board = try VirtualBoard.bootKiosk()
        try board.drawShownLine((60, 60), (700, 440))
        let drawing = try board.waitForStillScreenshot()
        let process = try board.kioskProcessID()

        try holdTwoContacts(board)
        try board.startCompetingDisplayProgram()
        #expect(try board.screenshot().isPlaceholder)
        // The kiosk notices the loss when it draws.
        try board.move(0, x: 310, y: 300)
        try board.waitForKioskStatus("waiting until another program releases the display")
        let begin = try board.kioskProcessStatistics()
        let lines = try board.kioskLog().split(separator: "\n").count
        try liftTwoContacts(board)
        for step in 0..<100 { try board.tap(x: 100 + step, y: 200) }
        try board.waitUntilIdle()
        // Each of the 200 touch frames wakes the kiosk once, and keep-alives a few times.
        #expect(try board.kioskProcessStatistics().waits - begin.waits <= 250)
        #expect(try board.kioskLog().split(separator: "\n").count <= lines + 1)
        try board.stopCompetingDisplayProgram()
        try board.waitForPicture { $0 == drawing }
        try board.waitForTouchscreen()

        try holdTwoContacts(board)
        try board.showTerminal(2)
        try board.waitForKioskStatus("waiting until this virtual terminal is shown")
        // After the VT switch the card is free for another program.
        #expect(try board.shell("touchtracker devices >/dev/null; echo $?") == "0")
        try liftTwoContacts(board)
        try board.tap(x: 10, y: 10)
        // Display hotplug events are ignored while the terminal is not active.
        try board.shell("udevadm trigger --action=change /sys/class/drm/card0; udevadm settle")
        try board.waitForKioskStatus("waiting until this virtual terminal is shown")
        try board.showTerminal(1)
        try board.waitForPicture { $0 == drawing }
        try board.waitForTouchscreen()
        try board.drawShownLine((60, 440), (300, 300))
        #expect(try board.kioskProcessID() == process)
        expectBalancedTouches(try board.stopKioskAndReadCounters(), cancelled: 4, ended: 2)
    }

    @Test("A return to the kiosk's terminal that is followed by another switch has no effect")
    func outdatedReturn() throws {
        let board = try VirtualBoard.bootKiosk()
        try board.drawShownLine((60, 60), (700, 440))
        let drawing = try board.waitForStillScreenshot()
        try board.showTerminal(2)
        try board.waitForKioskStatus("waiting until this virtual terminal is shown")
        let process = try board.kioskProcessID()
        // Both signals are pending when the kiosk continues.
        try board.shell("kill -STOP \(process)")
        try board.showTerminal(1)
        try board.requestTerminal(2)
        try board.shell("kill -CONT \(process)")
        try board.waitForTerminal("tty2")
        try board.waitForKioskStatus("waiting until this virtual terminal is shown")
        try board.showTerminal(1)
        try board.waitForPicture { $0 == drawing }
        #expect(try board.kioskProcessID() == process)
    }

    // MARK: The touchscreen

    /// The number of touchscreen hotplugs: 4, or 100 with `scripts/test --all`.
    private static let rounds = BoardEnvironment.runsCampaigns ? 100 : 4

    @Test(
        "Repeated touchscreen hotplugs, some with contacts down, leave no stuck touch and no leak"
    )
    func touchscreenHotplug() throws {
        let board = try VirtualBoard.bootKiosk()
        var before: KioskProcessStatistics?
        for round in 1...Self.rounds {
            let isHeld = round % 2 == 0
            if isHeld { try holdTwoContacts(board) }
            try board.unplugTouchscreen()
            if isHeld {
                try board.waitForPicture { $0.count(of: Ink.ground) == 800 * 480 }
            }
            try board.plugTouchscreen()
            if round == 2 { before = try idleStatistics(board) }
        }
        expectNoLeak(try idleStatistics(board), try #require(before))
        try board.drawShownLine((60, 60), (700, 440))
        expectBalancedTouches(
            try board.stopKioskAndReadCounters(), cancelled: 2 * (Self.rounds / 2), ended: 1)
    }
}
