import Testing
import TouchKitGeometry
import TouchKitRaster
import TouchTrackerTestSupport

/// Blending premultiplied bitmaps over opaque and translucent ones.
@Suite("Bitmap blending")
struct BitmapBlendingTests {
    /// Returns a random premultiplied pixel.
    private func pixel(_ random: inout SeededRandom) -> UInt32 {
        let alpha = [0, 255, random.next(below: 256)][random.next(below: 3)]
        var pixel = UInt32(alpha) << 24
        for shift in [UInt32(0), 8, 16] { pixel |= UInt32(random.next(below: alpha + 1)) << shift }
        return pixel
    }

    /// Returns a bitmap of random premultiplied pixels.
    private func noise(_ random: inout SeededRandom, _ width: Int, _ height: Int) -> Bitmap {
        Bitmap(width, height, isOpaque: false) { _, _ in pixel(&random) }
    }

    @Test(
        "Over a translucent bitmap, colors and alpha match the formula.",
        arguments: [1.0, 0.75, 0.2])
    func formula(opacity: Double) {
        var random = SeededRandom(seed: 31)
        let lower = noise(&random, 61, 40)
        let upper = noise(&random, 61, 40)
        let result = lower.copy()
        let list = DisplayList()
        list.paint(upper, map: .identity, opacity: opacity)
        list.paint(onto: result, clip: result.bounds)
        var largest = 0.0
        for y in 0..<40 {
            for x in 0..<61 {
                let rest = 1 - Double(upper[x, y] >> 24) / 255 * opacity
                for shift in [UInt32(0), 8, 16, 24] {
                    let above = Double(upper[x, y] >> shift & 0xFF) * opacity
                    let below = Double(lower[x, y] >> shift & 0xFF) * rest
                    let got = Double(result[x, y] >> shift & 0xFF)
                    largest = max(largest, abs(min(above + below, 255) - got))
                }
            }
        }
        #expect(largest <= 1.6)
    }

    @Test(
        "The pixels of a bitmap do not depend on the clip: in chunks, at their ends and alone.",
        arguments: [1.0, 0.6, 0.01])
    func columns(opacity: Double) {
        var random = SeededRandom(seed: 57)
        let upper = noise(&random, 40, 3)
        // Transparent, opaque and mixed chunks.
        for y in 0..<3 {
            for x in 8..<16 { upper[x, y] = 0 }
            for x in 16..<24 { upper[x, y] = 0xFF00_0000 | UInt32(x * 1_000 + y) }
        }
        let lower = noise(&random, 60, 3)
        /// Returns the result of painting only the given columns.
        func paint(_ columns: Range<Int>) -> Bitmap {
            let result = lower.copy()
            let list = DisplayList()
            list.pushClip(
                PixelRect(minX: columns.lowerBound, minY: 0, maxX: columns.upperBound, maxY: 3))
            list.paint(upper, at: CGPoint(x: 5, y: 0), opacity: opacity)
            list.popClip()
            list.paint(onto: result, clip: result.bounds)
            return result
        }
        // Each pixel is painted separately.
        let alone = lower.copy()
        for x in 0..<60 {
            let one = paint(x..<(x + 1))
            for y in 0..<3 { alone[x, y] = one[x, y] }
        }
        for first in 0..<50 {
            for end in stride(from: first + 1, through: 60, by: 3) {
                let part = paint(first..<end)
                let columns = PixelRect(minX: first, minY: 0, maxX: end, maxY: 3)
                let isSame = part.isEqual(to: alone.cropped(to: columns, over: lower))
                #expect(isSame, "columns \(first)..<\(end)")
            }
        }
    }

    @Test("Opaque pixels remain opaque for every alpha and opacity.")
    func opaqueStays() {
        let upper = Bitmap(width: 256, height: 1, isOpaque: false)
        for alpha in 0..<256 { upper[alpha, 0] = UInt32(alpha) << 24 | UInt32(alpha) }
        for opacity in 0...256 {
            let list = DisplayList()
            list.paint(upper, map: .identity, opacity: Double(opacity) / 256)
            let result = list.painted(256, 1)
            #expect((0..<256).allSatisfy { result[$0, 0] >> 24 == 255 }, "opacity \(opacity)")
        }
    }

    @Test("A scaled bitmap and glyphs write their alpha to a transparent bitmap.")
    func ontoClear() throws {
        let plain = Bitmap(4, 4) { _, _ in 0xFF40_8020 }
        let result = Bitmap(width: 40, height: 30, isOpaque: false)
        let list = DisplayList()
        list.paint(plain, in: CGRect(x: 2.5, y: 3, width: 12, height: 9), opacity: 0.5)
        let letter = try #require(BuiltInFont().glyph(of: "I", in: FontFace(size: 18)))
        list.glyphs(color: PixelColor(red: 200, green: 100, blue: 0, alpha: 128)) { run in
            run.add(letter, x: 20, baseline: 25)
        }
        list.paint(onto: result, clip: result.bounds)
        #expect(result[2, 5] == 0x4010_2008)
        #expect(result[8, 8] == 0x8020_4010)
        #expect(result[30, 5] == 0)
        let ink = (0..<30).flatMap { y in (18..<32).map { result[$0, y] } }.filter { $0 != 0 }
        #expect(!ink.isEmpty)
        for pixel in ink {
            #expect(abs(Int(pixel >> 24) - 128) <= 1 && abs(Int(pixel >> 16 & 0xFF) - 100) <= 1)
        }
    }

    /// Creates a display list of 14 transformed bitmaps, glyphs and runs of glyphs.
    private func randomDisplayList(_ random: inout SeededRandom) throws -> DisplayList {
        let letter = try #require(BuiltInFont().glyph(of: "R", in: FontFace(size: 27)))
        let soft = Glyph(
            coverage: CoverageBitmap(width: 19, height: 23) { _, _ in
                UInt8(random.next(below: 256))
            }, left: -2, top: 20)
        let veil = noise(&random, 45, 37)
        let levels = MipmappedBitmap(veil)
        let solid = Bitmap(31, 26) { _, _ in pixel(&random) | 0xFF00_0000 }
        let list = DisplayList()
        for _ in 0..<14 {
            let scale = random.number(in: 0.1...5)
            let map = CGAffineTransform(
                scaleX: scale, y: random.next(below: 2) == 0 ? scale : -scale / 2
            ).concatenating(
                CGAffineTransform(
                    rotationAngle: random.next(below: 2) == 0 ? 0 : random.number(in: 0...6))
            ).concatenating(
                CGAffineTransform(
                    translationX: random.number(in: -20...160),
                    y: random.number(in: -20...120)))
            let color = PixelColor(red: 9, green: 99, blue: 200, alpha: 190)
            switch random.next(below: 6) {
            case 0: list.paint(veil, map: map, opacity: random.number(in: 0.3...1))
            case 1: list.paint(levels, map: map, opacity: 1)
            case 2: list.paint(solid, map: map, opacity: 1)
            case 3:
                list.paint(
                    [veil, solid][random.next(below: 2)],
                    map: CGAffineTransform(translationX: map.tx, y: map.ty),
                    opacity: random.next(below: 2) == 0 ? 1 : 0.6)
            case 4: list.paint(soft, map: map, color: color)
            default:
                list.glyphs(color: color) { run in
                    for step in 0..<5 {
                        run.add(
                            step % 2 == 0 ? letter : soft, x: map.tx + Double(step) * 17.5,
                            baseline: map.ty)
                    }
                }
            }
        }
        return list
    }

    @Test(
        "Painting any part again gives the same pixels as painting everything.", arguments: 0..<20)
    func clippedEqualsFull(seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed) + 700)
        let list = try randomDisplayList(&random)
        let whole = noise(&random, 150, 110)
        let start = whole.copy()
        list.paint(onto: whole, clip: whole.bounds)
        for _ in 0..<60 {
            let part = PixelRect(
                x: random.next(below: 150), y: random.next(below: 110),
                width: 1 + random.next(below: [3, 30, 150][random.next(below: 3)]),
                height: 1 + random.next(below: 30))
            let result = start.copy()
            list.paint(onto: result, clip: part)
            #expect(result.isEqual(to: whole.cropped(to: part, over: start)))
        }
    }
}
