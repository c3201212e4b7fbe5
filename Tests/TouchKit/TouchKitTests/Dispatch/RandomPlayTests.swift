import Foundation
import Testing
import TouchKit
import TouchTrackerTestSupport

/// Random fingers, views, recognizers and delegates, with random changes at any time.
///
/// `TOUCHTRACKER_PLAY_FRAMES` sets the total number of frames. `TOUCHTRACKER_PLAY_SEED` plays only
/// the world with that seed, which a failure message contains, and prints its last log lines.
@Suite("Random play", .serialized)
@MainActor
struct RandomPlayTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let frames =
        environment["TOUCHTRACKER_PLAY_FRAMES"].flatMap(Int.init)
        ?? (Optimization.isEnabled ? 1_000_000 : 50_000)
    private static let onlySeed = environment["TOUCHTRACKER_PLAY_SEED"].flatMap(Int.init)
    /// The number of frames in one world.
    private static let framesOfWorld = 500
    /// The number of frames before all fingers are lifted and the world is checked for leftovers.
    private static let framesOfEpisode = 50
    private nonisolated static let parts = 10

    @Test(
        "Every touch ends exactly once and nothing is left over, whatever fingers and app do.",
        arguments: 0..<parts)
    func nothingIsLeftOver(part: Int) {
        let worlds = max(1, Self.frames / Self.framesOfWorld / Self.parts)
        let seeds: [Int]
        if let seed = Self.onlySeed {
            seeds = part == 0 ? [seed] : []
        } else {
            seeds = Array(part * 100_000..<part * 100_000 + worlds)
        }
        PlayReport.begin()
        defer { PlayReport.end() }
        for seed in seeds where !playWorld(seed) { return }
    }

    /// A tap whose end was withheld, followed by two taps with the same touch object; and a touch
    /// that was ignored after its recognizer had claimed it.
    @Test("Worlds that failed once do not fail again.", arguments: [501_677, 900_951])
    func failedOnce(seed: Int) {
        PlayReport.begin()
        defer { PlayReport.end() }
        _ = playWorld(seed)
    }

    private func playWorld(_ seed: Int) -> Bool {
        PlayReport.playing(seed: seed, step: 0)
        let world = PlayWorld(seed: UInt64(seed))
        if Self.onlySeed != nil { world.startLogging() }
        for step in 1...Self.framesOfWorld {
            PlayReport.playing(seed: seed, step: step)
            world.step()
            if step % Self.framesOfEpisode == 0 { world.rest() }
            if !world.problems.isEmpty {
                Issue.record(
                    """
                    TOUCHTRACKER_PLAY_SEED=\(seed), step \(step): \
                    \(world.problems.prefix(3).joined(separator: "; "))
                    """)
                if Self.onlySeed != nil { print(world.lastLines.joined(separator: "\n")) }
                return false
            }
        }
        return true
    }
}
