#if DEBUG
// Internal declarations are tested in debug builds only, because release builds do not support
// `@testable`.
import Testing
import TouchKitGeometry
import TouchTrackerTestSupport

@testable import TouchKitRaster

/// The edges that are stored for a path.
@Suite("Path shapes")
struct PathShapeTests {
    @Test("Edges above, below and to the right of the clip are dropped, and bounds are tight.")
    func storedEdges() {
        let list = DisplayList()
        list.pushClip(PixelRect(x: 100, y: 100, width: 50, height: 50))
        for (dx, dy) in [(0.0, -80.0), (0, 80), (80, 0)] {
            list.fill(
                .circle(125 + dx, 125 + dy, radius: 20), rule: .nonzero, paint: .color(.white))
        }
        #expect(list.count == 0)
        #expect(list.edges.edges.isEmpty)
        // Edges to the left are stored, but a shape that is completely to the left adds no item.
        list.fill(.circle(45, 125, radius: 20), rule: .nonzero, paint: .color(.white))
        #expect(list.count == 0 && list.edges.edges.isEmpty)
        list.fill(
            .through([(110.5, 120.2), (119.5, 120.2), (119.5, 129.9)]), rule: .nonzero,
            paint: .color(.white))
        #expect(list.items.map(\.bounds) == [PixelRect(minX: 110, minY: 120, maxX: 120, maxY: 130)])
    }

    @Test("Each band contains exactly the edges that intersect it.", arguments: [60, 5_000])
    func bands(height: Int) {
        var random = SeededRandom(seed: 8)
        var path = Path()
        for index in 0..<200 {
            let y = random.number(in: 0...Double(height))
            let point = CGPoint(x: random.number(in: 0...100), y: y)
            if index == 0 { path.move(to: point) } else { path.addLine(to: point) }
        }
        let list = DisplayList()
        list.fill(path, rule: .nonzero, paint: .color(.white))
        guard case .path(let number, _) = list.items[0].shape else {
            Issue.record("the path was not recorded as a path item")
            return
        }
        let shape = list.paths[number]
        #expect((1...PathLimits.maximumBandCount).contains(shape.bandCount))
        let bounds = list.items[0].bounds
        #expect(shape.firstRow == bounds.minY)
        for band in 0..<shape.bandCount {
            let top = (shape.firstRow + band << shape.bandShift) << 8
            let bottom = top + 256 << shape.bandShift
            let first = list.edges.bandStarts[shape.firstBand + band]
            let end = list.edges.bandStarts[shape.firstBand + band + 1]
            let listed = list.edges.bandEdges[first..<end].map { Int($0) }
            let wanted = list.edges.edges.indices.filter {
                Int(list.edges.edges[$0].startY) < bottom && Int(list.edges.edges[$0].endY) > top
            }
            #expect(listed == wanted)
        }
    }

    @Test("The coverage of a path is merged with that of other shapes by maximum.")
    func coverageTile() {
        let list = DisplayList()
        list.fill(
            .through([(2.5, 1), (6, 1), (6, 3), (2.5, 3)]), rule: .nonzero, paint: .color(.white))
        guard case .path(let number, _) = list.items[0].shape else {
            Issue.record("the path was not recorded as a path item")
            return
        }
        var memory = [UInt8](repeating: 100, count: 32)
        memory.withUnsafeMutableBufferPointer { bytes in
            guard let base = bytes.baseAddress else { return }
            list.paths[number].addCoverage(
                into: CoverageTile(memory: base, stride: 8, x: 0, y: 0), clip: list.items[0].bounds,
                list: list)
        }
        #expect(Array(memory[0..<8]) == Array(repeating: 100, count: 8))
        #expect(Array(memory[8..<16]) == [100, 100, 128, 255, 255, 255, 100, 100])
    }
}
#endif
