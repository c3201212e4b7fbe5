import Geometry
import Raster
import TestSupport
import Testing

@Suite("Write-out")
struct WriteOutTests {
    /// Scanout memory with rows longer than they need be, filled with a pattern.
    private final class Memory {
        let bytesPerRow: Int
        let height: Int
        let base: UnsafeMutableRawPointer

        init(width: Int, height: Int, padding: Int) {
            bytesPerRow = width * 4 + padding
            self.height = height
            base = .allocate(byteCount: bytesPerRow * height, alignment: 64)
            base.initializeMemory(as: UInt8.self, repeating: 0x5A, count: bytesPerRow * height)
        }

        deinit {
            base.deallocate()
        }

        func byte(_ offset: Int) -> UInt8 { base.load(fromByteOffset: offset, as: UInt8.self) }
    }

    @Test(
        "Marked pixels arrive turned, once, and nothing else is touched, whatever the stride.",
        arguments: Rotation.allCases, [(376, 40, 32), (480, 33, 0), (720, 21, 64), (1_366, 18, 8)])
    func writesWhatIsMarked(rotation: Rotation, size: (Int, Int, Int)) {
        let (width, height, padding) = size
        let geometry = ScreenGeometry(
            scanoutWidth: width, scanoutHeight: height, rotation: rotation)
        var random = SeededRandom(seed: UInt64(width))
        let canvas = Bitmap(width: geometry.canvasWidth, height: geometry.canvasHeight)
        var mask = DamageMask(width: canvas.width, height: canvas.height)
        for y in 0..<canvas.height {
            for x in 0..<canvas.width {
                canvas[x, y] = 0xFF00_0000 | UInt32(truncatingIfNeeded: random.next())
            }
        }
        for _ in 0..<60 {
            mask.formUnion(
                PixelRect(
                    x: random.next(below: canvas.width), y: random.next(below: canvas.height),
                    width: 1 + random.next(below: 30), height: 1 + random.next(below: 9)))
        }
        let memory = Memory(width: width, height: height, padding: padding)
        let buffer = ScanoutBuffer(
            base: memory.base, bytesPerRow: memory.bytesPerRow, width: width, height: height,
            format: .xrgb8888)
        let written = writeOut(canvas, mask, geometry: geometry, to: buffer)

        var expected = [UInt8](repeating: 0x5A, count: memory.bytesPerRow * height)
        var marked = 0
        for y in 0..<canvas.height {
            for x in 0..<canvas.width where mask.contains(x: x, y: y) {
                marked += 1
                let place = geometry.scanoutRect(PixelRect(x: x, y: y, width: 1, height: 1))
                let offset = place.minY * memory.bytesPerRow + place.minX * 4
                for byte in 0..<4 {
                    expected[offset + byte] = UInt8(canvas[x, y] >> UInt32(byte * 8) & 0xFF)
                }
            }
        }
        #expect(written == marked * 4)
        #expect(mask.area == marked)
        #expect(expected.indices.allSatisfy { memory.byte($0) == expected[$0] })
    }
}
