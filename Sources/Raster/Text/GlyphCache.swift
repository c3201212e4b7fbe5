/// What a glyph source said, kept: text that was drawn or measured before allocates nothing.
///
/// It holds a bounded number of letters, and of bytes for their pictures. When it is full it begins
/// anew; pictures in use live on in the display lists that hold them.
package final class GlyphCache {
    private struct AdvanceKey: Hashable {
        var scalar: Unicode.Scalar
        var face: FontFace
    }

    private struct GlyphKey: Hashable {
        var scalar: Unicode.Scalar
        var face: FontFace
        var phase: Int
    }

    /// The most letters that are kept, and the most measures.
    private let limit: Int
    /// The most memory for pictures, in bytes.
    private let byteLimit: Int
    private let source: any GlyphSource
    private var advances: [AdvanceKey: Double] = [:]
    private var glyphs: [GlyphKey: Glyph?] = [:]
    private var metrics: [FontFace: FontMetrics] = [:]
    /// What the pictures take, in bytes.
    package private(set) var byteCount = 0

    /// Makes an empty cache.
    ///
    /// - Parameters:
    ///   - source: Who is asked.
    ///   - limit: The most letters, advances and faces that are kept; a letter counts once for each
    ///     place within a pixel.
    ///   - byteLimit: The most memory for pictures; 4 MiB are 8,000 letters at 20 × 25 pixels.
    package init(_ source: any GlyphSource, limit: Int = 8_192, byteLimit: Int = 4 << 20) {
        self.source = source
        self.limit = limit
        self.byteLimit = byteLimit
        findOutHashing(of: AdvanceKey.self, GlyphKey.self, FontFace.self)
    }

    /// The measures of a face.
    package func metrics(of face: FontFace) -> FontMetrics {
        if let known = metrics[face] { return known }
        if metrics.count >= limit { metrics.removeAll(keepingCapacity: true) }
        let new = source.metrics(of: face)
        metrics[face] = new
        return new
    }

    /// How far the pen moves on after a letter, in pixels.
    package func advance(of scalar: Unicode.Scalar, in face: FontFace) -> Double {
        let key = AdvanceKey(scalar: scalar, face: face)
        if let known = advances[key] { return known }
        if advances.count >= limit { advances.removeAll(keepingCapacity: true) }
        let new = source.advance(of: scalar, in: face)
        advances[key] = new
        return new
    }

    /// Where a pen stands: the whole pixel, and the place within it in parts of the source's phases.
    ///
    /// - Parameter x: The pen's place, in canvas pixels.
    package func stand(_ x: Double) -> (column: Double, phase: Int) {
        let phases = Double(source.phases)
        // Beyond that nothing is drawn, or nobody sees the parts of a pixel.
        guard phases > 1, abs(x) < 1_048_576 else { return (x, 0) }
        let steps = (x * phases).rounded()
        let column = (steps / phases).rounded(.down)
        return (column, Int(steps - column * phases))
    }

    /// The picture of a letter; nil where nothing is to be seen.
    ///
    /// - Parameters:
    ///   - scalar: The letter.
    ///   - face: The font's cut and size.
    ///   - phase: The pen's place within a pixel, as `stand(_:)` says.
    package func glyph(
        of scalar: Unicode.Scalar, in face: FontFace, phase: Int = 0
    ) -> Glyph? {
        let key = GlyphKey(scalar: scalar, face: face, phase: phase)
        if let known = glyphs[key] { return known }
        let new = source.glyph(of: scalar, in: face, phase: phase)
        let bytes = new?.coverage.byteCount ?? 0
        if glyphs.count >= limit || byteCount + bytes > byteLimit {
            glyphs.removeAll(keepingCapacity: true)
            byteCount = 0
        }
        byteCount += bytes
        glyphs[key] = .some(new)
        return new
    }
}
