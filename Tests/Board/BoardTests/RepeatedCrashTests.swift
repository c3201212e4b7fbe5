import Foundation
import Testing
import TouchTrackerTestSupport

/// Repeated crashes of the kiosk.
@Suite(
    "Repeated crashes", .serialized,
    .enabled(if: BoardEnvironment.isComplete, BoardEnvironment.reasonIfBoardIsMissing),
    .enabled(if: BoardEnvironment.runsCampaigns, BoardEnvironment.reasonIfCampaignsAreOff))
struct RepeatedCrashTests {
    @Test("systemd restarts the kiosk after 200 crashes, and the drawing is restored")
    func crashes() throws {
        // With the toolbar the pictures would differ: a restarted kiosk has no undo history.
        let board = try VirtualBoard.bootKiosk(arguments: ["--toolbar", "off"])
        for y in [100, 200, 300] {
            try board.down(0, x: 100, y: y)
            try board.move(0, x: 700, y: y + 40)
            try board.up(0)
        }
        try board.waitUntilDurable()
        let drawn = try board.waitForStillScreenshot()
        try board.shell(
            """
            cat >/run/crash.sh <<'SCRIPT'
            state() { systemctl show -P ActiveState touchtracker; }
            for crash in $(seq 200); do
                until [ "$(state)" = active ]; do sleep 0.1; done
                systemctl kill --kill-whom=main --signal=SEGV touchtracker
                while [ "$(state)" = active ]; do sleep 0.1; done
            done
            echo over
            SCRIPT
            (sh /run/crash.sh >/run/crash.log 2>&1 &)
            """)
        try board.wait(for: "200 crashes", timeoutSeconds: 1_800) {
            Thread.sleep(forTimeInterval: 2)
            return try board.shell("cat /run/crash.log") == "over"
        }
        try board.wait(for: "the 201st start") {
            try board.kioskProperty("ActiveState") == "active"
        }
        #expect(try board.kioskProperty("NRestarts") == "200")
        try board.waitForPicture(timeoutSeconds: 20) { $0 == drawn }
        try board.exportScreenshot("crashes")
        try board.waitForTouchscreen()
        try board.down(0, x: 400, y: 60)
        try board.move(0, x: 600, y: 60)
        try board.up(0)
        try board.waitForPicture(timeoutSeconds: 10) { $0[500, 60] == Ink.finished }
        try board.stop()
    }
}
