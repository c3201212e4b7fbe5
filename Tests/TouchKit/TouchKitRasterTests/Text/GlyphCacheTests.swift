import Testing
import TouchKitRaster

/// Letters that are kept.
@Suite("Glyph cache")
struct GlyphCacheTests {
    /// A font of squares, with pens on quarters of a pixel; counts what it is asked.
    private final class Squares: GlyphSource {
        var phases: Int { 4 }
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

    @Test("A letter is drawn once for each place within a pixel; so is one that has no ink.")
    func once() {
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

    @Test("Its pictures take no more memory than they may.")
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

    @Test("A pen stands on the nearest quarter of a pixel.")
    func standing() {
        let cache = GlyphCache(Squares())
        let cases: [(Double, Double, Int)] = [
            (3, 3, 0), (3.12, 3, 0), (3.13, 3, 1), (3.5, 3, 2), (3.8, 3, 3), (3.9, 4, 0),
            (-0.25, -1, 3), (-1, -1, 0),
        ]
        for (x, column, phase) in cases {
            let pen = cache.stand(x)
            #expect(pen.column == column && pen.phase == phase, "\(x)")
        }
        for strange in [Double.infinity, 1e300, .nan] { #expect(cache.stand(strange).phase == 0) }
        // Dots stay on whole pixels, wherever the pen is.
        let dots = GlyphCache(BuiltInFont()).stand(3.6)
        #expect(dots.column == 3.6 && dots.phase == 0)
    }
}
