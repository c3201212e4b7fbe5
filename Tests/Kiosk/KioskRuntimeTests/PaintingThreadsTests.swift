import CTouchTrackerAllocationCounter
import KioskRuntime
import KioskSystem
import Testing
import TouchKitGeometry
import TouchKitRaster
import TouchTrackerTestSupport

/// Composition by several threads, compared with composition by one.
@Suite("Painting threads")
struct PaintingThreadsTests {
    private static let width = 400
    private static let height = 300

    /// Compositors of which one shares each region among threads, in tiles of 64 × 32 pixels.
    private struct Pair {
        let single = Compositor(width: width, height: height, tileWidth: 64)
        let shared: Compositor
        var singleDamage = DamageMask(width: width, height: height)
        var sharedDamage = DamageMask(width: width, height: height)

        init(threads: Int) throws {
            shared = Compositor(
                width: width, height: height, tileWidth: 64,
                threads: try ThreadTeam(count: threads, name: "paint"), minimumSharedArea: 0)
        }

        /// Composes a region with both compositors and expects equal results.
        mutating func compose(_ list: DisplayList, in region: Region) {
            let count = single.compose(list, in: region, damage: &singleDamage)
            #expect(shared.compose(list, in: region, damage: &sharedDamage) == count)
            #expect(shared.paintedItemCount == single.paintedItemCount)
            let differing = (0..<height).reduce(0) { sum, y in
                sum + (0..<width).count { single.canvas[$0, y] != shared.canvas[$0, y] }
            }
            #expect(differing == 0)
            let marked = (0..<height).allSatisfy { y in
                (0..<width).allSatisfy {
                    singleDamage.contains(x: $0, y: y) == sharedDamage.contains(x: $0, y: y)
                }
            }
            #expect(marked)
        }
    }

    /// Returns a random scene of items of all kinds.
    private static func scene(_ items: Int, _ random: inout SeededRandom) -> DisplayList {
        RandomScene(&random, width: width, height: height, items: items, blendModes: true).list
    }

    private static var everything: Region {
        var region = Region()
        region.formUnion(PixelRect(x: 0, y: 0, width: width, height: height))
        return region
    }

    @Test("Threads change the same pixels as one thread", arguments: 0..<16)
    func equalPixels(seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed))
        var pair = try Pair(threads: 2 + seed % 4)
        for round in 0..<6 {
            let list = Self.scene(40, &random)
            var region = Self.everything
            if round > 0 {
                region = Region()
                for _ in 0...random.next(below: 4) {
                    region.formUnion(
                        PixelRect(
                            x: random.next(below: Self.width), y: random.next(below: Self.height),
                            width: 1 + random.next(below: 200),
                            height: 1 + random.next(below: 150)))
                }
            }
            pair.singleDamage.removeAll()
            pair.sharedDamage.removeAll()
            pair.compose(list, in: region)
        }
    }

    @Test("Sharing a frame allocates nothing after a similar frame", .requiresOptimizedBuild)
    func warmComposing() throws {
        var random = SeededRandom(seed: 5)
        let list = Self.scene(200, &random)
        let shared = Compositor(
            width: Self.width, height: Self.height,
            threads: try ThreadTeam(count: 3, name: "paint"), minimumSharedArea: 0)
        var damage = DamageMask(width: Self.width, height: Self.height)
        let everything = Self.everything
        var before: UInt = 0
        for round in 0..<6 {
            if round == 3 { before = allocation_counter_value() }
            damage.removeAll()
            shared.compose(list, in: everything, damage: &damage)
        }
        #expect(allocation_counter_value() == before)
    }
}
