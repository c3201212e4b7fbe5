import Foundation
import Testing
import TouchTrackerStore
import TouchTrackerTestSupport

/// The app is killed repeatedly while it draws, and started again on the same folder.
@Suite("Killed process")
struct KilledProcessTests {
    /// The number of kills that the environment requests; such runs also take place in a debug
    /// build.
    static let requestedKillCount = ProcessInfo.processInfo.environment["TOUCHTRACKER_KILLS"]
        .flatMap { Int($0) }
    /// The number of kills of all drawings together.
    static let killCount = requestedKillCount ?? 30
    /// The number of drawings that are tested concurrently.
    static let drawingCount = 2

    @Test(
        "Every edit reported as durable is stored completely, once and in its order.",
        .enabled(
            if: Optimization.isEnabled || requestedKillCount != nil,
            "a debug build draws slowly: see docs/testing.md"),
        arguments: 0..<drawingCount)
    func kills(drawing: Int) throws {
        let folder = try CrashTestFolder()
        let logs = try CrashTestFolder(isInMemory: true)
        let state = try folder.subfolder("state")
        let file = state.appendingPathComponent(DrawingStore.fileName).path
        var random = SeededRandom(seed: UInt64(drawing) + 7_000)
        var verifier = CrashRunVerifier()
        let killCount = Self.killCount / Self.drawingCount
        for run in 0..<killCount {
            let process = try CrashSubjectProcess(
                folder: state, log: logs.url.appendingPathComponent("log-\(run)"),
                ["--seed", "\(drawing * 1_000_000 + run)"])
            let delay = Self.killDelay(&random)
            let isDrawing = delay.startsAtLaunch || process.waitUntilDrawing()
            usleep(delay.microseconds)
            process.kill()
            let log = try process.readLog()
            try #require(isDrawing, "run \(run) exited by itself")
            // The process was killed before it created a database.
            if log.isEmpty, !FileManager.default.fileExists(atPath: file) { continue }
            let stored = try StoredStrokeDigests(path: file)
            for error in verifier.verify(log: log, stored: stored) {
                Issue.record("drawing \(drawing), run \(run): \(error)\n\(log.suffix(2_000))")
            }
            if !log.isEmpty { try FileManager.default.removeItem(at: process.log) }
        }
        print(
            "drawing \(drawing): killed \(killCount) times, restored",
            "\(verifier.restoredRunCount) times; \(verifier.editCount) edits,",
            "\(verifier.reportedCount) reported as durable, all of them stored;",
            "\(verifier.unreportedCount) others stored")
        print("lift to report:", verifier.latencies.description)
        #expect(verifier.reportedCount > killCount)
        #expect(verifier.restoredRunCount > killCount / 2)
    }

    /// Returns a random delay before a kill: mostly short, sometimes long enough for slow gestures,
    /// and sometimes measured from launch and not from the first drawing.
    private static func killDelay(
        _ random: inout SeededRandom
    ) -> (startsAtLaunch: Bool, microseconds: UInt32) {
        switch random.next(below: 20) {
        case 0, 1: (true, UInt32(random.next(below: 250_000)))
        case 2, 3: (false, UInt32(300_000 + random.next(below: 1_500_000)))
        default: (false, UInt32(random.next(below: 300_000)))
        }
    }
}
