import Geometry

/// A letter's picture at a place of the canvas.
struct PlacedGlyph {
    /// Which of the display list's coverages it is.
    let coverage: Int
    /// Where its first column lies, in canvas pixels.
    let x: Int
    /// Where its first row lies, in canvas pixels.
    let y: Int
}

/// Letters that are painted in one colour: a part of the display list's placed glyphs.
struct GlyphRun {
    var glyphs: Range<Int>

    /// Paints them into a tile.
    func paint(into tile: Tile, clip: PixelRect, color: BlendColor, list: DisplayList) {
        for index in glyphs {
            let glyph = list.placedGlyphs[index]
            let coverage = list.coverages[glyph.coverage]
            let part = PixelRect(
                x: glyph.x, y: glyph.y, width: coverage.width, height: coverage.height
            ).intersection(clip)
            for y in part.minY..<max(part.minY, part.maxY) {
                paintRow(
                    tile.row(y), coverage.bytes + (y - glyph.y) * coverage.width - glyph.x,
                    part.minX, part.maxX, color)
            }
        }
    }

    /// Paints a row of one letter; both pointers are those of canvas column 0.
    @inline(__always)
    private func paintRow(
        _ row: UnsafeMutablePointer<UInt32>, _ coverage: UnsafePointer<UInt8>, _ first: Int,
        _ end: Int, _ color: BlendColor
    ) {
        var x = first
        while x < end {
            let part = UInt32(coverage[x])
            if part != 0 { blend1(row + x, color, part &+ (part &>> 7)) }
            x &+= 1
        }
    }
}
