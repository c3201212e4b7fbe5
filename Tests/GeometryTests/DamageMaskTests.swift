import Geometry
import TestSupport
import Testing

@Suite("Damage mask")
struct DamageMaskTests {
    /// Marks rectangles in a mask and, pixel by pixel in whole cells, in a model.
    private func random(
        _ random: inout SeededRandom, width: Int, height: Int, count: Int
    ) -> (mask: DamageMask, model: Set<Int>) {
        var mask = DamageMask(width: width, height: height)
        var model: Set<Int> = []
        for _ in 0..<count {
            let rect = PixelRect(
                x: random.next(below: width + 20) - 10, y: random.next(below: height + 20) - 10,
                width: random.next(below: 200), height: random.next(below: 12))
            mask.formUnion(rect)
            for y in max(rect.minY, 0)..<max(min(rect.maxY, height), max(rect.minY, 0)) {
                for x in max(rect.minX, 0)..<max(min(rect.maxX, width), max(rect.minX, 0)) {
                    model.insert(y * 10_000 + x & ~1)
                    if x | 1 < width { model.insert(y * 10_000 + x | 1) }
                }
            }
        }
        return (mask, model)
    }

    @Test(
        "Area, runs and blocks agree with a set of pixels.", arguments: [1, 2, 63, 129, 376, 801])
    func agreesWithModel(width: Int) {
        var generator = SeededRandom(seed: UInt64(width))
        let (mask, model) = random(&generator, width: width, height: 37, count: 8)
        #expect(mask.area == model.count)
        #expect(mask.isEmpty == model.isEmpty)
        var runs: Set<Int> = []
        mask.forEachRun { row, columns in
            for x in columns { #expect(runs.insert(row * 10_000 + x).inserted) }
        }
        #expect(runs == model)
        var blocks: Set<Int> = []
        mask.forEachBlock { x, y, rows in
            for row in 0..<4 where rows >> row & 1 == 1 {
                for column in 0..<2 where x + column < width {
                    blocks.insert((y + row) * 10_000 + x + column)
                }
            }
        }
        #expect(blocks == model)
    }

    @Test("A union of masks marks what either marks.")
    func unions() {
        var generator = SeededRandom(seed: 4)
        var (left, leftModel) = random(&generator, width: 300, height: 50, count: 3)
        let (right, rightModel) = random(&generator, width: 300, height: 50, count: 3)
        left.formUnion(right)
        #expect(left.area == leftModel.union(rightModel).count)
        leftModel.formUnion(rightModel)
        for pixel in leftModel { #expect(left.contains(x: pixel % 10_000, y: pixel / 10_000)) }
    }

    @Test("After everything is taken out nothing is marked, and it can be marked again.")
    func removal() {
        var generator = SeededRandom(seed: 5)
        var (mask, _) = random(&generator, width: 300, height: 50, count: 3)
        mask.removeAll()
        #expect(mask.isEmpty)
        #expect(mask.area == 0)
        mask.mark(10..<11, row: 49)
        #expect(mask.area == 2)
    }

    @Test("The covering rectangles cover all that is marked.", arguments: 0..<10)
    func cover(seed: Int) {
        var generator = SeededRandom(seed: UInt64(seed))
        let (mask, model) = random(&generator, width: 300, height: 90, count: 3)
        var region = Region()
        mask.cover(with: &region)
        for pixel in model { #expect(region.contains(x: pixel % 10_000, y: pixel / 10_000)) }
        #expect(region.bounds.maxX <= 300)
        #expect(region.bounds.maxY <= 90)
    }
}
