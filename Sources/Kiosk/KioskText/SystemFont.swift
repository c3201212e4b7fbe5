import TouchKitRaster

/// The system font: DejaVu Sans of the Debian package `fonts-dejavu-core`, or a fallback.
///
/// DejaVu Sans contains Latin, Greek, Cyrillic, arrows, symbols, digits of equal width and a bold
/// weight in 3 MB. The files have the same paths on Debian 12, Debian 13 and Ubuntu.
package struct SystemFont {
    /// The default path of the regular weight.
    package static let regularPath = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
    /// The default path of the bold weight.
    package static let boldPath = "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf"
    private static let remedy = "remedy: apt install --reinstall fonts-dejavu-core"

    /// The source of glyphs: the font's files, or the built-in font if the files cannot be used.
    package let glyphs: any GlyphSource
    /// A one-line message about a file that cannot be used, or `nil` if both files are in use.
    package let problem: String?

    /// Opens the font's files.
    ///
    /// Without the regular weight, the font falls back to the built-in font. Without the bold
    /// weight, bold text uses the regular weight.
    ///
    /// - Parameters:
    ///   - regular: The path of the regular weight.
    ///   - bold: The path of the bold weight.
    package init(regular: String = Self.regularPath, bold: String = Self.boldPath) {
        do throws(FontError) {
            glyphs = try FreeTypeFont(regular: regular, bold: bold)
            problem = nil
            return
        } catch {
            if error.path == bold, let font = try? FreeTypeFont(regular: regular) {
                glyphs = font
                problem = "the bold font \(error); bold text uses the regular font; \(Self.remedy)"
            } else {
                glyphs = BuiltInFont()
                problem = "the font \(error); text uses the built-in font; \(Self.remedy)"
            }
        }
    }
}
