import KioskText
import Testing
import TouchKitGeometry
import TouchKitRaster
import TouchTrackerTestSupport

/// Glyphs of the system font. FreeType versions render slightly differently, therefore the tests
/// use tolerances and compare block averages with the golden image.
@Suite("FreeType font")
struct FreeTypeFontTests {
    let font: FreeTypeFont

    init() throws {
        font = try FreeTypeFont(regular: SystemFont.regularPath, bold: SystemFont.boldPath)
    }

    /// Returns the covered area of a glyph in pixels.
    private func area(_ glyph: Glyph?) -> Double {
        guard let coverage = glyph?.coverage else { return 0 }
        var sum = 0.0
        for y in 0..<coverage.height {
            for x in 0..<coverage.width { sum += Double(coverage[x, y]) / 255 }
        }
        return sum
    }

    /// Returns the horizontal center of a glyph's coverage, relative to the pen, in pixels.
    private func center(_ glyph: Glyph?) -> Double {
        guard let glyph else { return .nan }
        var sum = 0.0
        var weight = 0.0
        for y in 0..<glyph.coverage.height {
            for x in 0..<glyph.coverage.width {
                let coverage = Double(glyph.coverage[x, y])
                sum += coverage * (Double(x + glyph.left) + 0.5)
                weight += coverage
            }
        }
        return sum / weight
    }

    @Test("Metrics scale with the font size.")
    func metrics() {
        let metrics = font.metrics(of: FontFace(size: 100))
        #expect(metrics.ascender == 93 && metrics.descender == -24 && metrics.leading == 0)
        #expect(abs(metrics.capHeight - 72.9) < 0.1 && abs(metrics.xHeight - 54.7) < 0.1)
        #expect(abs(font.advance(of: "M", in: FontFace(size: 100)) - 86.3) < 0.1)
        let fraction = font.advance(of: "M", in: FontFace(size: 17.25))
        #expect(abs(fraction - 86.28 * 0.1725) < 0.01)
        #expect(font.metrics(of: FontFace(size: 17)).ascender == 16)
    }

    @Test("Both weights contain visible glyphs for Latin, Greek and Cyrillic.")
    func completeness() {
        let ranges: [ClosedRange<UInt32>] = [
            0x21...0x7E, 0xA1...0xAC, 0xAE...0x17F, 0x391...0x3A1, 0x3A3...0x3C9, 0x400...0x45F,
            0x2013...0x2014, 0x2018...0x201E, 0x2026...0x2026, 0x20AC...0x20AC, 0x2190...0x2193,
        ]
        for value in ranges.joined() {
            guard let scalar = Unicode.Scalar(value) else { continue }
            #expect(font.contains(scalar), "U+\(String(value, radix: 16))")
            for isBold in [false, true] {
                let face = FontFace(size: 20, isBold: isBold)
                #expect(
                    area(font.glyph(of: scalar, in: face)) > 1, "U+\(String(value, radix: 16))")
            }
        }
    }

    @Test("Glyphs match the metrics, and the bold weight covers a larger area.")
    func shapes() throws {
        let face = FontFace(size: 64)
        let letter = try #require(font.glyph(of: "H", in: face))
        let metrics = font.metrics(of: face)
        #expect(letter.top == letter.coverage.height)
        #expect(abs(Double(letter.top) - metrics.capHeight) <= 1)
        let descending = try #require(font.glyph(of: "g", in: face))
        #expect(descending.top - descending.coverage.height < -8)
        #expect(Double(descending.top - descending.coverage.height) >= metrics.descender)
        let bold = font.glyph(of: "H", in: FontFace(size: 64, isBold: true))
        #expect(area(bold) > 1.3 * area(letter))
        // The outline of H in DejaVu Sans: two stems of 201 × 1,493 and a bar of 170 × 784 font
        // units.
        let units = 2.0 * 201 * 1_493 + 170 * 784
        #expect(abs(area(letter) / (units / (2_048.0 * 2_048) * 64 * 64) - 1) < 0.06)
    }

    @Test(
        "Glyphs at subpixel positions are shifted by quarters of a pixel.")
    func subpixelPositions() {
        #expect(font.subpixelPositionCount == 4)
        for size in [9.0, 17, 23.5] {
            let face = FontFace(size: size)
            for scalar in "aMi8".unicodeScalars {
                let centers = (0..<4).map { center(font.glyph(of: scalar, in: face, phase: $0)) }
                #expect(centers == centers.sorted())
                for phase in 1..<4 {
                    // The center does not move while a stem stays within one pixel.
                    let shift = centers[phase] - centers[0]
                    #expect(abs(shift - Double(phase) / 4) < 0.15, "\(scalar) at \(size)")
                }
            }
        }
    }

    @Test("All digits have the same width in both weights.")
    func digits() {
        for isBold in [false, true] {
            let face = FontFace(size: 17, isBold: isBold)
            #expect(
                Set("0123456789".unicodeScalars.map { font.advance(of: $0, in: face) }).count == 1)
        }
    }

    @Test("Missing characters have a box, control characters are invisible.")
    func missingLetters() {
        let face = FontFace(size: 20)
        for scalar in ["漢", "\u{10FFFD}", "𓀀"] as [Unicode.Scalar] {
            #expect(area(font.glyph(of: scalar, in: face)) > 5)
            #expect(font.advance(of: scalar, in: face) > 5)
        }
        for scalar in ["\r", "\u{7}", "\u{200D}", "\u{FE0F}", "\u{2028}"] as [Unicode.Scalar] {
            #expect(font.glyph(of: scalar, in: face) == nil)
            #expect(font.advance(of: scalar, in: face) == 0)
        }
        let space = font.advance(of: " ", in: face)
        #expect(space > 4 && font.glyph(of: " ", in: face) == nil)
        #expect(font.advance(of: "\t", in: face) == 4 * space)
    }

    @Test("A character that only the regular weight contains is drawn from it in bold text.")
    func boldFallback() {
        let regular = FontFace(size: 40)
        let bold = FontFace(size: 40, isBold: true)
        // A mathematical sans-serif letter.
        let letter: Unicode.Scalar = "\u{1D5A0}"
        #expect(!font.contains(letter))
        #expect(font.advance(of: letter, in: bold) == font.advance(of: letter, in: regular))
        let area = area(font.glyph(of: letter, in: bold))
        #expect(area == self.area(font.glyph(of: letter, in: regular)))
        #expect(area != self.area(font.glyph(of: "漢", in: bold)))
    }

    @Test("Invalid and extreme sizes result in finite metrics and limited glyphs.")
    func extremeSizes() {
        for size in [-.infinity, -3, 0, .leastNonzeroMagnitude, 0.01, 600, 1e9, 1e300, .infinity] {
            let face = FontFace(size: size)
            let metrics = font.metrics(of: face)
            #expect(metrics.ascender.isFinite && metrics.ascender >= 0)
            #expect(font.advance(of: "M", in: face).isFinite)
            let glyph = font.glyph(of: "M", in: face)
            #expect(size < 600 || glyph != nil)
            if let glyph {
                #expect(glyph.coverage.width <= 1_024 && glyph.coverage.height <= 1_024)
            }
        }
        #expect(font.metrics(of: FontFace(size: .nan)).ascender == 0)
        #expect(font.glyph(of: "M", in: FontFace(size: .nan)) == nil)
    }

    @Test("Rendered text matches the golden image within the tolerance.")
    func goldenImage() throws {
        let list = DisplayList()
        list.fill(CGRect(x: 0, y: 0, width: 320, height: 112), color: .white)
        let cache = GlyphCache(font)
        let lines: [(String, Double, Bool)] = [
            ("The quick brown fox, 12 px", 12, false), ("Größe: 3 × 4 … Ωμέγα Ёж", 17, false),
            ("Bold: 0123456789", 17, true), ("Wide 32", 32, false),
        ]
        var baseline = 16.0
        for (text, size, isBold) in lines {
            let face = FontFace(size: size, isBold: isBold)
            list.glyphs(color: .black) { run in
                var x = 6.0
                for scalar in text.unicodeScalars {
                    let (column, phase) = cache.splitPenPosition(x)
                    if let glyph = cache.glyph(of: scalar, in: face, phase: phase) {
                        run.add(glyph, x: column, baseline: baseline)
                    }
                    x += cache.advance(of: scalar, in: face)
                }
            }
            baseline += size * 0.8 + 18
        }
        let image = Bitmap(width: 320, height: 112)
        list.paint(onto: image, clip: image.bounds)
        try expectImage(image, resembles: "free-type")
    }
}
