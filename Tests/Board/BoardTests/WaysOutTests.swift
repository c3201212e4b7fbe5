import Foundation
import Testing
import TouchTrackerTestSupport

/// What the hostile teenager at the kiosk tries, and what bad luck does: no way leads to a shell, and none
/// leaves the board dark.
@Suite(
    "Ways out", .serialized,
    .enabled(if: BoardEnvironment.isComplete, BoardEnvironment.reasonIfMissing),
    .enabled(if: BoardEnvironment.hasCampaigns, BoardEnvironment.reasonIfNoCampaigns))
struct WaysOutTests {
    @Test("None gives a shell, and none leaves the board dark.", arguments: WayOut.allCases)
    func closed(_ way: WayOut) throws {
        let board = try VirtualBoard.bootKiosk(arguments: [])
        let boot = try board.shell("cat /proc/sys/kernel/random/boot_id")
        try way.beTried(on: board)
        try board.wait(for: "the kiosk runs after \(way.rawValue)", timeoutSeconds: 60) {
            try board.kioskProperty("ActiveState") == "active"
        }
        try expectNoShell(on: board, after: way)
        // It is the same board still: nobody started it anew, or turned it off.
        #expect(try board.shell("cat /proc/sys/kernel/random/boot_id") == boot)
        try expectInk(on: board, after: way)
        try board.keepScreenshot("way-out-\(way.rawValue)")
        try board.stop()
    }

    /// No shell and no login listens on any terminal, but the serial one of tests.
    private func expectNoShell(on board: VirtualBoard, after way: WayOut) throws {
        let listening = try board.shell(
            """
            for process in /proc/[0-9]*; do
                read -r name <$process/comm || continue
                case $name in sh|bash|dash|ash|login|agetty|getty|sulogin|su) ;; *) continue ;; esac
                terminal=$(readlink $process/fd/0)
                case $terminal in /dev/tty[0-9]*|/dev/console|/dev/pts/*) echo "$name $terminal" ;; esac
            done 2>/dev/null
            """)
        #expect(listening == "", "after \(way.rawValue)")
        #expect(try board.shownTerminal() == "tty1", "after \(way.rawValue)")
        #expect(
            try board.shell("stat -c %U /proc/$(systemctl show -P MainPID touchtracker)")
                == "touchtracker", "after \(way.rawValue)")
    }

    /// A finger draws.
    private func expectInk(on board: VirtualBoard, after way: WayOut) throws {
        try board.waitForTouch()
        try board.waitForPicture(timeoutSeconds: 30)
        // Whatever was drawn before: one of these is drawn where nothing is.
        for y in [60, 120, 180, 240, 300] {
            try board.down(0, x: 200, y: y)
            for step in 1...10 { try board.move(0, x: 200 + 40 * step, y: y) }
            try board.up(0)
        }
        try board.waitForPicture(timeoutSeconds: 20) { picture in
            [60, 120, 180, 240, 300].allSatisfy { picture[400, $0] == Ink.finished }
        }
    }
}
