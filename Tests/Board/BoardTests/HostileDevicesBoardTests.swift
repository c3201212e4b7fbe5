import Foundation
import Testing
import TouchTrackerTestSupport
import TouchTrackerVirtualBoard

/// Touchscreens with absurd ranges, axes and names, and random events from them.
@Suite("Hostile touchscreens on a board", .serialized, .requiresBoard)
struct HostileDevicesBoardTests {
    /// The number of random event sequences: 1, or 10 with `scripts/test --all`.
    private static let seeds = BoardEnvironment.runsCampaigns ? 10 : 1

    @Test("Random events of eight impossible touchscreens neither end the kiosk nor leave touches")
    func randomEvents() throws {
        let board = try VirtualBoard.bootKiosk()
        let process = try board.kioskProcessID()
        let script = try Data(
            contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent()
                .appendingPathComponent("StandIns/hostile-touchscreens.pl"))
        try board.shell(
            """
            modprobe uinput
            echo \(script.base64EncodedString()) | base64 -d >/run/hostile-touchscreens.pl
            """)
        for seed in 1...Self.seeds {
            let output = try board.shell("perl /run/hostile-touchscreens.pl \(seed) 300")
            #expect(output.hasPrefix("created=8 sent="), "seed \(seed): \(output)")
        }
        let restarts = try board.kioskProperty("NRestarts")
        let log = try board.log(ofUnit: "touchtracker")
        #expect(restarts == "0", "\(log.suffix(30).joined(separator: "\n"))")
        #expect(try board.kioskProcessID() == process)
        #expect(!log.contains { $0.contains("keep-alive withheld") })
        // The name of one device contains control characters.
        #expect(try !board.kioskLog().contains("\u{1B}"))
        let counters = try board.stopKioskAndReadCounters()
        #expect(counters["began", default: 0] > 0)
        #expect(counters["live"] == 0 && counters["unbalanced"] == 0)
    }
}
