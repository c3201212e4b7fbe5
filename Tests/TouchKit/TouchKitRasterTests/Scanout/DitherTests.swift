import Testing
import TouchKitGeometry
import TouchKitRaster
import TouchTrackerTestSupport

/// Conversion to RGB565 with and without dithering.
@Suite("Dithering")
struct DitherTests {
    /// Writes a canvas out to an RGB565 buffer and returns the displayed colors.
    private func screen(_ canvas: Bitmap, dithers: Bool = true) -> Bitmap {
        let memory = ScanoutMemory(width: canvas.width, height: canvas.height, format: .rgb565)
        var mask = DamageMask(width: canvas.width, height: canvas.height)
        mask.formUnion(canvas.bounds)
        _ = writeOut(
            canvas, mask,
            geometry: ScreenGeometry(scanoutWidth: canvas.width, scanoutHeight: canvas.height),
            dithers: dithers, to: memory.buffer)
        return memory.picture
    }

    /// Returns a bitmap of a single color.
    private func flat(_ color: UInt32, width: Int = 16, height: Int = 8) -> Bitmap {
        Bitmap(width, height) { _, _ in 0xFF00_0000 | color }
    }

    /// Returns a bitmap with gradients of all channels.
    private func gradient() -> Bitmap {
        Bitmap(256, 160) { x, y in
            let value = UInt32(x)
            let colors: [UInt32] = [
                value << 16 | value << 8 | value, value << 16, value << 8, value,
                value << 16 | (255 - value) << 8 | UInt32(y - 128 & 31) * 8,
            ]
            return 0xFF00_0000 | colors[y / 32]
        }
    }

    @Test("All 65,536 colors that RGB565 represents exactly are not dithered.")
    func exactColorsStayFlat() {
        // Each pixel has one color and therefore one threshold; 16 bitmaps cover all thresholds.
        var wrong = 0
        for shift in 0..<16 {
            let canvas = Bitmap(256, 256) { x, y in
                let stored = UInt32((y * 256 + x + shift % 4 + shift / 4 * 256) & 0xFFFF)
                return PixelFormat.rgb565.color(of: stored)
            }
            if !screen(canvas).isEqual(to: canvas) { wrong += 1 }
        }
        #expect(wrong == 0)
    }

    @Test(
        "Other uniform colors are correct on average, and no pixel differs by more than 8 of 255."
    )
    func averages() {
        var worstMean = 0.0
        var worstPixel = 0
        for value in 0..<UInt32(256) {
            let shown = screen(flat(value << 16 | value << 8 | value))
            for shift in [UInt32(16), 8, 0] {
                var sum = 0
                for y in 0..<shown.height {
                    for x in 0..<shown.width {
                        let level = Int(shown[x, y] >> shift & 0xFF)
                        sum += level
                        worstPixel = max(worstPixel, abs(level - Int(value)))
                    }
                }
                let mean = Double(sum) / Double(shown.width * shown.height)
                worstMean = max(worstMean, abs(mean - Double(value)))
            }
        }
        // Levels are up to nine apart, and the scale deviates from a straight line by less than
        // one.
        #expect(worstMean < 1)
        #expect(worstPixel <= 8)
        // With truncation, these colors are darker by up to seven.
        #expect(screen(flat(0x070707), dithers: false)[0, 0] == 0xFF00_0400)
    }

    @Test(
        "Writing a canvas in parts gives the same buffer as writing it completely, in any order.",
        arguments: Rotation.allCases)
    func piecesEqualTheWhole(rotation: Rotation) {
        let geometry = ScreenGeometry(
            scanoutWidth: rotation.swapsAxes ? 160 : 256,
            scanoutHeight: rotation.swapsAxes ? 256 : 160, rotation: rotation)
        let canvas = gradient()
        /// Returns an empty scanout buffer.
        func memory() -> ScanoutMemory {
            ScanoutMemory(
                width: geometry.scanoutWidth, height: geometry.scanoutHeight, format: .rgb565)
        }
        var mask = DamageMask(width: canvas.width, height: canvas.height)
        mask.formUnion(canvas.bounds)
        let whole = memory()
        _ = writeOut(canvas, mask, geometry: geometry, to: whole.buffer)
        let pieces = memory()
        var random = SeededRandom(seed: 9)
        var left = 256 * 160
        var seen = DamageMask(width: canvas.width, height: canvas.height)
        while left > 0 {
            mask.removeAll()
            mask.formUnion(
                PixelRect(
                    x: random.next(below: 300) - 30, y: random.next(below: 190) - 20,
                    width: 1 + random.next(below: 70), height: 1 + random.next(below: 70)))
            seen.formUnion(mask)
            left = 256 * 160 - seen.area
            _ = writeOut(canvas, mask, geometry: geometry, to: pieces.buffer)
        }
        #expect(pieces.bytes == whole.bytes)
    }

    @Test("Gradients in 16 bits, dithered above and truncated below, match the golden image.")
    func gradients() throws {
        let picture = Bitmap(width: 256, height: 320)
        for (top, dithers) in [(0, true), (160, false)] {
            let shown = screen(gradient(), dithers: dithers)
            for y in 0..<160 {
                for x in 0..<256 { picture[x, top + y] = shown[x, y] }
            }
        }
        try expectPicture(picture, matches: "gradients-rgb565")
    }
}
