/// A font that needs no file and no library: letters of dots, a dot being a whole number of pixels.
///
/// It is what tests draw with, and what is there where no other font is. Nine dots are an em;
/// sizes are rounded to whole dots, so that its edges stay sharp: 17 pixels and 18 look the same.
package final class BuiltInFont: GlyphSource {
    /// Dots per em.
    private static let dotsPerEm = 9.0
    /// Dots above the baseline.
    private static let rowsAbove = 7

    /// A letter, in dots.
    private struct Letter {
        var rows: [[Bool]]
        var width: Int { rows.first?.count ?? 0 }
    }

    private let letters: [Unicode.Scalar: Letter]
    /// Stands for letters that the font doesn't have: an empty box.
    private let missing: Letter

    /// Makes the font.
    package init() {
        var letters: [Unicode.Scalar: Letter] = [:]
        for line in BuiltInLetters.pictures.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard let scalar = words.first?.unicodeScalars.first else { continue }
            letters[scalar] = Self.letter(words.dropFirst())
        }
        letters[" "] = Letter(rows: [[Bool]](repeating: [false, false, false], count: 1))
        letters["\u{A0}"] = letters[" "]
        self.letters = letters
        missing = Self.letter(["#####", "#...#", "#...#", "#...#", "#...#", "#...#", "#####"])
    }

    private static func letter(_ rows: ArraySlice<Substring>) -> Letter {
        Letter(rows: rows.map { row in row.map { $0 == "#" } })
    }

    /// Every letter that it has.
    package var scalars: Set<Unicode.Scalar> { Set(letters.keys) }

    /// The width of a dot, in pixels.
    private func dot(_ face: FontFace) -> Int {
        guard face.size > 0 else { return 0 }
        return max(1, Int((min(face.size, 4_096) / Self.dotsPerEm).rounded()))
    }

    /// How much wider bold strokes are, in pixels.
    private func extra(_ face: FontFace) -> Int {
        face.isBold ? (dot(face) + 1) / 2 : 0
    }

    /// Dots lie on whole pixels.
    package var phases: Int { 1 }

    package func metrics(of face: FontFace) -> FontMetrics {
        let dot = Double(dot(face))
        return FontMetrics(
            ascender: 8 * dot, descender: -2 * dot, leading: 0, capHeight: 7 * dot,
            xHeight: 5 * dot)
    }

    package func advance(of scalar: Unicode.Scalar, in face: FontFace) -> Double {
        let letter = letters[scalar] ?? missing
        return Double((letter.width + 1) * dot(face) + extra(face))
    }

    package func glyph(of scalar: Unicode.Scalar, in face: FontFace, phase: Int) -> Glyph? {
        let letter = letters[scalar] ?? missing
        let dot = dot(face)
        guard dot > 0, letter.rows.contains(where: { $0.contains(true) }) else { return nil }
        let extra = extra(face)
        let coverage = CoverageBitmap(
            width: letter.width * dot + extra, height: letter.rows.count * dot
        ) { x, y in
            let row = letter.rows[y / dot]
            // A bold stroke reaches to the right of each dot.
            for column in max(0, x - extra) / dot...x / dot
            where column < row.count && row[column] { return 255 }
            return 0
        }
        return Glyph(coverage: coverage, left: 0, top: Self.rowsAbove * dot)
    }
}
