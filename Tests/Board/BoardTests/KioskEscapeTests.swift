import Foundation
import Testing
import TouchTrackerTestSupport

/// Attempts to escape from the kiosk, and accidents: none leads to a shell, and none leaves the
/// display dark.
@Suite(
    "Escaping from the kiosk", .serialized,
    .enabled(if: BoardEnvironment.isComplete, BoardEnvironment.reasonIfBoardIsMissing),
    .enabled(if: BoardEnvironment.runsCampaigns, BoardEnvironment.reasonIfCampaignsAreOff))
struct KioskEscapeTests {
    @Test("No attempt leads to a shell or a dark display", arguments: EscapeAttempt.allCases)
    func attemptFails(_ attempt: EscapeAttempt) throws {
        let board = try VirtualBoard.bootKiosk(arguments: [])
        let boot = try board.shell("cat /proc/sys/kernel/random/boot_id")
        try attempt.perform(on: board)
        try board.wait(for: "the kiosk runs after \(attempt.rawValue)", timeoutSeconds: 60) {
            try board.kioskProperty("ActiveState") == "active"
        }
        try expectNoShell(on: board, after: attempt)
        // The board was not rebooted.
        #expect(try board.shell("cat /proc/sys/kernel/random/boot_id") == boot)
        try expectInk(on: board)
        try board.exportScreenshot("escape-\(attempt.rawValue)")
        try board.stop()
    }

    /// Expects no shell or login on any terminal except the tests' serial line.
    private func expectNoShell(on board: VirtualBoard, after attempt: EscapeAttempt) throws {
        let listening = try board.shell(
            """
            for process in /proc/[0-9]*; do
                read -r name <$process/comm || continue
                case $name in sh|bash|dash|ash|login|agetty|getty|sulogin|su) ;; *) continue ;; esac
                terminal=$(readlink $process/fd/0)
                case $terminal in
                    /dev/tty[0-9]*|/dev/console|/dev/pts/*) echo "$name $terminal" ;;
                esac
            done 2>/dev/null
            """)
        #expect(listening == "", "after \(attempt.rawValue)")
        #expect(try board.shownTerminal() == "tty1", "after \(attempt.rawValue)")
        #expect(
            try board.shell("stat -c %U /proc/$(systemctl show -P MainPID touchtracker)")
                == "touchtracker", "after \(attempt.rawValue)")
    }

    /// Expects that touches still draw lines.
    private func expectInk(on board: VirtualBoard) throws {
        try board.waitForTouchscreen()
        try board.waitForPicture(timeoutSeconds: 30)
        // At least one of the lines is drawn where the drawing was empty.
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
