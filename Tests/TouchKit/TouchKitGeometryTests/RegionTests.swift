import Testing
import TouchKitGeometry
import TouchTrackerTestSupport

@Suite("Region")
struct RegionTests {
    private func rect(_ random: inout SeededRandom) -> PixelRect {
        PixelRect(
            x: random.next(below: 90), y: random.next(below: 90), width: random.next(below: 30),
            height: random.next(below: 30))
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

    @Test("Neighboring rectangles are merged, distant ones are not.")
    func mergesNeighbors() {
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

    @Test("Separate rectangles below the limit are stored unchanged.", arguments: 0..<20)
    func separateRectanglesAreStored(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed) + 50)
        var region = Region(limit: 500)
        var inserted: Set<PixelRect> = []
        for _ in 0..<5 {
            let next = PixelRect(
                x: random.next(below: 60) * 3, y: random.next(below: 60) * 3, width: 2, height: 2)
            region.formUnion(next)
            inserted.insert(next)
        }
        #expect(Set(region.rects) == inserted)
        #expect(region.rects.count == inserted.count)
    }
}
