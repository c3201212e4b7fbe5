/// A cache of the results of a glyph source. Drawing or measuring text whose glyphs are cached
/// allocates nothing.
///
/// The number of glyphs and the memory for their masks are limited. A full cache is cleared.
/// Display lists retain the glyphs that they use.
package final class GlyphCache {
    /// The key of a cached advance width.
    private struct AdvanceKey: Hashable {
        /// The character.
        var scalar: Unicode.Scalar
        /// The font and size.
        var face: FontFace
    }

    /// The key of a cached glyph.
    private struct GlyphKey: Hashable {
        /// The character.
        var scalar: Unicode.Scalar
        /// The font and size.
        var face: FontFace
        /// The horizontal subpixel position, as returned by `splitPenPosition(_:)`.
        var phase: Int
    }

    /// The metrics of a face and the advance widths of its ASCII characters in a table.
    ///
    /// Measuring text looks up each character, and looking up a table element is ten times faster
    /// than looking up a dictionary key.
    private struct FaceTable {
        /// The number of characters in a table.
        static let characterCount = 128
        /// The maximum number of faces with a table.
        static let maximumFaceCount = 16

        /// The font and size.
        let face: FontFace
        /// The metrics of the face.
        let metrics: FontMetrics
        /// The advance widths in pixels, indexed by scalar value. Unknown widths are NaN.
        let advances: UnsafeMutablePointer<Double>
    }

    /// The maximum number of cached glyphs. The same limit applies to advance widths and to faces.
    private let limit: Int
    /// The maximum memory for glyph masks, in bytes.
    private let byteLimit: Int
    /// The source of glyphs and metrics.
    private let source: any GlyphSource
    /// The cached advance widths, in pixels.
    private var advances: [AdvanceKey: Double] = [:]
    /// The cached glyphs. The value is `nil` for an empty glyph.
    private var glyphs: [GlyphKey: Glyph?] = [:]
    /// The cached metrics.
    private var metrics: [FontFace: FontMetrics] = [:]
    /// The tables of recently used faces.
    ///
    /// The separate allocation avoids Swift's exclusivity checks, which apply to each access to a
    /// stored property of a class.
    private let tables = UnsafeMutablePointer<FaceTable>.allocate(
        capacity: FaceTable.maximumFaceCount)
    /// The number of tables in use.
    private let tableCount = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    /// The index of the table that is replaced next.
    private var nextTable = 0
    /// The memory used by glyph masks, in bytes.
    package private(set) var byteCount = 0

    /// Creates an empty cache.
    ///
    /// - Parameters:
    ///   - source: The source of glyphs and metrics.
    ///   - limit: The maximum number of cached glyphs; a glyph counts once for each subpixel
    ///     position. The same limit applies to advance widths and to faces.
    ///   - byteLimit: The maximum memory for glyph masks, in bytes; 4 MiB suffice for 8,000 glyphs
    ///     of 20 × 25 pixels.
    package init(_ source: any GlyphSource, limit: Int = 8_192, byteLimit: Int = 4 << 20) {
        self.source = source
        self.limit = limit
        self.byteLimit = byteLimit
        tableCount.initialize(to: 0)
        warmUpHashing(of: AdvanceKey.self, GlyphKey.self, FontFace.self)
    }

    deinit {
        for index in 0..<tableCount.pointee { tables[index].advances.deallocate() }
        tables.deallocate()
        tableCount.deallocate()
    }

    /// The typefaces of the glyph source besides the system font.
    package var typefaces: [Typeface] { source.typefaces }

    /// Adds the font of a file to the typefaces of the glyph source.
    ///
    /// - Parameter path: The path of the file.
    /// - Returns: The typeface, or `nil` if the file cannot be used.
    package func registerFont(atPath path: String) -> Typeface? {
        source.registerFont(atPath: path)
    }

    /// Returns the metrics of a face.
    package func metrics(of face: FontFace) -> FontMetrics { tables[tableIndex(of: face)].metrics }

    /// Returns the advance width of a character, in pixels.
    package func advance(of scalar: Unicode.Scalar, in face: FontFace) -> Double {
        let character = Int(scalar.value)
        if character >= FaceTable.characterCount { return cachedAdvance(of: scalar, in: face) }
        let advances = tables[tableIndex(of: face)].advances
        if !advances[character].isNaN { return advances[character] }
        let new = cachedAdvance(of: scalar, in: face)
        advances[character] = new
        return new
    }

    /// Returns the index of a face's table, creating the table if necessary.
    private func tableIndex(of face: FontFace) -> Int {
        for index in 0..<tableCount.pointee where tables[index].face == face { return index }
        return addTable(for: face)
    }

    /// Creates the table of a face and returns its index. If all tables are in use, the table of
    /// another face is replaced.
    @inline(never)
    private func addTable(for face: FontFace) -> Int {
        let metrics = cachedMetrics(of: face)
        var index = tableCount.pointee
        let advances: UnsafeMutablePointer<Double>
        if index < FaceTable.maximumFaceCount {
            tableCount.pointee += 1
            advances = .allocate(capacity: FaceTable.characterCount)
        } else {
            index = nextTable
            nextTable = (index + 1) % FaceTable.maximumFaceCount
            advances = tables[index].advances
        }
        advances.initialize(repeating: .nan, count: FaceTable.characterCount)
        (tables + index).initialize(
            to: FaceTable(face: face, metrics: metrics, advances: advances))
        return index
    }

    /// Returns the metrics of a face from the dictionary or the source.
    private func cachedMetrics(of face: FontFace) -> FontMetrics {
        if let cached = metrics[face] { return cached }
        if metrics.count >= limit { metrics.removeAll(keepingCapacity: true) }
        let new = source.metrics(of: face)
        metrics[face] = new
        return new
    }

    /// Returns the advance width of a character from the dictionary or the source, in pixels.
    private func cachedAdvance(of scalar: Unicode.Scalar, in face: FontFace) -> Double {
        let key = AdvanceKey(scalar: scalar, face: face)
        if let cached = advances[key] { return cached }
        if advances.count >= limit { advances.removeAll(keepingCapacity: true) }
        let new = source.advance(of: scalar, in: face)
        advances[key] = new
        return new
    }

    /// Splits a pen position into a whole column and a subpixel position.
    ///
    /// - Parameter x: The horizontal pen position, in canvas pixels.
    /// - Returns: The whole column at or to the left of the rounded pen position, and the distance
    ///   from that column in units of 1/`GlyphSource.subpixelPositionCount` pixel.
    package func splitPenPosition(_ x: Double) -> (column: Double, phase: Int) {
        let subpixelPositionCount = Double(source.subpixelPositionCount)
        // Positions outside the canvas need no subpixel precision.
        guard subpixelPositionCount > 1, abs(x) < 1_048_576 else { return (x, 0) }
        let steps = (x * subpixelPositionCount).rounded()
        let column = (steps / subpixelPositionCount).rounded(.down)
        return (column, Int(steps - column * subpixelPositionCount))
    }

    /// Returns the glyph of a character, or `nil` if the glyph is empty.
    ///
    /// - Parameters:
    ///   - scalar: The character.
    ///   - face: The font and size.
    ///   - phase: The subpixel position of the pen, as returned by `splitPenPosition(_:)`.
    package func glyph(
        of scalar: Unicode.Scalar, in face: FontFace, phase: Int = 0
    ) -> Glyph? {
        let key = GlyphKey(scalar: scalar, face: face, phase: phase)
        if let cached = glyphs[key] { return cached }
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
