import Testing
import TouchKitGeometry
import TouchTrackerTestSupport

/// Where a region is, roughly.
@Suite("Region grid")
struct RegionGridTests {
    @Test(
        "It says no only where the region has nothing, and yes only near to what it has.",
        arguments: [(800, 480), (64, 1), (1_281, 721), (5_000, 3_000)])
    func answers(size: (width: Int, height: Int)) {
        var random = SeededRandom(seed: UInt64(size.width))
        let picture = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
        var grid = RegionGrid(width: size.width, height: size.height)
        func rect() -> PixelRect {
            PixelRect(
                x: random.next(below: size.width + 40) - 20,
                y: random.next(below: size.height + 40) - 20, width: random.next(below: 60),
                height: random.next(below: 60))
        }
        var (yes, no) = (0, 0)
        for _ in 0..<50 {
            var region = Region()
            for _ in 0..<3 { region.formUnion(rect()) }
            grid.set(region)
            region.formIntersection(picture)
            for _ in 0..<50 {
                let asked = rect()
                let answer = grid.mayIntersect(asked)
                if answer { yes += 1 } else { no += 1 }
                if region.intersects(asked) { #expect(answer) }
                if answer { #expect(region.intersects(asked.insetBy(-3))) }
            }
        }
        #expect(yes > 0 && no > 0)
    }

    @Test("What was known of the region before is forgotten.")
    func setAnew() {
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
