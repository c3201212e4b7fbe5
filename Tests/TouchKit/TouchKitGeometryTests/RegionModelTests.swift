import Testing
import TouchKitGeometry
import TouchTrackerTestSupport

/// Compares regions with a bitmap, for random rectangles and for difficult patterns.
@Suite("Region compared with a bitmap")
struct RegionModelTests {
    /// A bitmap of 128 × 128 pixels.
    private struct Model: Equatable {
        static let extent = 128
        var pixels = [Bool](repeating: false, count: extent * extent)

        mutating func formUnion(_ rect: PixelRect) {
            let inside = rect.intersection(
                PixelRect(x: 0, y: 0, width: Self.extent, height: Self.extent))
            for y in inside.minY..<inside.maxY {
                for x in inside.minX..<inside.maxX { pixels[y * Self.extent + x] = true }
            }
        }

        var area: Int { pixels.reduce(0) { $0 + ($1 ? 1 : 0) } }

        func isSubset(of other: Model) -> Bool {
            zip(pixels, other.pixels).allSatisfy { !$0 || $1 }
        }
    }

    /// The patterns of inserted rectangles.
    enum Input: CaseIterable {
        case random
        case dots
        case checkerboard
        case comb
        case crossingBars
        case nested
        case staircase
        case emptyRects
    }

    private func rects(_ input: Input, _ random: inout SeededRandom) -> [PixelRect] {
        let extent = Model.extent
        switch input {
        case .random:
            return (0..<60).map { _ in
                PixelRect(
                    x: random.next(below: 100), y: random.next(below: 100),
                    width: 1 + random.next(below: 28), height: 1 + random.next(below: 28))
            }
        case .dots:
            return (0..<200).map { _ in
                PixelRect(
                    x: random.next(below: extent), y: random.next(below: extent), width: 1,
                    height: 1)
            }
        case .checkerboard:
            return (0..<256).map {
                PixelRect(x: $0 % 16 * 8 + $0 / 16 % 2 * 4, y: $0 / 16 * 8, width: 4, height: 8)
            }
        case .comb:
            return (0..<64).map { PixelRect(x: $0 * 2, y: 0, width: 1, height: extent) }
        case .crossingBars:
            return (0..<40).map {
                $0 % 2 == 0
                    ? PixelRect(x: $0 * 3, y: 0, width: 1, height: extent)
                    : PixelRect(x: 0, y: $0 * 3, width: extent, height: 1)
            }
        case .nested:
            return (0..<40).map { PixelRect(x: 40 - $0, y: 40 - $0, width: $0 * 2, height: $0 * 2) }
        case .staircase:
            return (0..<128).map { PixelRect(x: $0, y: $0, width: 1, height: 1) }
        case .emptyRects:
            return (0..<20).map { PixelRect(x: $0, y: 5, width: $0 % 3 - 1, height: $0 % 2) }
        }
    }

    private func model(of region: Region) -> Model {
        var model = Model()
        for rect in region.rects { model.formUnion(rect) }
        return model
    }

    @Test(
        "A region covers all inserted pixels with disjoint rectangles within the limit.",
        arguments: Input.allCases, [1, 2, 7, 32, 64])
    func covers(input: Input, limit: Int) {
        var random = SeededRandom(seed: UInt64(limit))
        var region = Region(limit: limit)
        var model = Model()
        for rect in rects(input, &random) {
            region.formUnion(rect)
            model.formUnion(rect)
            #expect(region.rects.count <= limit)
        }
        let covered = self.model(of: region)
        #expect(model.isSubset(of: covered))
        // The areas are equal only if the rectangles are disjoint.
        #expect(region.area == covered.area)
        #expect(region.isEmpty == (model.area == 0))
        #expect(region.rects.allSatisfy { !$0.isEmpty })
        var box = PixelRect.empty
        var errors = 0
        for y in 0..<Model.extent {
            for x in 0..<Model.extent {
                let isIn = covered.pixels[y * Model.extent + x]
                if region.contains(x: x, y: y) != isIn { errors += 1 }
                if isIn { box = box.union(PixelRect(x: x, y: y, width: 1, height: 1)) }
            }
        }
        #expect(errors == 0)
        #expect(region.bounds == box)
    }

    @Test(
        "Lines that may cross are not split, and the region covers exactly the inserted pixels.",
        arguments: [2, 10, 40])
    func crossings(limit: Int) {
        var random = SeededRandom(seed: UInt64(limit))
        var region = Region(limit: limit, maximumCrossingArea: 1)
        var model = Model()
        for rect in rects(.crossingBars, &random) {
            region.formUnion(rect)
            model.formUnion(rect)
            #expect(region.rects.count <= limit)
        }
        let covered = self.model(of: region)
        #expect(model.isSubset(of: covered))
        if limit == 40 {
            #expect(covered == model)
            // Only the lines along the edges of the model are split.
            #expect(region.area <= 40 * Model.extent)
        }
    }

    @Test("Crossings above the maximum area are split, and a covering rectangle replaces all.")
    func largeCrossings() {
        var region = Region(limit: 8, maximumCrossingArea: 63)
        region.formUnion(PixelRect(x: 40, y: 0, width: 8, height: 100))
        region.formUnion(PixelRect(x: 0, y: 40, width: 100, height: 8))
        #expect(region.rects.count == 3)
        #expect(region.area == 800 + 800 - 64)
        region.removeAll()
        region.formUnion(PixelRect(x: 40, y: 0, width: 7, height: 100))
        region.formUnion(PixelRect(x: 0, y: 40, width: 100, height: 8))
        #expect(region.rects.count == 2)
        region.formUnion(PixelRect(x: 0, y: 0, width: 100, height: 100))
        #expect(region.rects == [PixelRect(x: 0, y: 0, width: 100, height: 100)])
    }

    @Test(
        "A union of regions covers both, and a union with itself changes nothing.",
        arguments: 0..<20)
    func unions(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        var left = Region(limit: 16)
        var right = Region(limit: 16)
        for rect in rects(.random, &random).prefix(10) { left.formUnion(rect) }
        for rect in rects(.random, &random).prefix(10) { right.formUnion(rect) }
        var both = model(of: left)
        for rect in right.rects { both.formUnion(rect) }
        left.formUnion(right)
        #expect(both.isSubset(of: model(of: left)))
        let area = left.area
        left.formUnion(left)
        #expect(left.area == area)
    }

    @Test(
        "An intersection contains exactly the pixels inside, with and without earlier merges.",
        arguments: 0..<20)
    func intersections(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        // The limit of 1,000 rectangles is never reached.
        let limit = seed < 10 ? 1 + seed : 1_000
        var region = Region(limit: limit)
        for rect in rects(.random, &random) { region.formUnion(rect) }
        let before = model(of: region)
        let window = PixelRect(x: 30, y: 20, width: 50, height: 70)
        region.formIntersection(window)
        var errors = 0
        for y in 0..<Model.extent {
            for x in 0..<Model.extent {
                let isIn = before.pixels[y * Model.extent + x] && window.contains(x: x, y: y)
                if region.contains(x: x, y: y) != isIn { errors += 1 }
            }
        }
        #expect(errors == 0)
        // The region stays usable afterwards.
        var more = model(of: region)
        for rect in rects(.dots, &random) {
            region.formUnion(rect)
            more.formUnion(rect)
        }
        #expect(more.isSubset(of: model(of: region)))
        #expect(region.rects.count <= limit)
    }

    @Test("Each merge adds as few pixels as possible.", arguments: 0..<20)
    func mergesByCost(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        var region = Region(limit: 12)
        var comparedCount = 0
        for rect in rects(.dots, &random) {
            var wider = Region(limit: 13)
            wider.formUnion(region)
            wider.formUnion(rect)
            let before = region
            region.formUnion(rect)
            // With one rectangle above the limit, the cheapest pair is merged.
            guard wider.rects.count == 13, before.rects.count == 12 else { continue }
            var minimumWaste = Int.max
            for first in wider.rects.indices {
                for second in wider.rects.indices where second > first {
                    let box = wider.rects[first].union(wider.rects[second])
                    let waste = box.area - wider.rects[first].area - wider.rects[second].area
                    minimumWaste = min(minimumWaste, waste)
                }
            }
            // The merged rectangle may absorb others and then adds more pixels.
            let waste = region.area - wider.area
            if region.rects.count == 12 {
                #expect(waste == minimumWaste)
                comparedCount += 1
            } else {
                #expect(waste >= 0)
            }
        }
        #expect(comparedCount > 0)
    }
}
