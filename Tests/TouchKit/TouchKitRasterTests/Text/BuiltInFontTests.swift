import Testing
import TouchKitGeometry
import TouchKitRaster
import TouchTrackerTestSupport

/// The font that needs no file.
@Suite("Built-in font")
struct BuiltInFontTests {
    let font = BuiltInFont()

    /// Draws lines of text with the first baseline at 20 pixels.
    private func draw(
        _ width: Int, _ height: Int, _ face: FontFace, _ lines: [String], step: Double
    ) -> Bitmap {
        let list = DisplayList()
        list.fill(
            CGRect(x: 0, y: 0, width: Double(width), height: Double(height)), color: .white)
        for (index, line) in lines.enumerated() {
            list.glyphs(color: .black) { run in
                var x = 6.0
                for scalar in line.unicodeScalars {
                    if let glyph = font.glyph(of: scalar, in: face) {
                        run.add(glyph, x: x, baseline: 20 + Double(index) * step)
                    }
                    x += font.advance(of: scalar, in: face)
                }
            }
        }
        return composed(list, width, height)
    }

    @Test("All glyphs match the golden image.")
    func golden() throws {
        let known = font.scalars.sorted { $0.value < $1.value }
        var lines: [String] = []
        for start in stride(from: 0, to: known.count, by: 24) {
            var line = ""
            line.unicodeScalars.append(contentsOf: known[start..<min(start + 24, known.count)])
            lines.append(line)
        }
        try expectPicture(
            draw(300, 26 + lines.count * 22, FontFace(size: 18), lines, step: 22),
            matches: "built-in-font")
        try expectPicture(
            draw(
                300, 60, FontFace(size: 18, isBold: true),
                ["Bold, not slanted: 123", "The quick brown fox"], step: 22),
            matches: "built-in-font-bold")
    }

    @Test("The font contains all of ASCII, and other characters are an empty box.")
    func completeness() throws {
        for value in UInt32(32)...126 {
            let scalar = try #require(Unicode.Scalar(value))
            #expect(font.scalars.contains(scalar), "\(scalar)")
        }
        let face = FontFace(size: 9)
        let box = try #require(font.glyph(of: "漢", in: face))
        #expect(box.coverage.width == 5 && box.coverage[2, 3] == 0 && box.coverage[0, 0] == 255)
        #expect(font.glyph(of: " ", in: face) == nil)
        #expect(font.advance(of: " ", in: face) > 0)
    }

    @Test("All glyphs are within the font's metrics, and their rows have equal widths.")
    func shapes() throws {
        let face = FontFace(size: 9)
        let metrics = font.metrics(of: face)
        for scalar in font.scalars {
            guard let glyph = font.glyph(of: scalar, in: face) else { continue }
            #expect(Double(glyph.top) <= metrics.ascender)
            #expect(Double(glyph.top - glyph.coverage.height) >= metrics.descender, "\(scalar)")
            #expect([7, 8, 9].contains(glyph.coverage.height), "\(scalar)")
        }
        for line in BuiltInGlyphs.patterns.split(separator: "\n") {
            let rows = line.split(separator: " ").dropFirst()
            #expect(Set(rows.map(\.count)).count == 1, "\(line)")
        }
    }

    @Test("Sizes are rounded to whole dots: 17 and 18 pixels have dots of two pixels.")
    func sizes() {
        #expect(font.metrics(of: FontFace(size: 17)) == font.metrics(of: FontFace(size: 18)))
        #expect(font.metrics(of: FontFace(size: 18)).capHeight == 14)
        #expect(font.metrics(of: FontFace(size: 1)).capHeight == 7)
        #expect(font.metrics(of: FontFace(size: 0)).capHeight == 0)
        #expect(font.glyph(of: "A", in: FontFace(size: -3)) == nil)
        #expect(
            font.advance(of: "A", in: FontFace(size: 18, isBold: true))
                > font.advance(of: "A", in: FontFace(size: 18)))
    }

    @Test("A full cache is cleared and returns the same glyphs again.")
    func cache() {
        let cache = GlyphCache(font, limit: 3)
        let face = FontFace(size: 9)
        func levels(_ glyph: Glyph?) -> [[UInt8]]? {
            guard let coverage = glyph?.coverage else { return nil }
            return (0..<coverage.height).map { y in (0..<coverage.width).map { coverage[$0, y] } }
        }
        for _ in 0..<3 {
            for scalar in "ABCDEFG".unicodeScalars {
                #expect(cache.advance(of: scalar, in: face) == font.advance(of: scalar, in: face))
                let glyph = cache.glyph(of: scalar, in: face)
                #expect(glyph?.coverage.width == 5)
                #expect(levels(glyph) == levels(font.glyph(of: scalar, in: face)))
            }
        }
        #expect(cache.glyph(of: " ", in: face) == nil)
        #expect(cache.metrics(of: face) == font.metrics(of: face))
    }
}
