import Testing
import TouchKitGeometry
import TouchTrackerTestSupport

/// Compares masks with a set of cells, for marks at difficult positions.
@Suite("Damage mask compared with a model")
struct DamageMaskModelTests {
    /// Returns runs that begin and end at the boundaries of words, rows and the picture.
    private func marks(_ width: Int, _ height: Int, _ random: inout SeededRandom) -> [(
        columns: Range<Int>, row: Int
    )] {
        var marks: [(columns: Range<Int>, row: Int)] = []
        let edges = [0, 1, 2, 3, 126, 127, 128, 129, 130, 254, 255, 256, 257, width - 1, width]
        for _ in 0..<60 {
            let row = [0, 1, height - 2, height - 1, random.next(below: height)][
                random.next(below: 5)]
            let first = min(edges[random.next(below: edges.count)], width)
            let end = min(edges[random.next(below: edges.count)], width)
            marks.append((min(first, end)..<max(first, end), min(max(row, 0), height - 1)))
        }
        return marks
    }

    @Test(
        "Runs, area and covering rectangles agree with a set of cells, also after emptying.",
        arguments: [1, 2, 3, 127, 128, 129, 255, 256, 257, 800], [1, 2, 5, 37])
    func agrees(width: Int, height: Int) {
        var random = SeededRandom(seed: UInt64(width * 100 + height))
        var mask = DamageMask(width: width, height: height)
        for _ in 0..<3 {
            var model: Set<Int> = []
            mask.removeAll()
            for mark in marks(width, height, &random) {
                mask.mark(mark.columns, row: mark.row)
                for x in mark.columns {
                    for pixel in [x & ~1, x | 1] where pixel < width {
                        model.insert(mark.row * 4_096 + pixel)
                    }
                }
            }
            expectAgreement(mask, model)
        }
    }

    private func expectAgreement(_ mask: DamageMask, _ model: Set<Int>) {
        #expect(mask.isEmpty == model.isEmpty)
        #expect(mask.area == model.count)
        #expect(model.allSatisfy { mask.contains(x: $0 % 4_096, y: $0 / 4_096) })
        let picture = PixelRect(x: 0, y: 0, width: mask.width, height: mask.height)
        var errors = 0
        var runs: Set<Int> = []
        var previous = (row: -1, end: 0)
        mask.forEachRun { row, columns in
            // Runs are maximal, so that there is a gap before the next one.
            if row <= previous.row && columns.lowerBound <= previous.end { errors += 1 }
            previous = (row, columns.upperBound)
            for x in columns where !runs.insert(row * 4_096 + x).inserted { errors += 1 }
        }
        #expect(runs == model)
        #expect(errors == 0)
        for bandHeight in [1, 3, 32] {
            var region = Region(limit: 500)
            mask.addCoveringRects(to: &region, bandHeight: bandHeight)
            #expect(model.allSatisfy { region.contains(x: $0 % 4_096, y: $0 / 4_096) })
            #expect(model.isEmpty == region.isEmpty)
            #expect(picture.contains(region.bounds))
        }
    }

    @Test("A union contains the cells of both masks, for any ranges of rows.", arguments: 0..<30)
    func unions(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        var left = DamageMask(width: 200, height: 60)
        var right = DamageMask(width: 200, height: 60)
        var model: Set<Int> = []
        for number in 0..<8 {
            let rect = PixelRect(
                x: random.next(below: 220) - 10, y: random.next(below: 70) - 5,
                width: random.next(below: 90), height: random.next(below: 9))
            if number % 2 == 0 { left.formUnion(rect) } else { right.formUnion(rect) }
            let inside = rect.intersection(PixelRect(x: 0, y: 0, width: 200, height: 60))
            for y in inside.minY..<inside.maxY {
                for x in inside.minX..<inside.maxX {
                    model.insert(y * 4_096 + (x & ~1))
                    model.insert(y * 4_096 + (x | 1))
                }
            }
        }
        left.formUnion(right)
        expectAgreement(left, model)
        left.formUnion(DamageMask(width: 200, height: 60))
        expectAgreement(left, model)
    }
}
