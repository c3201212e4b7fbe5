import TouchKitRaster

/// A glyph source that adds the fonts that an app registers to another source.
///
/// A character that a registered font does not contain is drawn in the system font.
package final class RegisteredFonts: GlyphSource {
    private struct Entry {
        var typeface: Typeface
        var path: String
        var font: FreeTypeFont
    }

    /// The maximum number of registered fonts.
    private static let limit = 256

    private let base: any GlyphSource
    /// The registered fonts. Their typefaces have the numbers from `UInt16.max` downward, so that
    /// registering a font does not require reading the fonts of the other source.
    private var entries: [Entry] = []

    /// Creates a source without registered fonts.
    ///
    /// - Parameter base: The source of the system font and of all other fonts.
    package init(_ base: any GlyphSource) {
        self.base = base
    }

    /// The number of horizontal subpixel positions of the system font.
    package var subpixelPositionCount: Int { base.subpixelPositionCount }

    /// The registered fonts, followed by the fonts of the other source.
    package var typefaces: [Typeface] { entries.map(\.typeface) + base.typefaces }

    /// Opens a font file.
    ///
    /// - Parameter path: The path of the file.
    /// - Returns: The typeface, or `nil` if the file is not a usable font with a name.
    package func registerFont(atPath path: String) -> Typeface? {
        if let known = entries.first(where: { $0.path == path }) { return known.typeface }
        // The app decides what a missing font means; the kiosk does not depend on it.
        guard entries.count < Self.limit, let font = try? FreeTypeFont(regular: path) else {
            return nil
        }
        let (family, name) = (font.regular.familyName, font.regular.postScriptName)
        guard !family.isEmpty, !name.isEmpty else { return nil }
        let typeface = Typeface(
            number: UInt16.max - UInt16(entries.count), family: family, name: name,
            isRegular: font.regular.isRegular)
        entries.append(Entry(typeface: typeface, path: path, font: font))
        return typeface
    }

    /// Returns the metrics of a face.
    package func metrics(of face: FontFace) -> FontMetrics {
        font(face)?.metrics(of: Self.plain(face)) ?? base.metrics(of: face)
    }

    /// Returns the advance width of a character, in pixels.
    package func advance(of scalar: Unicode.Scalar, in face: FontFace) -> Double {
        guard let font = font(face, containing: scalar) else {
            return base.advance(of: scalar, in: face)
        }
        return font.advance(of: scalar, in: Self.plain(face))
    }

    /// Returns the glyph of a character, or `nil` if the glyph is empty.
    package func glyph(of scalar: Unicode.Scalar, in face: FontFace, phase: Int) -> Glyph? {
        guard let font = font(face, containing: scalar) else {
            return base.glyph(of: scalar, in: face, phase: phase)
        }
        return font.glyph(of: scalar, in: Self.plain(face), phase: phase)
    }

    /// Returns the registered font of a face, or `nil` if the face is of the other source.
    private func font(_ face: FontFace) -> FreeTypeFont? {
        let index = Int(UInt16.max - face.typeface)
        return index < entries.count ? entries[index].font : nil
    }

    /// Returns the registered font of a face if it draws a character.
    private func font(_ face: FontFace, containing scalar: Unicode.Scalar) -> FreeTypeFont? {
        guard let font = font(face), scalar.value < 0x20 || font.contains(scalar) else {
            return nil
        }
        return font
    }

    /// Returns the face of the regular font with the size of `face`.
    private static func plain(_ face: FontFace) -> FontFace { FontFace(size: face.size) }
}
