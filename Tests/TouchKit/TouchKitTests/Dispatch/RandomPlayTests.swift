import Foundation
import Testing
import TouchKit
import TouchTrackerTestSupport

/// Fingers, views, recognizers and delegates that do anything at any time.
///
/// `TOUCHTRACKER_PLAY_FRAMES` says how many frames are played in all; `TOUCHTRACKER_PLAY_SEED` plays
/// one world only, of which a failure names the seed, and prints what happened last in it.
@Suite("Random play", .serialized)
@MainActor
struct RandomPlayTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let frames =
        environment["TOUCHTRACKER_PLAY_FRAMES"].flatMap(Int.init)
        ?? (Optimization.isOn ? 1_000_000 : 50_000)
    private static let onlySeed = environment["TOUCHTRACKER_PLAY_SEED"].flatMap(Int.init)
    /// Frames of one world; fingers are lifted, and it is looked whether something is left, after each
    /// episode.
    private static let framesOfWorld = 500
    private static let framesOfEpisode = 50
    private nonisolated static let parts = 10

    @Test(
        "Whatever fingers and the application do, every touch ends once and nobody is left over.",
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
        for seed in seeds where !playsWell(seed) { return }
    }

    private func playsWell(_ seed: Int) -> Bool {
        PlayReport.playing(seed: seed, step: 0)
        let world = PlayWorld(seed: UInt64(seed))
        if Self.onlySeed != nil { world.writeDown() }
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
