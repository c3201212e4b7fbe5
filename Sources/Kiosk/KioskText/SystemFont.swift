import TouchKitRaster

/// The font of the system: DejaVu Sans, of the Debian package `fonts-dejavu-core`.
///
/// It has Latin, Greek and Cyrillic whole, arrows and signs, digits of one width, a bold cut, and
/// lies in the same place on Debian 12, 13 and Ubuntu, in 3 MB.
package struct SystemFont {
    /// The regular cut's file.
    package static let regular = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
    /// The bold cut's file.
    package static let bold = "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf"
    private static let remedy = "remedy: apt install --reinstall fonts-dejavu-core"

    /// What text is drawn with: the built-in font where the files can't be used.
    package let glyphs: any GlyphSource
    /// One line that says what can't be used, why, and what to do; nil where all is well.
    package let complaint: String?

    /// Opens the files. Without the regular cut there is the built-in font; without the bold one,
    /// what is bold is drawn regular.
    ///
    /// - Parameters:
    ///   - regular: The regular cut's file.
    ///   - bold: The bold cut's file.
    package init(regular: String = Self.regular, bold: String = Self.bold) {
        do throws(FontError) {
            glyphs = try FreeTypeFont(regular: regular, bold: bold)
            complaint = nil
            return
        } catch {
            if error.path == bold, let single = Self.single(regular) {
                glyphs = single
                complaint = "the bold font \(error); bold text is drawn regular; \(Self.remedy)"
            } else {
                glyphs = BuiltInFont()
                complaint = "the font \(error); text is drawn with built-in letters; \(Self.remedy)"
            }
        }
    }

    /// The regular cut alone; nil where it can't be used either.
    private static func single(_ regular: String) -> FreeTypeFont? {
        do throws(FontError) {
            return try FreeTypeFont(regular: regular)
        } catch {
            // The complaint about the bold cut names the same package.
            return nil
        }
    }
}
