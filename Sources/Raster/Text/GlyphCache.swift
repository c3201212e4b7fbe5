/// What a glyph source said, kept: text that was drawn or measured before allocates nothing.
///
/// It holds a bounded number of letters. When it is full it begins anew; pictures in use live on in
/// the display lists that hold them.
package final class GlyphCache {
    /// What is known of a letter.
    private struct Entry {
        var advance: Double
        var glyph: Glyph?
        /// The picture is made when it is first drawn: measuring needs none.
        var isDrawn: Bool
    }

    private struct Key: Hashable {
        var scalar: Unicode.Scalar
        var face: FontFace
    }

    /// The most letters that are kept: 2,048 of them at 40 × 40 pixels are 3 MiB.
    private let limit: Int
    private let source: any GlyphSource
    private var entries: [Key: Entry] = [:]
    private var metrics: [FontFace: FontMetrics] = [:]

    /// Makes an empty cache.
    ///
    /// - Parameters:
    ///   - source: Who is asked.
    ///   - limit: The most letters, and the most faces, that are kept.
    package init(_ source: any GlyphSource, limit: Int = 2_048) {
        self.source = source
        self.limit = limit
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
        let key = Key(scalar: scalar, face: face)
        if let known = entries[key] { return known.advance }
        let advance = source.advance(of: scalar, in: face)
        store(Entry(advance: advance, glyph: nil, isDrawn: false), for: key)
        return advance
    }

    /// The picture of a letter; nil where nothing is to be seen.
    package func glyph(of scalar: Unicode.Scalar, in face: FontFace) -> Glyph? {
        let key = Key(scalar: scalar, face: face)
        if let known = entries[key], known.isDrawn { return known.glyph }
        let glyph = source.glyph(of: scalar, in: face)
        let advance = source.advance(of: scalar, in: face)
        store(Entry(advance: advance, glyph: glyph, isDrawn: true), for: key)
        return glyph
    }

    private func store(_ entry: Entry, for key: Key) {
        if entries.count >= limit { entries.removeAll(keepingCapacity: true) }
        entries[key] = entry
    }
}
