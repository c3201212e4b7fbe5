import Testing
import TouchKitGeometry
import TouchKitRaster
import TouchTrackerTestSupport

@Suite("Write-out")
struct WriteOutTests {
    /// A pixel format, with or without dithering.
    struct OutputFormat: Sendable, CustomTestStringConvertible {
        let pixelFormat: PixelFormat
        let dithers: Bool

        var testDescription: String { "\(pixelFormat)" + (dithers ? " dithered" : "") }

        static let all = [
            OutputFormat(pixelFormat: .xrgb8888, dithers: true),
            OutputFormat(pixelFormat: .argb8888, dithers: true),
            OutputFormat(pixelFormat: .rgb565, dithers: false),
            OutputFormat(pixelFormat: .rgb565, dithers: true),
        ]
    }

    /// Returns a bitmap of random pixels.
    private func noise(_ width: Int, _ height: Int, seed: UInt64) -> Bitmap {
        var random = SeededRandom(seed: seed)
        return Bitmap(width, height) { _, _ in
            0xFF00_0000 | UInt32(truncatingIfNeeded: random.next())
        }
    }

    /// Returns random pixels, including blocks high enough to fill whole 64-byte lines after a
    /// quarter turn.
    private func someRects(_ canvas: Bitmap, _ random: inout SeededRandom) -> DamageMask {
        var mask = DamageMask(width: canvas.width, height: canvas.height)
        for index in 0..<60 {
            mask.formUnion(
                PixelRect(
                    x: random.next(below: canvas.width), y: random.next(below: canvas.height),
                    width: 1 + random.next(below: 40),
                    height: 1 + random.next(below: index % 6 == 0 ? 90 : 9)))
        }
        return mask
    }

    /// Writes the marked pixels and compares each byte of the buffer with a model.
    private func check(
        _ canvas: Bitmap, _ mask: DamageMask, _ geometry: ScreenGeometry, _ format: OutputFormat,
        padding: Int
    ) {
        let memory = ScanoutMemory(
            width: geometry.scanoutWidth, height: geometry.scanoutHeight,
            format: format.pixelFormat,
            padding: padding)
        var expected = memory.bytes
        let bytes = ScanoutModel.write(
            canvas, where: { mask.contains(x: $0, y: $1) }, geometry: geometry,
            format: format.pixelFormat, dithers: format.dithers, bytesPerRow: memory.bytesPerRow,
            into: &expected)
        let written = writeOut(
            canvas, mask, geometry: geometry, dithers: format.dithers, to: memory.buffer)
        #expect(written == bytes)
        #expect(written == mask.area * format.pixelFormat.bytesPerPixel)
        #expect(memory.bytes == expected)
    }

    @Test(
        "Exactly the marked pixels are written, rotated and in the buffer's format.",
        arguments: Rotation.allCases, OutputFormat.all)
    func writesWhatIsMarked(rotation: Rotation, format: OutputFormat) {
        for (width, height, padding) in [
            (376, 40, 32), (480, 133, 0), (721, 75, 64), (1_366, 18, 8), (90, 200, 6),
        ] {
            let geometry = ScreenGeometry(
                scanoutWidth: width, scanoutHeight: height, rotation: rotation)
            var random = SeededRandom(seed: UInt64(width))
            let canvas = noise(geometry.canvasWidth, geometry.canvasHeight, seed: 3)
            check(canvas, someRects(canvas, &random), geometry, format, padding: padding)
        }
    }

    @Test(
        "Single cells and short runs are written correctly at any position.",
        arguments: Rotation.allCases, OutputFormat.all)
    func writesSmallRuns(rotation: Rotation, format: OutputFormat) {
        let geometry = ScreenGeometry(scanoutWidth: 99, scanoutHeight: 101, rotation: rotation)
        let canvas = noise(geometry.canvasWidth, geometry.canvasHeight, seed: 4)
        var mask = DamageMask(width: canvas.width, height: canvas.height)
        for row in 0..<canvas.height {
            // Runs of 2, 4, 6 … pixels that begin at each even column.
            let first = row % 16 * 2
            mask.mark(first..<min(first + 2 + row / 16 * 6, canvas.width), row: row)
            mask.mark((canvas.width - 1 - row % 11)..<canvas.width, row: row)
        }
        check(canvas, mask, geometry, format, padding: 2)
    }

    @Test(
        "Canvases of any size are written completely; an empty mask writes nothing.",
        arguments: Rotation.allCases, OutputFormat.all)
    func writesEverything(rotation: Rotation, format: OutputFormat) {
        for (width, height) in [
            (376, 40), (480, 33), (721, 19), (5, 3), (1, 1), (64, 64), (97, 66),
        ] {
            let geometry = ScreenGeometry(
                scanoutWidth: width, scanoutHeight: height, rotation: rotation)
            let canvas = noise(geometry.canvasWidth, geometry.canvasHeight, seed: 7)
            var mask = DamageMask(width: canvas.width, height: canvas.height)
            check(canvas, mask, geometry, format, padding: 12)
            mask.formUnion(canvas.bounds)
            check(canvas, mask, geometry, format, padding: 12)
        }
    }

    @Test(
        "Rotating and rotating back gives the original picture.",
        arguments: Rotation.allCases, OutputFormat.all)
    func turnedBack(rotation: Rotation, format: OutputFormat) {
        /// Returns the displayed picture after writing a canvas in the given rotation.
        func written(_ canvas: Bitmap, _ rotation: Rotation, _ width: Int, _ height: Int) -> Bitmap
        {
            let memory = ScanoutMemory(width: width, height: height, format: format.pixelFormat)
            var mask = DamageMask(width: canvas.width, height: canvas.height)
            mask.formUnion(canvas.bounds)
            _ = writeOut(
                canvas, mask,
                geometry: ScreenGeometry(
                    scanoutWidth: width, scanoutHeight: height, rotation: rotation),
                dithers: format.dithers, to: memory.buffer)
            return memory.picture
        }
        let upright = written(noise(173, 95, seed: 8), .none, 173, 95)
        let turned =
            rotation.swapsAxes
            ? written(upright, rotation, 95, 173) : written(upright, rotation, 173, 95)
        let inverse: Rotation =
            switch rotation {
            case .none, .halfTurn: rotation
            case .clockwise90: .clockwise270
            case .clockwise270: .clockwise90
            }
        // A displayed color is represented exactly, so that writing it again loses nothing.
        #expect(written(turned, inverse, 173, 95).isEqual(to: upright))
    }

    @Test("Formats have 4, 4 and 2 bytes per pixel, and convert stored pixels to colors.")
    func sizes() {
        #expect(PixelFormat.allCases.map(\.bytesPerPixel) == [4, 4, 2])
        #expect(PixelFormat.rgb565.color(of: 0xFFFF) == 0xFFFF_FFFF)
        #expect(PixelFormat.rgb565.color(of: 0x8410) == 0xFF84_8284)
        #expect(PixelFormat.xrgb8888.color(of: 0x0012_3456) == 0xFF12_3456)
    }
}
