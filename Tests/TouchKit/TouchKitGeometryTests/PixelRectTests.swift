import Testing
import TouchKitGeometry
import TouchTrackerTestSupport

@Suite("Pixel rectangle")
struct PixelRectTests {
    private func contains(_ rect: PixelRect, _ x: Int, _ y: Int) -> Bool {
        (rect.minX..<max(rect.maxX, rect.minX)).contains(x)
            && (rect.minY..<max(rect.maxY, rect.minY)).contains(y)
    }

    private func extent(of coordinates: [Int]) -> Int {
        guard let first = coordinates.min(), let last = coordinates.max() else { return 0 }
        return last - first + 1
    }

    @Test(
        "A trimmed rectangle contains the whole rest, and nothing else if the rest is a rectangle.")
    func trimmed() {
        var random = SeededRandom(seed: 20_261_122)
        var exact = 0
        for _ in 0..<5_000 {
            func rect() -> PixelRect {
                PixelRect(
                    x: random.next(below: 6), y: random.next(below: 6),
                    width: random.next(below: 6), height: random.next(below: 6))
            }
            let (whole, other) = (rect(), rect())
            let rest = whole.trimmed(by: other)
            var left: [(x: Int, y: Int)] = []
            for y in 0..<12 {
                for x in 0..<12 where contains(whole, x, y) && !contains(other, x, y) {
                    left.append((x, y))
                    #expect(contains(rest, x, y), "\(whole) without \(other)")
                }
            }
            let columns = extent(of: left.map(\.x))
            let rows = extent(of: left.map(\.y))
            let area = max(rest.maxX - rest.minX, 0) * max(rest.maxY - rest.minY, 0)
            if columns * rows == left.count {
                #expect(area == left.count, "\(whole) without \(other)")
                exact += 1
            } else {
                #expect(rest == whole)
            }
        }
        #expect(exact > 1_000)
    }

    @Test("The pixels within a rectangle are those that are completely inside.")
    func within() {
        let rect = CGRect(x: 0.5, y: -1.25, width: 3, height: 4)
        #expect(PixelRect(within: rect) == PixelRect(minX: 1, minY: -1, maxX: 3, maxY: 2))
        let whole = CGRect(x: 2, y: 3, width: 4, height: 5)
        #expect(PixelRect(within: whole) == PixelRect(covering: whole))
        #expect(PixelRect(within: CGRect(x: 0.5, y: 0, width: 1, height: 9)).isEmpty)
        #expect(PixelRect(within: .null).isEmpty)
    }
}
