import CTouchTrackerAllocationCounter
import Testing
import TouchKitGeometry
import TouchKitRaster
import TouchTrackerTestSupport

/// The cost of strokes in bytes, strokes, pixels and allocations; no test measures time.
@Suite("Drawing cost", .serialized)
struct DrawingCostTests {
    /// Random lines of 10 pixels width, as drawn by fingers.
    private struct Lines {
        var random = SeededRandom(seed: 9)
        let size: (width: Double, height: Double)
        let length: ClosedRange<Double>

        /// Returns the points of the next line.
        mutating func next() -> [CGPoint] {
            let start = CGPoint(
                x: random.number(in: 0...size.width), y: random.number(in: 0...size.height))
            let reach = random.number(in: length)
            let dx = random.number(in: -1...1)
            let dy = random.number(in: -1...1)
            let part = reach / max((dx * dx + dy * dy).squareRoot(), 1e-3)
            return [
                start,
                CGPoint(
                    x: min(max(start.x + dx * part, 0), size.width),
                    y: min(max(start.y + dy * part, 0), size.height)),
            ]
        }

        /// Returns a random opaque color.
        mutating func color() -> PixelColor {
            PixelColor(
                red: UInt8(random.next(below: 256)), green: UInt8(random.next(below: 256)), blue: 0)
        }
    }

    /// Returns a drawing with the given number of random lines.
    private func drawing(
        _ count: Int, _ lines: inout Lines, width: Double = 10
    ) -> (cache: DrawingCache, ids: [StrokeID]) {
        let cache = DrawingCache(
            width: Int(lines.size.width), height: Int(lines.size.height), background: .white)
        var ids: [StrokeID] = []
        ids.reserveCapacity(count)
        for _ in 0..<count {
            if let id = cache.add(lines.next(), width: width, color: lines.color()) {
                ids.append(id)
            }
        }
        #expect(ids.count == count)
        return (cache, ids)
    }

    @Test(
        "A stroke needs at most 64 bytes in addition to its points.",
        arguments: [
            (800.0, 480.0, 3.0, 12.0), (800, 480, 20, 400), (1_280, 720, 5, 600),
            (3_840, 2_160, 1_000, 4_000),
        ])
    func memory(width: Double, height: Double, from: Double, to: Double) {
        var lines = Lines(size: (width, height), length: from...to)
        let empty = drawing(0, &lines).cache.byteCount
        for count in Optimization.isEnabled ? [1_000, 10_000, 40_000] : [1_000] {
            let (cache, _) = drawing(count, &lines)
            let beyond = Double(cache.byteCount - empty - count * 2 * 8) / Double(count)
            print(
                "\(Int(width)) × \(Int(height)), \(Int(from))…\(Int(to)) pixels long,",
                "\(count) strokes: \(beyond) bytes per stroke, \(empty) when empty")
            #expect(beyond <= 64)
        }
    }

    @Test("Replacing half the strokes four times reuses memory: it less than doubles.")
    func memoryIsUsedAgain() throws {
        var lines = Lines(size: (800, 480), length: 5...40)
        let (cache, ids) = drawing(Optimization.isEnabled ? 4_000 : 500, &lines, width: 3)
        var current = ids
        let full = cache.byteCount
        for _ in 0..<4 {
            for number in current.indices where lines.random.next(below: 2) == 0 {
                cache.remove(current[number])
                var points = lines.next()
                if lines.random.next(below: 3) == 0 { points += lines.next() }
                let id = cache.add(points, width: 3, color: .black)
                current[number] = try #require(id)
            }
        }
        print("strokes: \(full) bytes, after replacing half four times: \(cache.byteCount)")
        #expect(cache.byteCount < full * 2)
        for id in current { cache.remove(id) }
        print("after removing all: \(cache.byteCount)")
        #expect(cache.count == 0)
    }

    @Test("A change costs the same among a thousand strokes and among many thousands.")
    func changesCostTheSame() {
        var costs: [(examined: Int, painted: Int, repainted: Int)] = []
        for count in Optimization.isEnabled ? [1_000, 10_000, 100_000] : [500, 1_000, 2_000] {
            var lines = Lines(size: (800, 480), length: 20...400)
            let (cache, ids) = drawing(count, &lines)
            var before = cache.work
            var most = (examined: 0, painted: 0, repainted: 0)
            for number in 0..<40 {
                cache.setColor(.black, of: ids[number * ids.count / 40])
                let now = cache.work
                most.examined = max(most.examined, now.strokesExamined - before.strokesExamined)
                most.painted = max(most.painted, now.strokesPainted - before.strokesPainted)
                most.repainted = max(
                    most.repainted, now.pixelsRepainted - before.pixelsRepainted)
                before = now
            }
            print("\(count) strokes, most expensive of 40 changes: \(most)")
            costs.append(most)
        }
        // The factor 2 allows for random differences in the number of lines on top.
        #expect(costs[2].examined < costs[1].examined * 2)
        #expect(costs[2].painted < costs[1].painted * 2)
    }

    @Test("A change repaints the area of the stroke instead of its bounding box.")
    func repaintsAreTight() throws {
        var lines = Lines(size: (800, 480), length: 5...10)
        let (cache, _) = drawing(100, &lines)
        let diagonal = [CGPoint(x: 0, y: 0), CGPoint(x: 800, y: 480)]
        let added = cache.add(diagonal, width: 10, color: .black)
        let id = try #require(added)
        let before = cache.work.pixelsRepainted
        cache.setColor(.white, of: id)
        let repainted = cache.work.pixelsRepainted - before
        print("a diagonal of 9,330 pixels: \(repainted) repainted")
        #expect((8_000..<3 * 9_330).contains(repainted))
        #expect(cache.changed.area >= repainted)
    }

    @Test(
        "Changing strokes allocates nothing after a similar change.",
        .requiresOptimizedBuild)
    func changesAllocateNothing() {
        var lines = Lines(size: (800, 480), length: 20...400)
        let (cache, ids) = drawing(300, &lines)
        var places: [[CGPoint]] = []
        for _ in 0..<100 { places.append(lines.next()) }
        var counted: UInt = 0
        for round in 0..<8 {
            let before = allocation_counter_value()
            for step in 0..<100 {
                cache.resetChanges()
                cache.setPoints(places[step], of: ids[step])
                cache.setColor(.black, of: ids[step + 1])
                cache.setHidden(true, of: ids[step + 2])
                cache.setHidden(false, of: ids[step + 2])
                cache.bringToFront(ids[step + 3])
                cache.forEachStroke(near: CGPoint(x: 400, y: 240), within: 20) { _, _ in true }
            }
            if round > 3 { counted += allocation_counter_value() - before }
        }
        #expect(counted == 0)
    }

    @Test(
        "In a drawing of a million strokes, changing one examines only a few.",
        .requiresOptimizedBuild)
    func millionStrokes() {
        var lines = Lines(size: (800, 480), length: 3...40)
        let (cache, ids) = drawing(1_000_000, &lines, width: 6)
        #expect(cache.count == 1_000_000)
        let beyond = Double(cache.byteCount - 16_000_000) / 1e6
        print("a million strokes: \(beyond) bytes per stroke in addition to its points")
        #expect(beyond <= 64)
        let before = cache.work
        cache.setHidden(true, of: ids[500_000])
        // The stroke is below half a million others; those that hide it end the search.
        #expect(cache.work.strokesExamined - before.strokesExamined < 20_000)
    }
}
