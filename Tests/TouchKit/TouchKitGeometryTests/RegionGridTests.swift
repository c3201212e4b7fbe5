import Testing
import TouchKitGeometry
import TouchTrackerTestSupport

@Suite("Region grid")
struct RegionGridTests {
    @Test(
        "Results are negative only without an intersection, and positive only near the region.",
        arguments: [(800, 480), (64, 1), (1_281, 721), (5_000, 3_000)])
    func results(size: (width: Int, height: Int)) {
        var random = SeededRandom(seed: UInt64(size.width))
        let picture = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
        var grid = RegionGrid(width: size.width, height: size.height)
        func rect() -> PixelRect {
            PixelRect(
                x: random.next(below: size.width + 40) - 20,
                y: random.next(below: size.height + 40) - 20, width: random.next(below: 60),
                height: random.next(below: 60))
        }
        var (positive, negative) = (0, 0)
        for _ in 0..<50 {
            var region = Region()
            for _ in 0..<3 { region.formUnion(rect()) }
            grid.set(region)
            region.formIntersection(picture)
            for _ in 0..<50 {
                let tested = rect()
                let result = grid.mayIntersect(tested)
                if result { positive += 1 } else { negative += 1 }
                if region.intersects(tested) { #expect(result) }
                if result { #expect(region.intersects(tested.insetBy(-3))) }
            }
        }
        #expect(positive > 0 && negative > 0)
    }

    @Test("Setting a region replaces the previous one.")
    func replacesRegion() {
        var grid = RegionGrid(width: 100, height: 100)
        var region = Region()
        region.formUnion(PixelRect(x: 10, y: 10, width: 1, height: 1))
        grid.set(region)
        #expect(grid.mayIntersect(PixelRect(x: 10, y: 10, width: 1, height: 1)))
        region.removeAll()
        grid.set(region)
        #expect(!grid.mayIntersect(PixelRect(x: 0, y: 0, width: 100, height: 100)))
    }
}
