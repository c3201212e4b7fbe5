import CTouchTrackerFreeType
import TouchKitRaster

/// A font file, open: the owner of FreeType's handles, and the only place that calls it.
///
/// Each has a library of its own, so that one value owns both.
final class FontFile {
    /// Where pens are put within a pixel: quarters of it.
    static let phases = 4
    /// The sizes that letters are drawn at, in pixels per em: what lies outside is pulled to an end.
    private static let sizes = 1.0...1_024.0
    /// The largest letter, in ems: more than any font's, and little enough for the memory.
    private static let largestExtent = 8.0

    private let library: FT_Library
    private let face: FT_Face
    /// Units of the font per em.
    private let unitsPerEm: Double

    /// Opens a file. Wraps `FT_Init_FreeType` and `FT_New_Face`.
    ///
    /// - Throws: `FontError` where there is none, or it is no font with outlines and letters of
    ///   Unicode.
    init(path: String) throws(FontError) {
        var newLibrary: FT_Library?
        guard FT_Init_FreeType(&newLibrary) == 0, let library = newLibrary else {
            throw FontError(path: path, cause: "FreeType can't be started: no memory")
        }
        var newFace: FT_Face?
        let code = FT_New_Face(library, path, 0, &newFace)
        guard code == 0, let face = newFace else {
            FT_Done_FreeType(library)
            throw FontError(path: path, cause: Self.words(code))
        }
        guard touchtracker_is_scalable(face) != 0, face.pointee.units_per_EM > 0,
            face.pointee.charmap != nil
        else {
            FT_Done_Face(face)
            FT_Done_FreeType(library)
            throw FontError(path: path, cause: "it has no outlines, or no letters of Unicode")
        }
        self.library = library
        self.face = face
        unitsPerEm = Double(face.pointee.units_per_EM)
    }

    deinit {
        FT_Done_Face(face)
        FT_Done_FreeType(library)
    }

    /// FreeType's error in words; Debian's library has none built in.
    private static func words(_ code: FT_Error) -> String {
        switch Int(code) {
        case FT_Err_Cannot_Open_Resource: "it isn't there, or may not be read"
        case FT_Err_Unknown_File_Format: "it isn't a font"
        case FT_Err_Out_Of_Memory: "there is no memory for it"
        default: "it is damaged (FreeType's error \(code))"
        }
    }

    /// A measure in units of the font as pixels.
    private func pixels(_ units: some BinaryInteger, _ size: Double) -> Double {
        Double(units) * size / unitsPerEm
    }

    /// The measures at a size in pixels per em. What decides where lines lie is whole pixels, so that
    /// they lie evenly. The heights of letters are those of H and x: fonts' own tables often lack them.
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

    /// The height of a letter's outline over the baseline, in pixels; nil where the font hasn't it.
    private func height(of scalar: Unicode.Scalar, size: Double) -> Double? {
        let index = index(of: scalar)
        guard index != 0, FT_Load_Glyph(face, index, touchtracker_load_unscaled) == 0,
            let slot = face.pointee.glyph
        else { return nil }
        return pixels(slot.pointee.metrics.horiBearingY, size)
    }

    /// The number of a letter's outline; 0 stands for letters that the font doesn't have. Wraps
    /// `FT_Get_Char_Index`.
    func index(of scalar: Unicode.Scalar) -> UInt32 {
        FT_Get_Char_Index(face, FT_ULong(scalar.value))
    }

    /// How far the pen moves on after a letter, in pixels, as the outline has it; nil where the file
    /// is damaged there. Wraps `FT_Get_Advance`.
    func advance(of index: UInt32, size: Double) -> Double? {
        var advance: FT_Fixed = 0
        guard FT_Get_Advance(face, index, touchtracker_load_unscaled, &advance) == 0 else {
            return nil
        }
        return pixels(advance, size)
    }

    /// What came of drawing a letter.
    enum Drawing {
        case glyph(Glyph)
        /// Nothing is to be seen, as of a space.
        case blank
        /// The file is damaged there.
        case damaged
    }

    /// Draws a letter. Wraps `FT_Load_Glyph`, `FT_Outline_Translate` and `FT_Render_Glyph`.
    ///
    /// - Parameters:
    ///   - index: The number of its outline.
    ///   - size: Pixels per em.
    ///   - phase: How far right of a whole pixel the pen stands, in parts of `phases`.
    func draw(_ index: UInt32, size: Double, phase: Int) -> Drawing {
        let size = min(max(size, Self.sizes.lowerBound), Self.sizes.upperBound)
        // FreeType counts in 64ths of a pixel.
        guard FT_Set_Char_Size(face, 0, FT_F26Dot6((size * 64).rounded()), 72, 72) == 0,
            FT_Load_Glyph(face, index, touchtracker_load_light) == 0,
            let slot = face.pointee.glyph
        else { return .damaged }
        FT_Outline_Translate(&slot.pointee.outline, FT_Pos(phase * 64 / Self.phases), 0)
        var box = FT_BBox()
        FT_Outline_Get_CBox(&slot.pointee.outline, &box)
        let limit = FT_Pos(size * Self.largestExtent * 64)
        guard box.xMax - box.xMin <= limit, box.yMax - box.yMin <= limit,
            FT_Render_Glyph(slot, FT_RENDER_MODE_NORMAL) == 0
        else { return .damaged }
        let picture = slot.pointee.bitmap
        guard picture.width > 0, picture.rows > 0, let bytes = picture.buffer else { return .blank }
        return .glyph(
            Glyph(
                coverage: CoverageBitmap(
                    width: Int(picture.width), height: Int(picture.rows), copying: bytes,
                    stride: Int(picture.pitch)),
                left: Int(slot.pointee.bitmap_left), top: Int(slot.pointee.bitmap_top)))
    }
}
