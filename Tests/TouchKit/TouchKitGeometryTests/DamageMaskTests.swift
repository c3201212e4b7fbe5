import Testing
import TouchKitGeometry
import TouchTrackerTestSupport

@Suite("Damage mask")
struct DamageMaskTests {
    /// Returns a mask with random rectangles, and its marked pixels in whole cells as a reference.
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
        "Copied cells agree with a set of pixels, downwards and upwards.",
        arguments: [1, 2, 63, 129, 376, 801])
    func copiesCells(width: Int) {
        var generator = SeededRandom(seed: UInt64(width))
        let (mask, model) = random(&generator, width: width, height: 37, count: 8)
        expectCells(of: mask, model, upwards: false)
        expectCells(of: mask, model, upwards: true)
    }

    /// Expects the copied cells to equal the model, and no cells outside of the picture.
    private func expectCells(of mask: DamageMask, _ model: Set<Int>, upwards: Bool) {
        var cells: Set<Int> = []
        var copied = [UInt64](repeating: .max, count: 16)
        for word in 0..<mask.wordsPerRow {
            for top in stride(from: -5, to: mask.height, by: 16) {
                let sums = mask.copyCells(
                    word: word, from: upwards ? top + 15 : top, step: upwards ? -1 : 1, count: 16,
                    to: &copied)
                #expect(sums.any == copied.reduce(0, |))
                #expect(sums.all == copied.reduce(.max, &))
                for (index, bits) in copied.enumerated() {
                    let row = upwards ? top + 15 - index : top + index
                    #expect(bits == 0 || mask.markedRows.contains(row))
                    for column in 0..<128 where bits >> UInt64(column / 2) & 1 == 1 {
                        let x = word * 128 + column
                        if x < mask.width { cells.insert(row * 10_000 + x) }
                    }
                }
            }
        }
        #expect(cells == model)
    }

    @Test("A mask wider than 8,192 pixels finds, unites and removes marks.")
    func wideMasks() {
        var mask = DamageMask(width: 20_001, height: 3)
        var other = DamageMask(width: 20_001, height: 3)
        mask.mark(8_191..<8_195, row: 1)
        other.mark(20_000..<20_001, row: 2)
        other.mark(cells: 1, fromColumn: 16_384, row: 0)
        mask.formUnion(other)
        var runs: [[Int]] = []
        mask.forEachRun { row, columns in
            runs.append([row, columns.lowerBound, columns.upperBound])
        }
        #expect(runs == [[0, 16_384, 16_386], [1, 8_190, 8_196], [2, 20_000, 20_001]])
        #expect(mask.area == 9)
        var region = Region()
        mask.addCoveringRects(to: &region)
        #expect(region.bounds == PixelRect(minX: 8_190, minY: 0, maxX: 20_001, maxY: 3))
        mask.removeAll()
        #expect(mask.isEmpty && mask.area == 0)
    }
}
