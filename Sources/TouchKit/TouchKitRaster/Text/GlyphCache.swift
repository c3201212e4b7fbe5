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

    /// The measures of a face and of its most usual letters by their numbers, in front of the dictionaries:
    /// measuring a text looks at each letter, and a table costs a tenth of a dictionary.
    private struct UsualMeasures {
        static let letters = 128
        static let mostFaces = 16

        let face: FontFace
        let metrics: FontMetrics
        /// By their numbers; not a number where one isn't known.
        let advances: UnsafeMutablePointer<Double>
    }

    /// The most letters that are kept, and the most measures.
    private let limit: Int
    /// The most memory for pictures, in bytes.
    private let byteLimit: Int
    private let source: any GlyphSource
    private var advances: [AdvanceKey: Double] = [:]
    private var glyphs: [GlyphKey: Glyph?] = [:]
    private var metrics: [FontFace: FontMetrics] = [:]
    /// In memory of its own: each look at a class's variables is checked for overlapping access.
    private let usual = UnsafeMutablePointer<UsualMeasures>.allocate(
        capacity: UsualMeasures.mostFaces)
    private let usualCount = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    /// Which of them is the next to become another face's.
    private var nextUsual = 0
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
        usualCount.initialize(to: 0)
        findOutHashing(of: AdvanceKey.self, GlyphKey.self, FontFace.self)
    }

    deinit {
        for place in 0..<usualCount.pointee { usual[place].advances.deallocate() }
        usual.deallocate()
        usualCount.deallocate()
    }

    /// The measures of a face.
    package func metrics(of face: FontFace) -> FontMetrics { usual[place(of: face)].metrics }

    /// How far the pen moves on after a letter, in pixels.
    package func advance(of scalar: Unicode.Scalar, in face: FontFace) -> Double {
        let letter = Int(scalar.value)
        if letter >= UsualMeasures.letters { return keptAdvance(of: scalar, in: face) }
        let advances = usual[place(of: face)].advances
        if !advances[letter].isNaN { return advances[letter] }
        let new = keptAdvance(of: scalar, in: face)
        advances[letter] = new
        return new
    }

    /// Where a face's measures are.
    private func place(of face: FontFace) -> Int {
        for place in 0..<usualCount.pointee where usual[place].face == face { return place }
        return begin(face)
    }

    /// A face takes a free place, or another one's.
    @inline(never)
    private func begin(_ face: FontFace) -> Int {
        let metrics = keptMetrics(of: face)
        var place = usualCount.pointee
        let advances: UnsafeMutablePointer<Double>
        if place < UsualMeasures.mostFaces {
            usualCount.pointee += 1
            advances = .allocate(capacity: UsualMeasures.letters)
        } else {
            place = nextUsual
            nextUsual = (place + 1) % UsualMeasures.mostFaces
            advances = usual[place].advances
        }
        advances.initialize(repeating: .nan, count: UsualMeasures.letters)
        (usual + place).initialize(
            to: UsualMeasures(face: face, metrics: metrics, advances: advances))
        return place
    }

    private func keptMetrics(of face: FontFace) -> FontMetrics {
        if let known = metrics[face] { return known }
        if metrics.count >= limit { metrics.removeAll(keepingCapacity: true) }
        let new = source.metrics(of: face)
        metrics[face] = new
        return new
    }

    private func keptAdvance(of scalar: Unicode.Scalar, in face: FontFace) -> Double {
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
