import Testing
import TouchKitGeometry
import TouchTrackerTestSupport

@Suite("Region")
struct RegionTests {
    /// A set of pixels as the reference.
    private struct Model {
        var pixels: Set<Int> = []
        mutating func formUnion(_ rect: PixelRect) {
            guard !rect.isEmpty else { return }
            for y in rect.minY..<rect.maxY {
                for x in rect.minX..<rect.maxX { pixels.insert(y * 1_000 + x) }
            }
        }
    }

    private func rect(_ random: inout SeededRandom) -> PixelRect {
        PixelRect(
            x: random.next(below: 90), y: random.next(below: 90), width: random.next(below: 30),
            height: random.next(below: 30))
    }

    @Test(
        "A region covers all inserted pixels, and its rectangles are disjoint.",
        arguments: 0..<30)
    func unions(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        var region = Region(limit: 1 + random.next(below: 20))
        var model = Model()
        for _ in 0..<40 {
            let next = rect(&random)
            region.formUnion(next)
            model.formUnion(next)
        }
        var covered: Set<Int> = []
        for rect in region.rects {
            #expect(!rect.isEmpty)
            for y in rect.minY..<rect.maxY {
                for x in rect.minX..<rect.maxX {
                    #expect(covered.insert(y * 1_000 + x).inserted)
                }
            }
        }
        #expect(model.pixels.isSubset(of: covered))
        #expect(region.area == covered.count)
        for pixel in covered {
            #expect(region.contains(x: pixel % 1_000, y: pixel / 1_000))
        }
    }

    @Test(
        "Rectangles are merged while the additional area is within the maximum.", arguments: 0..<20)
    func merges(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed) + 90)
        var region = Region()
        for _ in 0..<12 { region.formUnion(rect(&random)) }
        let before = region
        region.merge(maximumWaste: 100)
        #expect(region.rects.count <= before.rects.count)
        for rect in before.rects {
            #expect(region.rects.contains { $0.contains(rect) })
        }
        for left in region.rects {
            for right in region.rects where left != right {
                #expect(!left.intersects(right))
                #expect(left.union(right).area - left.area - right.area > 100)
            }
        }
    }

    @Test("Neighbouring rectangles are merged, distant ones are not.")
    func mergesNeighbours() {
        var region = Region()
        region.formUnion(PixelRect(x: 0, y: 0, width: 10, height: 10))
        region.formUnion(PixelRect(x: 12, y: 0, width: 10, height: 12))
        region.formUnion(PixelRect(x: 500, y: 300, width: 5, height: 5))
        region.merge(maximumWaste: 50)
        #expect(region.rects.count == 2)
        #expect(region.contains(x: 11, y: 5))
        region.merge(maximumWaste: .max)
        #expect(region.rects == [PixelRect(x: 0, y: 0, width: 505, height: 305)])
    }

    @Test("Rectangles that an intersection has shortened are merged at their new cost.")
    func mergesAfterIntersection() {
        var region = Region()
        region.formUnion(PixelRect(x: 0, y: 0, width: 10, height: 10))
        region.formUnion(PixelRect(x: 12, y: 0, width: 100, height: 40))
        region.merge(maximumWaste: 50)
        #expect(region.rects.count == 2)
        region.formIntersection(PixelRect(x: 0, y: 0, width: 22, height: 10))
        region.merge(maximumWaste: 50)
        #expect(region.rects == [PixelRect(x: 0, y: 0, width: 22, height: 10)])
    }

    @Test("The number of rectangles is bounded.", arguments: [1, 2, 5, 32])
    func isBounded(limit: Int) {
        var random = SeededRandom(seed: 3)
        var region = Region(limit: limit)
        for _ in 0..<300 {
            region.formUnion(rect(&random))
            #expect(region.rects.count <= limit)
        }
    }

    @Test("A region with few rectangles is exact.", arguments: 0..<20)
    func fewRectanglesAreExact(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed) + 50)
        var region = Region(limit: 500)
        var model = Model()
        for _ in 0..<5 {
            let next = PixelRect(
                x: random.next(below: 60) * 3, y: random.next(below: 60) * 3, width: 2, height: 2)
            region.formUnion(next)
            model.formUnion(next)
        }
        #expect(region.area == model.pixels.count)
    }

    @Test("An intersection removes the pixels outside.", arguments: 0..<20)
    func intersections(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed) + 80)
        var region = Region()
        for _ in 0..<6 { region.formUnion(rect(&random)) }
        let before = region
        let window = PixelRect(x: 20, y: 20, width: 40, height: 30)
        region.formIntersection(window)
        for y in 0..<120 {
            for x in 0..<120 {
                let inside = before.contains(x: x, y: y) && window.contains(x: x, y: y)
                #expect(region.contains(x: x, y: y) == inside)
            }
        }
    }
}
