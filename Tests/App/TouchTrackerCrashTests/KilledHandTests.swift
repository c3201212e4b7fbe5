import Foundation
import Testing
import TouchTrackerStore
import TouchTrackerTestSupport

/// The app is killed again and again while a hand draws, and begun again on the same folder.
@Suite("Killed while drawing")
struct KilledHandTests {
    /// How often, in all; said by whoever wants another number, in a debug build too.
    static let asked = ProcessInfo.processInfo.environment["TOUCHTRACKER_KILLS"].flatMap { Int($0) }
    static let kills = asked ?? 30
    /// So many drawings are worked on at once.
    static let drawings = 2

    @Test(
        "Every edit that was reported to be on the disk is there, whole, once and in its order.",
        .enabled(
            if: Optimization.isOn || asked != nil, "a debug build draws slowly: see docs/tests.md"),
        arguments: 0..<drawings)
    func killed(drawing: Int) throws {
        let folder = try FaultFolder()
        let logs = try FaultFolder(isInMemory: true)
        let state = try folder.folder("state")
        let file = state.appendingPathComponent(DrawingStore.fileName).path
        var random = SeededRandom(seed: UInt64(drawing) + 7_000)
        var ledger = HandLedger()
        let kills = Self.kills / Self.drawings
        for run in 0..<kills {
            let hand = try HandProcess(
                folder: state, log: logs.url.appendingPathComponent("log-\(run)"),
                ["--seed", "\(drawing * 1_000_000 + run)"])
            let moment = Self.moment(&random)
            let isDrawing = moment.afterStart || hand.waitUntilDrawing()
            usleep(moment.microseconds)
            hand.kill()
            let log = try hand.written()
            try #require(isDrawing, "run \(run) ended by itself")
            // Killed before it had a database.
            if log.isEmpty, !FileManager.default.fileExists(atPath: file) { continue }
            let stored = try StoredMarks(path: file)
            for complaint in ledger.judge(log: log, stored: stored) {
                Issue.record("drawing \(drawing), run \(run): \(complaint)\n\(log.suffix(2_000))")
            }
            if !log.isEmpty { try FileManager.default.removeItem(at: hand.log) }
        }
        print(
            "drawing \(drawing): killed \(kills) times, brought back \(ledger.restored) times;",
            "\(ledger.edits) edits, \(ledger.reported) reported to be on the disk, all there;",
            "\(ledger.unreported) more were there")
        print("lift to report:", ledger.latencies.description)
        #expect(ledger.reported > kills)
        #expect(ledger.restored > kills / 2)
    }

    /// When to kill: mostly a while after it has begun to draw, sometimes later, when slow gestures are
    /// under way, and sometimes while it starts.
    private static func moment(
        _ random: inout SeededRandom
    ) -> (afterStart: Bool, microseconds: UInt32) {
        switch random.next(below: 20) {
        case 0, 1: (true, UInt32(random.next(below: 250_000)))
        case 2, 3: (false, UInt32(300_000 + random.next(below: 1_500_000)))
        default: (false, UInt32(random.next(below: 300_000)))
        }
    }
}
