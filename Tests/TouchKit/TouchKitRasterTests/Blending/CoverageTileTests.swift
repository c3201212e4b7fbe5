import Testing
import TouchKitGeometry
import TouchKitRaster
import TouchTrackerTestSupport

/// Blending shapes that consist of several strokes by their combined coverage.
@Suite("Coverage tiles")
struct CoverageTileTests {
    private static let width = 128
    private static let height = 96

    /// Renders the coverage of strokes in a tile and blends it over a bitmap.
    private func paint(
        _ shapes: [LineShape], over picture: Bitmap, color: PixelColor, tile: PixelRect
    ) {
        let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: tile.area)
        defer { memory.deallocate() }
        memory.initialize(repeating: 0, count: tile.area)
        let coverage = CoverageTile(
            memory: memory, stride: tile.width, x: tile.minX, y: tile.minY)
        let part = tile.intersection(picture.bounds)
        for shape in shapes { shape.addCoverage(into: coverage, clip: part) }
        for y in part.minY..<part.maxY {
            blendCoverage(
                picture.pixels + y * picture.stride + part.minX, coverage.row(y) + part.minX,
                part.width, BlendColor(color))
        }
    }

    /// Returns the end points and the width of a random line.
    private func line(_ random: inout SeededRandom) -> (CGPoint, CGPoint, Double) {
        (
            CGPoint(x: random.number(in: -20...150), y: random.number(in: -20...110)),
            CGPoint(x: random.number(in: -20...150), y: random.number(in: -20...110)),
            random.number(in: 0.5...20)
        )
    }

    @Test(
        "A stroke drawn through a coverage tile equals the stroke itself within one level.",
        arguments: [255, 100])
    func sameAsDirect(alpha: Int) throws {
        var random = SeededRandom(seed: 1)
        let color = PixelColor(red: 250, green: 20, blue: 120, alpha: UInt8(alpha))
        for _ in 0..<60 {
            let (from, to, width) = line(&random)
            let list = DisplayList()
            list.stroke(from: from, to: to, width: width, cap: .round, color: color)
            let direct = list.painted(Self.width, Self.height)
            let shape = try #require(LineShape(from: from, to: to, width: width, cap: .round))
            let covered = Bitmap(width: Self.width, height: Self.height)
            paint([shape], over: covered, color: color, tile: covered.bounds)
            #expect(largestDifference(direct, covered) <= 1)
        }
    }

    @Test("Where translucent strokes of one shape cross, the color is blended once.")
    func crossing() throws {
        let color = PixelColor(red: 255, green: 255, blue: 255, alpha: 128)
        let picture = Bitmap(width: Self.width, height: Self.height)
        let shapes = try [
            (CGPoint(x: 10, y: 48), CGPoint(x: 110, y: 48)),
            (CGPoint(x: 60, y: 8), CGPoint(x: 60, y: 88)),
        ].map { try #require(LineShape(from: $0.0, to: $0.1, width: 12, cap: .round)) }
        paint(shapes, over: picture, color: color, tile: picture.bounds)
        #expect(picture[60, 48] == picture[20, 48])
        #expect(picture[60, 48] == picture[60, 20])
        #expect(picture[60, 48] & 0xFF == 128)
    }

    @Test("Tiles at any position give the same pixels as one large tile.", arguments: 0..<8)
    func tilesDoNotShow(seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed) + 40)
        let color = PixelColor(red: 9, green: 200, blue: 90, alpha: 77)
        let shapes = try (0..<12).map { _ in
            let (from, to, width) = line(&random)
            return try #require(LineShape(from: from, to: to, width: width, cap: .round))
        }
        let whole = Bitmap(width: Self.width, height: Self.height)
        paint(shapes, over: whole, color: color, tile: whole.bounds)
        let tiled = Bitmap(width: Self.width, height: Self.height)
        for y in stride(from: 0, to: Self.height, by: 7) {
            for x in stride(from: 0, to: Self.width, by: 24) {
                paint(
                    shapes, over: tiled, color: color,
                    tile: PixelRect(x: x, y: y, width: 24, height: 7))
            }
        }
        #expect(whole.isEqual(to: tiled))
    }

    @Test("Runs are blended independently of their start, and nothing beyond them is written.")
    func runs() {
        var random = SeededRandom(seed: 7)
        let color = BlendColor(PixelColor(red: 1, green: 130, blue: 255, alpha: 200))
        let coverage = (0..<64).map { _ in UInt8(random.next(below: 256)) }
        let old = (0..<64).map { _ in 0xFF00_0000 | UInt32(random.next(below: 1 << 24)) }
        var whole = old
        coverage.withUnsafeBufferPointer { coverage in
            whole.withUnsafeMutableBufferPointer {
                blendCoverage($0.baseAddress!, coverage.baseAddress!, 64, color)
            }
            for from in 0..<20 {
                var part = old
                part.withUnsafeMutableBufferPointer {
                    blendCoverage(
                        $0.baseAddress! + from, coverage.baseAddress! + from, 33, color)
                }
                #expect(Array(part[from..<from + 33]) == Array(whole[from..<from + 33]))
                #expect(
                    part[..<from] == old[..<from] && part[(from + 33)...] == old[(from + 33)...])
            }
        }
    }
}
