import Testing
import TouchKitRaster

/// Caching of glyphs and metrics.
@Suite("Glyph cache")
struct GlyphCacheTests {
    /// A font of squares with four subpixel positions that counts the requested glyphs.
    private final class Squares: GlyphSource {
        var subpixelPositionCount: Int { 4 }
        var drawn = 0

        func metrics(of face: FontFace) -> FontMetrics {
            FontMetrics(ascender: 1, descender: 0, leading: 0, capHeight: 1, xHeight: 1)
        }
        func advance(of scalar: Unicode.Scalar, in face: FontFace) -> Double { face.size }
        func glyph(of scalar: Unicode.Scalar, in face: FontFace, phase: Int) -> Glyph? {
            drawn += 1
            if scalar == " " { return nil }
            let side = Int(face.size)
            return Glyph(
                coverage: CoverageBitmap(width: side, height: side) { _, _ in UInt8(phase) },
                left: 0, top: side)
        }
    }

    @Test(
        "A glyph is requested once per subpixel position, and empty glyphs are cached, too."
    )
    func requestsGlyphsOnce() {
        let source = Squares()
        let cache = GlyphCache(source)
        let face = FontFace(size: 5)
        for _ in 0..<3 {
            for phase in 0..<4 {
                #expect(
                    cache.glyph(of: "a", in: face, phase: phase)?.coverage[0, 0] == UInt8(phase))
            }
            #expect(cache.glyph(of: " ", in: face) == nil)
        }
        #expect(source.drawn == 5)
    }

    @Test("The memory for glyph masks stays within its limit.")
    func bounded() {
        let cache = GlyphCache(Squares(), byteLimit: 100_000)
        for size in stride(from: 1, to: 300, by: 9) {
            for scalar in "abc".unicodeScalars {
                let glyph = cache.glyph(of: scalar, in: FontFace(size: Double(size)))
                #expect(glyph?.coverage.width == size)
                #expect(cache.byteCount <= 100_000)
            }
        }
        #expect(cache.byteCount > 0)
    }

    @Test("Pen positions are rounded to a quarter of a pixel.")
    func roundsPenPositions() {
        let cache = GlyphCache(Squares())
        let cases: [(Double, Double, Int)] = [
            (3, 3, 0), (3.12, 3, 0), (3.13, 3, 1), (3.5, 3, 2), (3.8, 3, 3), (3.9, 4, 0),
            (-0.25, -1, 3), (-1, -1, 0),
        ]
        for (x, column, phase) in cases {
            let pen = cache.splitPenPosition(x)
            #expect(pen.column == column && pen.phase == phase, "\(x)")
        }
        for strange in [Double.infinity, 1e300, .nan] {
            #expect(cache.splitPenPosition(strange).phase == 0)
        }
        // The built-in font uses whole pixels only.
        let dots = GlyphCache(BuiltInFont()).splitPenPosition(3.6)
        #expect(dots.column == 3.6 && dots.phase == 0)
    }
}
