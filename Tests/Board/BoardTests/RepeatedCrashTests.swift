import Foundation
import Testing
import TouchTrackerTestSupport
import TouchTrackerVirtualBoard

/// Repeated crashes of the kiosk.
@Suite("Repeated crashes", .serialized, .requiresBoard, .isCampaign)
struct RepeatedCrashTests {
    @Test("systemd restarts the kiosk after 200 crashes, and the drawing is restored")
    func crashes() throws {
        // With the toolbar the pictures would differ: a restarted kiosk has no undo history.
        let board = try VirtualBoard.bootKiosk(arguments: ["--toolbar", "off"])
        for y in [100, 200, 300] {
            try board.drawShownLine((100, y), (700, y + 40))
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
                echo $crash
            done
            SCRIPT
            (sh /run/crash.sh >/run/crash.log 2>&1 &)
            """)
        // Each crash is waited for, so that a slow board is not mistaken for a dead one.
        for crash in 1...200 {
            try board.wait(for: "crash \(crash)") {
                try board.shell("tail -n 1 /run/crash.log").split(separator: "\n").last
                    .flatMap { Int($0) } ?? 0 >= crash
            }
        }
        try board.wait(for: "the 201st start") {
            try board.kioskProperty("ActiveState") == "active"
        }
        #expect(try board.kioskProperty("NRestarts") == "200")
        try board.waitForPicture { $0 == drawn }
        try board.waitForTouchscreen()
        try board.drawShownLine((400, 60), (600, 60))
    }
}
