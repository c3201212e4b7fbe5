import TouchKitGeometry

extension DisplayList {
    /// Appends a bitmap.
    ///
    /// A bitmap that is neither scaled nor rotated is moved to whole pixels and copied. Otherwise
    /// its pixels are interpolated bilinearly and its edges are antialiased.
    ///
    /// - Parameters:
    ///   - bitmap: The bitmap, which must not change until the list is emptied.
    ///   - map: The transform from the bitmap's pixels to canvas pixels.
    ///   - opacity: The additional opacity, 0…1.
    package func paint(_ bitmap: Bitmap, map: CGAffineTransform, opacity: Double) {
        let extent = CGSize(width: Double(bitmap.width), height: Double(bitmap.height))
        paint(MipmappedBitmap.Level(bitmap: bitmap, extent: extent, map: map), opacity: opacity)
    }

    /// Appends a bitmap, using a reduced copy if it is drawn smaller than its original size.
    ///
    /// - Parameters:
    ///   - levels: The bitmap with its reduced copies.
    ///   - map: The transform from the full-size bitmap's pixels to canvas pixels.
    ///   - opacity: The additional opacity, 0…1.
    package func paint(_ levels: MipmappedBitmap, map: CGAffineTransform, opacity: Double) {
        paint(levels.level(for: map), opacity: opacity)
    }

    /// Appends one level of a mipmapped bitmap: the original bitmap or a reduced copy.
    private func paint(_ level: MipmappedBitmap.Level, opacity: Double) {
        let bitmap = level.bitmap
        let opacity256 = Self.opacity256(opacity)
        guard opacity256 > 0 else { return }
        let isFullExtent =
            level.extent.width == Double(bitmap.width)
            && level.extent.height == Double(bitmap.height)
        if isFullExtent, let corner = Self.wholePixelTranslation(level.map) {
            copy(bitmap, to: corner, opacity: opacity256)
            return
        }
        guard let sampling = BitmapSampling(extent: level.extent, map: level.map, margin: 0) else {
            return
        }
        transformedBitmaps.append(
            TransformedBitmapShape(bitmap: retain(bitmap), sampling: sampling, opacity: opacity256))
        append(.transformedBitmap(transformedBitmaps.count - 1), color: .black, box: sampling.box)
    }

    /// Appends a bitmap without scaling and rotation.
    ///
    /// - Parameters:
    ///   - bitmap: The bitmap, which must not change until the list is emptied.
    ///   - corner: The upper left corner of the bitmap in canvas pixels, which is rounded to whole
    ///     pixels.
    ///   - opacity: The additional opacity, 0…1.
    package func paint(_ bitmap: Bitmap, at corner: CGPoint, opacity: Double) {
        guard let x = Self.bounded(corner.x), let y = Self.bounded(corner.y) else { return }
        let opacity256 = Self.opacity256(opacity)
        guard opacity256 > 0 else { return }
        copy(bitmap, to: (Self.rounded(x), Self.rounded(y)), opacity: opacity256)
    }

    /// Appends a bitmap whose upper left corner is at the canvas pixel `corner`, with an opacity of
    /// 0…256.
    @inline(__always)
    private func copy(_ bitmap: Bitmap, to corner: (x: Int, y: Int), opacity: UInt32) {
        retain(bitmap)
        append(
            .bitmapCopy(BitmapCopyShape(bitmap, x: corner.x, y: corner.y, opacity: opacity)),
            color: .black,
            box: PixelRect(x: corner.x, y: corner.y, width: bitmap.width, height: bitmap.height))
    }

    /// Returns the nearest integer without a function call; halves are rounded away from zero. The
    /// absolute value of `value` must be below 2⁵¹.
    @inline(__always)
    private static func rounded(_ value: Double) -> Int {
        let whole = Int(value)
        let rest = value - Double(whole)
        return rest >= 0.5 ? whole + 1 : rest <= -0.5 ? whole - 1 : whole
    }

    /// Returns an opacity of 0…1 scaled to 0…256. NaN becomes 0.
    @inline(__always)
    private static func opacity256(_ opacity: Double) -> UInt32 {
        opacity.isNaN ? 0 : UInt32(min(max(opacity, 0), 1) * 256 + 0.5)
    }

    /// Appends a bitmap that is scaled to fill a rectangle, which is in canvas pixels.
    package func paint(_ bitmap: Bitmap, in rect: CGRect, opacity: Double) {
        let map = CGAffineTransform(
            scaleX: rect.width / Double(bitmap.width), y: rect.height / Double(bitmap.height)
        ).concatenating(CGAffineTransform(translationX: rect.minX, y: rect.minY))
        paint(bitmap, map: map, opacity: opacity)
    }

    /// Appends glyphs of one color as one item.
    ///
    /// ```swift
    /// list.glyphs(color: color) { run in run.add(glyph, x: 10, baseline: 20) }
    /// ```
    package func glyphs(color: PixelColor, _ body: (inout GlyphRunBuilder) -> Void) {
        guard color.alpha > 0 else { return }
        var builder = GlyphRunBuilder(list: self)
        body(&builder)
        builder.finish(color: color)
    }

    /// Appends a glyph under an arbitrary affine transform.
    ///
    /// - Parameters:
    ///   - glyph: The glyph.
    ///   - map: The transform from the glyph's pixels to canvas pixels. The origin of the glyph's
    ///     pixels is the pen position on the baseline.
    ///   - color: The color.
    package func paint(_ glyph: Glyph, map: CGAffineTransform, color: PixelColor) {
        let fromPicture = CGAffineTransform(
            translationX: Double(glyph.left), y: -Double(glyph.top)
        ).concatenating(map)
        guard color.alpha > 0,
            let sampling = BitmapSampling(
                extent: CGSize(
                    width: Double(glyph.coverage.width), height: Double(glyph.coverage.height)),
                map: fromPicture, margin: 1)
        else { return }
        transformedGlyphs.append(
            TransformedGlyph(coverage: retain(glyph.coverage), sampling: sampling))
        append(.transformedGlyph(transformedGlyphs.count - 1), color: color, box: sampling.box)
    }

    /// Returns the translation in whole pixels, or `nil` if the transform scales or rotates.
    private static func wholePixelTranslation(_ map: CGAffineTransform) -> (x: Int, y: Int)? {
        // With this limit, the deviation is less than a thousandth of a pixel even on a large
        // screen.
        let limit = 1e-6
        guard abs(map.a - 1) < limit, abs(map.d - 1) < limit, abs(map.b) < limit,
            abs(map.c) < limit, let x = bounded(map.tx), let y = bounded(map.ty)
        else { return nil }
        return (Int(x.rounded()), Int(y.rounded()))
    }
}

/// A builder that collects positioned glyphs for one item of a display list.
package struct GlyphRunBuilder {
    /// The list that receives the glyphs.
    private let list: DisplayList
    /// The index of the run's first glyph in the list's `positionedGlyphs`.
    private let first: Int
    /// The bounding box of the glyphs added so far.
    private var box = PixelRect.empty

    /// Begins a run of glyphs.
    fileprivate init(list: DisplayList) {
        self.list = list
        first = list.positionedGlyphs.count
    }

    /// Adds a glyph. The pen position is rounded to the nearest whole pixel.
    ///
    /// A glyph with a coordinate that is not finite is ignored.
    ///
    /// - Parameters:
    ///   - glyph: The glyph.
    ///   - x: The horizontal pen position, in canvas pixels.
    ///   - baseline: The row of the baseline, in canvas pixels.
    package mutating func add(_ glyph: Glyph, x: Double, baseline: Double) {
        guard let x = DisplayList.bounded(x), let y = DisplayList.bounded(baseline) else { return }
        list.retain(glyph.coverage)
        let placed = PositionedGlyph(
            glyph.coverage, x: Int(x.rounded()) + glyph.left,
            y: Int(y.rounded()) - glyph.top)
        list.appendGlyph(placed)
        box = box.isEmpty ? placed.box : box.union(placed.box)
    }

    /// Appends the item for the run, unless the run is empty.
    fileprivate func finish(color: PixelColor) {
        if box.isEmpty { return }
        list.append(
            .glyphs(GlyphRun(glyphs: first..<list.positionedGlyphs.count)), color: color, box: box)
    }
}
