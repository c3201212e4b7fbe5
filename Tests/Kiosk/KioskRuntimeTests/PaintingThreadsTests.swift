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

    private static var everything: Region {
        var region = Region()
        region.formUnion(PixelRect(x: 0, y: 0, width: width, height: height))
        return region
    }

    @Test("Threads change the same pixels as one thread", arguments: 0..<16)
    func equalPixels(seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed))
        let scene = Scene()
        var pair = try Pair(threads: 2 + seed % 4)
        let list = DisplayList()
        for round in 0..<6 {
            list.removeAll()
            scene.record(40, into: list, &random)
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
        let scene = Scene()
        let list = DisplayList()
        scene.record(200, into: list, &random)
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

    /// Random lines, polylines, paths, rectangles, pictures, blend modes and layers.
    private struct Scene {
        private let picture = Bitmap(width: 40, height: 30, isOpaque: false)
        private let gradient = Gradient(stops: [
            Gradient.Stop(PixelColor(red: 255, green: 0, blue: 0), at: 0),
            Gradient.Stop(PixelColor(red: 0, green: 0, blue: 255, alpha: 90), at: 1),
        ])

        init() {
            for y in 0..<30 {
                for x in 0..<40 {
                    let alpha = UInt32(x * 6)
                    picture[x, y] = alpha << 24 | alpha / 2 << 8 | alpha * UInt32(y) / 30
                }
            }
        }

        func record(_ count: Int, into list: DisplayList, _ random: inout SeededRandom) {
            list.fill(
                CGRect(x: 0, y: 0, width: Double(width), height: Double(height)),
                color: PixelColor(red: 200, green: 210, blue: 220))
            for _ in 0..<count {
                let isLayer = random.next(below: 5) == 0
                if isLayer { list.beginLayer(opacity: random.number(in: 0...1)) }
                item(list, &random)
                if isLayer { list.endLayer() }
            }
        }

        private func point(_ random: inout SeededRandom) -> CGPoint {
            CGPoint(
                x: random.number(in: -20...Double(width + 20)),
                y: random.number(in: -20...Double(height + 20)))
        }

        private func item(_ list: DisplayList, _ random: inout SeededRandom) {
            let color = PixelColor(
                red: UInt8(random.next(below: 256)), green: UInt8(random.next(below: 256)),
                blue: 90, alpha: random.next(below: 2) == 0 ? 255 : 120)
            let points = (0..<5).map { _ in point(&random) }
            let rect = CGRect(
                x: points[0].x, y: points[0].y, width: random.number(in: 1...120),
                height: random.number(in: 1...90))
            var path = Path()
            path.move(to: points[0])
            path.addCurve(to: points[1], control1: points[2], control2: points[3])
            path.addLine(to: points[4])
            path.close()
            let turn = CGAffineTransform(rotationAngle: random.number(in: 0...6)).concatenating(
                CGAffineTransform(translationX: points[0].x, y: points[0].y))
            switch random.next(below: 9) {
            case 0:
                list.stroke(
                    from: points[0], to: points[1], width: 9, cap: .round, color: color)
            case 1:
                list.polyline(width: 12, color: color) { line in
                    for index in 1..<5 { line.add(from: points[index - 1], to: points[index]) }
                }
            case 2:
                list.fill(path, rule: .evenOdd, paint: .color(color))
            case 3:
                list.fill(
                    path, rule: .nonzero,
                    paint: .linear(
                        gradient, from: points[0], to: points[1],
                        extent: [.beforeStart, .afterEnd], map: .identity, opacity: 1))
            case 4:
                list.fill(path, rule: .nonzero, paint: .pattern(picture, map: turn, opacity: 0.7))
            case 5: list.fill(rect, cornerRadius: 8, map: turn, color: color)
            case 6: list.paint(picture, map: turn, opacity: 0.8)
            case 7: list.fill(rect, cornerRadius: 12, color: color)
            default: list.blend(.multiply, color: color) { list.fill(rect, color: .white) }
            }
        }
    }
}
