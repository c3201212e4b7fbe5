import TouchKitGeometry

// Performance-critical: pointers and wrapping arithmetic avoid bounds and overflow checks.

/// A glyph mask at a position on the canvas.
///
/// The struct contains the address of the mask instead of a reference. Therefore iterating over
/// glyphs needs no reference counting. The display list retains the mask.
struct PositionedGlyph {
    /// The address of the first byte of the mask's top row.
    let bytes: UnsafePointer<UInt8>
    /// The distance between rows of the mask, in bytes.
    let stride: Int
    /// The pixels that the glyph may touch.
    let box: PixelRect

    /// Positions a glyph mask.
    ///
    /// - Parameters:
    ///   - coverage: The mask, which must outlive the struct.
    ///   - x: The canvas column of the mask's left edge.
    ///   - y: The canvas row of the mask's top edge.
    init(_ coverage: CoverageBitmap, x: Int, y: Int) {
        bytes = UnsafePointer(coverage.bytes)
        stride = coverage.stride
        box = PixelRect(x: x, y: y, width: coverage.width, height: coverage.height)
    }

    /// Paints the pixels inside `clip` into a tile.
    @inline(__always)
    func paint(into tile: Tile, clip: PixelRect, color: BlendColor) {
        let first = max(box.minX, clip.minX)
        let end = min(box.maxX, clip.maxX)
        guard first < end else { return }
        var y = max(box.minY, clip.minY)
        let endRow = min(box.maxY, clip.maxY)
        while y < endRow {
            blendCoverage(
                tile.row(y), bytes + ((y &- box.minY) &* stride &- box.minX), first..<end, color)
            y &+= 1
        }
    }
}

/// A run of glyphs of one color.
struct GlyphRun {
    /// The range of the glyphs in the display list's `positionedGlyphs`.
    var glyphs: Range<Int>

    /// Paints the pixels inside `clip` into a tile.
    func paint(into tile: Tile, clip: PixelRect, color: BlendColor, list: DisplayList) {
        list.positionedGlyphs.withUnsafeBufferPointer { placed in
            for glyph in placed[glyphs] { glyph.paint(into: tile, clip: clip, color: color) }
        }
    }
}

/// Blends a color over a row by a glyph's coverage, in chunks on the canvas grid.
///
/// - Parameters:
///   - row: The row to change, indexed by canvas column.
///   - coverage: The coverage, indexed by canvas column. Eight zero bytes precede and follow the
///     row of the glyph.
///   - columns: The columns of the glyph inside the clip.
///   - color: The color.
@inline(__always)
func blendCoverage(
    _ row: UnsafeMutablePointer<UInt32>, _ coverage: UnsafePointer<UInt8>, _ columns: Range<Int>,
    _ color: BlendColor
) {
    var x = columns.lowerBound & ~7
    while x < columns.upperBound {
        var eight = UnsafeRawPointer(coverage + x).loadUnaligned(as: UInt64.self)
        // Shifts clear the bytes outside of the columns, because comparing vectors would compile to
        // a loop.
        let before = columns.lowerBound &- x
        if before > 0 { eight &= UInt64.max &<< UInt64(truncatingIfNeeded: before &* 8) }
        let behind = x &+ 8 &- columns.upperBound
        if behind > 0 { eight &= UInt64.max &>> UInt64(truncatingIfNeeded: behind &* 8) }
        if eight != 0 {
            let lanes: Lanes8 = widened(unsafeBitCast(eight, to: SIMD8<UInt8>.self))
            // Converts coverage from 0…255 to 0…256.
            blend8(row + x, color, lanes &+ (lanes &>> 7))
        }
        x &+= 8
    }
}
