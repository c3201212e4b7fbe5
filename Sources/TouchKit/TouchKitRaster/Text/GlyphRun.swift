import TouchKitGeometry

// Hot code: see Blend.swift.

/// A letter's picture at a place of the canvas.
///
/// It points into one of the display list's coverages, which keeps the memory: walking letters
/// counts no references.
struct PlacedGlyph {
    /// The first row's first byte.
    let bytes: UnsafePointer<UInt8>
    /// The distance between rows, in bytes.
    let stride: Int
    /// The pixels that it may touch.
    let box: PixelRect

    /// - Parameters:
    ///   - coverage: The picture.
    ///   - x: Where its first column lies, in canvas pixels.
    ///   - y: Where its first row lies, in canvas pixels.
    init(_ coverage: CoverageBitmap, x: Int, y: Int) {
        bytes = UnsafePointer(coverage.bytes)
        stride = coverage.stride
        box = PixelRect(x: x, y: y, width: coverage.width, height: coverage.height)
    }

    /// Paints it into a tile.
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

/// Letters that are painted in one colour: a part of the display list's placed glyphs.
struct GlyphRun {
    var glyphs: Range<Int>

    /// Paints them into a tile.
    func paint(into tile: Tile, clip: PixelRect, color: BlendColor, list: DisplayList) {
        list.placedGlyphs.withUnsafeBufferPointer { placed in
            for glyph in placed[glyphs] { glyph.paint(into: tile, clip: clip, color: color) }
        }
    }
}

/// Blends a colour over a row by the coverage of a letter's row, in chunks on the canvas's grid.
///
/// - Parameters:
///   - row: Where canvas column 0 would be.
///   - coverage: The byte of canvas column 0. There are 8 bytes of nothing at both ends of the row.
///   - columns: The letter's columns inside the clip.
///   - color: The colour.
@inline(__always)
func blendCoverage(
    _ row: UnsafeMutablePointer<UInt32>, _ coverage: UnsafePointer<UInt8>, _ columns: Range<Int>,
    _ color: BlendColor
) {
    var x = columns.lowerBound & ~7
    while x < columns.upperBound {
        var eight = UnsafeRawPointer(coverage + x).loadUnaligned(as: UInt64.self)
        // Bytes outside the columns are cleared by shifts; comparing vectors is compiled to loops.
        let before = columns.lowerBound &- x
        if before > 0 { eight &= UInt64.max &<< UInt64(truncatingIfNeeded: before &* 8) }
        let behind = x &+ 8 &- columns.upperBound
        if behind > 0 { eight &= UInt64.max &>> UInt64(truncatingIfNeeded: behind &* 8) }
        if eight != 0 {
            let lanes: Lanes8 = widened(unsafeBitCast(eight, to: SIMD8<UInt8>.self))
            // 0…255 becomes 0…256.
            blend8(row + x, color, lanes &+ (lanes &>> 7))
        }
        x &+= 8
    }
}
