import CTouchTrackerFreeType
import KioskSystem
import TouchKitRaster

/// An open font file and its FreeType handles.
///
/// Each file has its own FreeType library instance, so that one object owns both handles. Only this
/// type calls FreeType.
final class FontFile {
    /// The number of horizontal subpixel positions (offsets from a whole pixel) at which glyphs are
    /// rendered.
    static let subpixelPositionCount = 4
    /// The range of font sizes for rendering, in pixels per em. Sizes outside the range are
    /// clamped.
    private static let sizeRange = 1.0...1_024.0
    /// The maximum width and height of a glyph in ems. The size is limited, because a damaged file
    /// could otherwise request any amount of memory.
    private static let maximumGlyphExtent = 8.0

    private let library: FT_Library
    private let face: FT_Face
    /// The number of font units per em.
    private let unitsPerEm: Double

    /// Opens the font file at `path`.
    ///
    /// The corresponding C functions are `FT_Init_FreeType` and `FT_New_Face`.
    ///
    /// - Throws: `FontError` if the file is missing, or is not a font with outlines and a Unicode
    ///   character map.
    init(path: String) throws(FontError) {
        // FreeType would wait for a FIFO.
        guard FileContents.size(of: path) != nil else {
            throw FontError(path: path, cause: "the file is missing or unreadable")
        }
        var newLibrary: FT_Library?
        guard FT_Init_FreeType(&newLibrary) == 0, let library = newLibrary else {
            throw FontError(path: path, cause: "cannot initialize FreeType: out of memory")
        }
        var newFace: FT_Face?
        let code = FT_New_Face(library, path, 0, &newFace)
        guard code == 0, let face = newFace else {
            FT_Done_FreeType(library)
            throw FontError(path: path, cause: Self.message(code))
        }
        guard touchtracker_is_scalable(face) != 0, face.pointee.units_per_EM > 0,
            face.pointee.charmap != nil
        else {
            FT_Done_Face(face)
            FT_Done_FreeType(library)
            throw FontError(
                path: path, cause: "the font has no outlines or no Unicode character map")
        }
        self.library = library
        self.face = face
        unitsPerEm = Double(face.pointee.units_per_EM)
    }

    deinit {
        FT_Done_Face(face)
        FT_Done_FreeType(library)
    }

    /// Returns a message for a FreeType error, because Debian's library contains no messages.
    private static func message(_ code: FT_Error) -> String {
        switch Int(code) {
        case FT_Err_Cannot_Open_Resource: "the file is missing or unreadable"
        case FT_Err_Unknown_File_Format: "the file is not a font"
        case FT_Err_Out_Of_Memory: "out of memory"
        default: "the file is damaged (FreeType error \(code))"
        }
    }

    /// The name of the font's family, or an empty string if the file has none.
    var familyName: String { face.pointee.family_name.map { String(cString: $0) } ?? "" }

    /// The PostScript name, or an empty string if the file has none.
    ///
    /// The corresponding C function is `FT_Get_Postscript_Name`.
    var postScriptName: String { FT_Get_Postscript_Name(face).map { String(cString: $0) } ?? "" }

    /// Whether the font is upright and has normal weight and width, according to its style's name.
    var isRegular: Bool {
        let style = face.pointee.style_name.map { String(cString: $0) } ?? ""
        return ["Regular", "Book", "Roman", "Normal"].contains(style)
    }

    /// Converts a length from font units to pixels at a font size.
    ///
    /// - Parameters:
    ///   - units: A length in font units.
    ///   - size: The font size in pixels per em.
    private func pixels(_ units: some BinaryInteger, _ size: Double) -> Double {
        Double(units) * size / unitsPerEm
    }

    /// Returns the font metrics for a size in pixels per em.
    ///
    /// Ascender, descender and leading are whole pixels, so that lines are evenly spaced. The cap
    /// height and x-height are measured on H and x, because many fonts do not specify them.
    func metrics(size: Double) -> FontMetrics {
        let record = face.pointee
        let ascender = pixels(record.ascender, size).rounded(.up)
        let descender = pixels(record.descender, size).rounded(.down)
        let gap = Int(record.height) - Int(record.ascender) + Int(record.descender)
        return FontMetrics(
            ascender: ascender, descender: descender, leading: pixels(max(gap, 0), size).rounded(),
            capHeight: height(of: "H", size: size) ?? ascender,
            xHeight: height(of: "x", size: size) ?? ascender / 2)
    }

    /// Returns the height of a character's outline above the baseline in pixels, or `nil` if the
    /// font does not contain the character.
    ///
    /// The corresponding C function is `FT_Load_Glyph`.
    private func height(of scalar: Unicode.Scalar, size: Double) -> Double? {
        let index = index(of: scalar)
        guard index != 0, FT_Load_Glyph(face, index, touchtracker_load_flags_font_units) == 0,
            let slot = face.pointee.glyph
        else { return nil }
        return pixels(slot.pointee.metrics.horiBearingY, size)
    }

    /// Returns the glyph index of a character, or 0 if the font does not contain the character.
    ///
    /// The corresponding C function is `FT_Get_Char_Index`.
    func index(of scalar: Unicode.Scalar) -> UInt32 {
        FT_Get_Char_Index(face, FT_ULong(scalar.value))
    }

    /// Returns the unhinted advance width of a glyph in pixels, or `nil` if the glyph is damaged.
    ///
    /// The corresponding C function is `FT_Get_Advance`.
    func advance(of index: UInt32, size: Double) -> Double? {
        var advance: FT_Fixed = 0
        guard FT_Get_Advance(face, index, touchtracker_load_flags_font_units, &advance) == 0 else {
            return nil
        }
        return pixels(advance, size)
    }

    /// The result of rendering a glyph.
    enum RenderResult {
        /// The rendered glyph.
        case glyph(Glyph)
        /// The glyph is empty, for example a space.
        case blank
        /// The glyph is damaged.
        case damaged
    }

    /// Renders a glyph.
    ///
    /// The corresponding C functions are `FT_Load_Glyph`, `FT_Outline_Translate` and
    /// `FT_Render_Glyph`.
    ///
    /// - Parameters:
    ///   - index: The glyph index.
    ///   - size: The font size in pixels per em.
    ///   - phase: The horizontal offset of the glyph's origin from a whole pixel, in units of
    ///     1/`subpixelPositionCount` pixel.
    func render(_ index: UInt32, size: Double, phase: Int) -> RenderResult {
        let size = min(max(size, Self.sizeRange.lowerBound), Self.sizeRange.upperBound)
        // FreeType uses units of 1/64 pixel.
        guard FT_Set_Char_Size(face, 0, FT_F26Dot6((size * 64).rounded()), 72, 72) == 0,
            FT_Load_Glyph(face, index, touchtracker_load_flags_light_hinting) == 0,
            let slot = face.pointee.glyph
        else { return .damaged }
        FT_Outline_Translate(
            &slot.pointee.outline, FT_Pos(phase * 64 / Self.subpixelPositionCount), 0)
        var box = FT_BBox()
        FT_Outline_Get_CBox(&slot.pointee.outline, &box)
        let limit = FT_Pos(size * Self.maximumGlyphExtent * 64)
        guard box.xMax - box.xMin <= limit, box.yMax - box.yMin <= limit,
            FT_Render_Glyph(slot, FT_RENDER_MODE_NORMAL) == 0
        else { return .damaged }
        let bitmap = slot.pointee.bitmap
        guard bitmap.width > 0, bitmap.rows > 0, let bytes = bitmap.buffer else { return .blank }
        return .glyph(
            Glyph(
                coverage: CoverageBitmap(
                    width: Int(bitmap.width), height: Int(bitmap.rows), copying: bytes,
                    stride: Int(bitmap.pitch)),
                left: Int(slot.pointee.bitmap_left), top: Int(slot.pointee.bitmap_top)))
    }
}
