import Testing
import TouchKitGeometry
import TouchTrackerTestSupport

@Suite("Line slices")
struct LineSlicesTests {
    private func slices(
        _ start: CGPoint, _ end: CGPoint, reach: Double, within clip: PixelRect, limit: Int = 32
    ) -> [PixelRect] {
        var slices = LineSlices(from: start, to: end, reach: reach, within: clip, limit: limit)
        var all: [PixelRect] = []
        while let slice = slices.next() { all.append(slice) }
        return all
    }

    @Test(
        "Slices cover every pixel center within reach, and are disjoint, clipped and limited.",
        arguments: 0..<200)
    func coverTheLine(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        let clip = PixelRect(
            x: random.next(below: 40) - 20, y: random.next(below: 40) - 20,
            width: 1 + random.next(below: 300), height: 1 + random.next(below: 200))
        let start = CGPoint(x: random.number(in: -60...300), y: random.number(in: -60...240))
        var end = CGPoint(x: random.number(in: -60...300), y: random.number(in: -60...240))
        switch seed % 5 {
        case 0: end = CGPoint(x: start.x, y: end.y)
        case 1: end = CGPoint(x: end.x, y: start.y)
        case 2: end = CGPoint(x: start.x + random.number(in: -3...3), y: start.y)
        default: break
        }
        let reach = random.number(in: 0.5...20)
        let limit = 2 + random.next(below: 40)
        let found = slices(start, end, reach: reach, within: clip, limit: limit)
        #expect(found.count <= limit)
        #expect(found.allSatisfy { !$0.isEmpty && clip.contains($0) })
        #expect(slices(end, start, reach: reach, within: clip, limit: limit) == found)
        for index in found.indices {
            for other in found.indices where other > index {
                #expect(!found[index].intersects(found[other]))
            }
        }
        var missing = 0
        for y in clip.minY..<clip.maxY {
            for x in clip.minX..<clip.maxX {
                let middle = CGPoint(x: Double(x) + 0.5, y: Double(y) + 0.5)
                guard middle.distance(fromLine: start, end) < reach else { continue }
                if !found.contains(where: { $0.contains(x: x, y: y) }) { missing += 1 }
            }
        }
        #expect(missing == 0)
    }

    @Test(
        "Common slices cover two lines with one end in common, with few rectangles.",
        arguments: 0..<200)
    func coverBothLines(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        let clip = PixelRect(x: 0, y: 0, width: 300, height: 200)
        let start = CGPoint(x: random.number(in: 0...300), y: random.number(in: 0...200))
        let old = CGPoint(x: random.number(in: -20...320), y: random.number(in: -20...220))
        let far = seed % 2 == 0 ? 200.0 : 8.0
        let new = CGPoint(
            x: old.x + random.number(in: -far...far), y: old.y + random.number(in: -far...far))
        let reach = random.number(in: 0.5...12)
        var found: [PixelRect] = []
        LineSlices.forEachSlice(
            of: LineSlices(from: start, to: old, reach: reach, within: clip),
            and: LineSlices(from: start, to: new, reach: reach, within: clip)
        ) { found.append($0) }
        #expect(found.count <= 64)
        #expect(found.allSatisfy { !$0.isEmpty && clip.contains($0) })
        var missing = 0
        for y in clip.minY..<clip.maxY {
            for x in clip.minX..<clip.maxX {
                let middle = CGPoint(x: Double(x) + 0.5, y: Double(y) + 0.5)
                guard
                    middle.distance(fromLine: start, old) < reach
                        || middle.distance(fromLine: start, new) < reach
                else { continue }
                if !found.contains(where: { $0.contains(x: x, y: y) }) { missing += 1 }
            }
        }
        #expect(missing == 0)
    }

    @Test("The slices of a line that is not nearly horizontal contain each row once.")
    func containEachRowOnce() {
        let clip = PixelRect(x: 0, y: 0, width: 800, height: 480)
        let center = CGPoint(x: 400, y: 240)
        for degrees in stride(from: 10.0, through: 170, by: 5) {
            let turn = CGAffineTransform(rotationAngle: degrees * .pi / 180)
            let along = CGPoint(x: 200, y: 0).applying(turn)
            let end = CGPoint(x: center.x + along.x, y: center.y + along.y)
            let found = slices(center, end, reach: 6, within: clip)
            let rows = found.flatMap { Array($0.minY..<$0.maxY) }
            #expect(Set(rows).count == rows.count, "\(degrees)°")
        }
    }

    @Test("The area of a diagonal's slices is within the documented formula.")
    func areTight() {
        let clip = PixelRect(x: 0, y: 0, width: 800, height: 480)
        let found = slices(
            CGPoint(x: 0, y: 0), CGPoint(x: 800, y: 480), reach: 5.5, within: clip)
        let area = found.reduce(0) { $0 + $1.area }
        #expect(found.count == 30)
        // 2 · 5.5 · 933 + 800 · 480 / 30, plus rounding of each slice by two columns.
        let maximumArea: Int = 10_263 + 12_800 + 960
        #expect(area <= maximumArea)
        let horizontal = slices(
            CGPoint(x: 10, y: 100), CGPoint(x: 790, y: 100), reach: 5.5, within: clip)
        #expect(horizontal == [PixelRect(minX: 4, minY: 94, maxX: 796, maxY: 106)])
    }

    @Test(
        "Lines with coordinates that are not finite have no slices, and distant ones are clipped.")
    func extremeCoordinates() {
        let clip = PixelRect(x: 0, y: 0, width: 80, height: 40)
        for invalid in [Double.nan, .infinity, -.infinity] {
            #expect(
                slices(CGPoint(x: invalid, y: 1), CGPoint(x: 2, y: 2), reach: 1, within: clip)
                    .isEmpty)
            #expect(
                slices(CGPoint(x: 1, y: 1), CGPoint(x: 2, y: invalid), reach: 1, within: clip)
                    .isEmpty)
            #expect(
                slices(CGPoint(x: 1, y: 1), CGPoint(x: 2, y: 2), reach: invalid, within: clip)
                    .isEmpty)
        }
        #expect(
            slices(CGPoint(x: 1, y: 1), CGPoint(x: 2, y: 2), reach: 1, within: .empty).isEmpty)
        let far = slices(
            CGPoint(x: -1e300, y: 20), CGPoint(x: 1e300, y: 20), reach: 2, within: clip)
        #expect(far.reduce(0) { $0 + $1.area } == 80 * 4)
        let huge = slices(CGPoint(x: 1, y: 1), CGPoint(x: 9, y: 9), reach: 1e300, within: clip)
        #expect(huge.reduce(0) { $0 + $1.area } == 80 * 40)
    }
}
