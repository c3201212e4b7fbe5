import TouchKitGeometry

extension DisplayList {
    /// Paints a picture; it mustn't change until the list is emptied.
    ///
    /// A picture that is neither stretched nor turned is put on whole pixels and copied; any other
    /// has its pixels mixed from the four nearest, and edges antialiased by coverage.
    ///
    /// - Parameters:
    ///   - bitmap: The picture.
    ///   - map: From the picture's pixels to canvas pixels.
    ///   - opacity: How opaque it is beside its own alpha, 0…1.
    package func paint(_ bitmap: Bitmap, map: CGAffineTransform, opacity: Double) {
        let extent = CGSize(width: Double(bitmap.width), height: Double(bitmap.height))
        paint(PictureLevels.Level(bitmap: bitmap, extent: extent, map: map), opacity: opacity)
    }

    /// Paints a picture, shrunk from a smaller copy of it where that is better.
    ///
    /// - Parameters:
    ///   - levels: The picture.
    ///   - map: From the picture's pixels to canvas pixels.
    ///   - opacity: How opaque it is beside its own alpha, 0…1.
    package func paint(_ levels: PictureLevels, map: CGAffineTransform, opacity: Double) {
        paint(levels.level(for: map), opacity: opacity)
    }

    private func paint(_ level: PictureLevels.Level, opacity: Double) {
        let bitmap = level.bitmap
        let part = Self.part(opacity)
        guard part > 0 else { return }
        let isWhole =
            level.extent.width == Double(bitmap.width)
            && level.extent.height == Double(bitmap.height)
        if isWhole, let corner = Self.wholePixels(level.map) {
            copy(bitmap, to: corner, opacity: part)
            return
        }
        guard let sampling = Sampling(extent: level.extent, map: level.map, margin: 0) else {
            return
        }
        stretches.append(
            StretchShape(bitmap: keep(bitmap), sampling: sampling, opacity: part))
        append(.stretch(stretches.count - 1), color: .black, box: sampling.box)
    }

    /// Paints a picture pixel for pixel: the short way for one that is neither stretched nor turned.
    ///
    /// - Parameters:
    ///   - bitmap: The picture; it mustn't change until the list is emptied.
    ///   - corner: Where its corner lies, in canvas pixels; it is put on the nearest whole ones.
    ///   - opacity: How opaque it is beside its own alpha, 0…1.
    package func paint(_ bitmap: Bitmap, at corner: CGPoint, opacity: Double) {
        guard let x = Self.bounded(corner.x), let y = Self.bounded(corner.y) else { return }
        let part = Self.part(opacity)
        guard part > 0 else { return }
        copy(bitmap, to: (Self.nearestWhole(x), Self.nearestWhole(y)), opacity: part)
    }

    @inline(__always)
    private func copy(_ bitmap: Bitmap, to corner: (x: Int, y: Int), opacity: UInt32) {
        keep(bitmap)
        append(
            .copy(CopyShape(bitmap, x: corner.x, y: corner.y, opacity: opacity)), color: .black,
            box: PixelRect(x: corner.x, y: corner.y, width: bitmap.width, height: bitmap.height))
    }

    /// The nearest whole number, halves away from zero, without a call: |value| < 2⁵¹.
    @inline(__always)
    private static func nearestWhole(_ value: Double) -> Int {
        let whole = Int(value)
        let rest = value - Double(whole)
        return rest >= 0.5 ? whole + 1 : rest <= -0.5 ? whole - 1 : whole
    }

    /// An opacity of 0…1 in 256ths; none where it isn't a number.
    @inline(__always)
    private static func part(_ opacity: Double) -> UInt32 {
        opacity.isNaN ? 0 : UInt32(min(max(opacity, 0), 1) * 256 + 0.5)
    }

    /// Paints a picture into a rectangle of the canvas.
    package func paint(_ bitmap: Bitmap, in rect: CGRect, opacity: Double) {
        let map = CGAffineTransform(
            scaleX: rect.width / Double(bitmap.width), y: rect.height / Double(bitmap.height)
        ).concatenating(CGAffineTransform(translationX: rect.minX, y: rect.minY))
        paint(bitmap, map: map, opacity: opacity)
    }

    /// Paints letters in one colour.
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

    /// Paints a letter that is stretched or turned.
    ///
    /// - Parameters:
    ///   - glyph: The letter.
    ///   - map: From the letter's pixels, the pen on the baseline being (0, 0), to canvas pixels.
    ///   - color: The colour.
    package func paint(_ glyph: Glyph, map: CGAffineTransform, color: PixelColor) {
        let fromPicture = CGAffineTransform(
            translationX: Double(glyph.left), y: -Double(glyph.top)
        ).concatenating(map)
        guard color.alpha > 0,
            let sampling = Sampling(
                extent: CGSize(
                    width: Double(glyph.coverage.width), height: Double(glyph.coverage.height)),
                map: fromPicture, margin: 1)
        else { return }
        turnedGlyphs.append(TurnedGlyph(coverage: keep(glyph.coverage), sampling: sampling))
        append(.turnedGlyph(turnedGlyphs.count - 1), color: color, box: sampling.box)
    }

    /// The whole pixel on which a picture lies that is neither stretched nor turned; nil for others.
    private static func wholePixels(_ map: CGAffineTransform) -> (x: Int, y: Int)? {
        // Over the largest screen a millionth is far below what a pixel shows.
        let limit = 1e-6
        guard abs(map.a - 1) < limit, abs(map.d - 1) < limit, abs(map.b) < limit,
            abs(map.c) < limit, let x = bounded(map.tx), let y = bounded(map.ty)
        else { return nil }
        return (Int(x.rounded()), Int(y.rounded()))
    }
}

/// Puts letters side by side: what a run is made with.
package struct GlyphRunBuilder {
    private let list: DisplayList
    private let first: Int
    private var box = PixelRect.empty

    fileprivate init(list: DisplayList) {
        self.list = list
        first = list.placedGlyphs.count
    }

    /// Adds a letter, its pen on the nearest whole pixel; one at a place that is no number is left
    /// out.
    ///
    /// - Parameters:
    ///   - glyph: The letter.
    ///   - x: The pen's place, in canvas pixels.
    ///   - baseline: The baseline's row.
    package mutating func add(_ glyph: Glyph, x: Double, baseline: Double) {
        guard let x = DisplayList.bounded(x), let y = DisplayList.bounded(baseline) else { return }
        list.keep(glyph.coverage)
        let placed = PlacedGlyph(
            glyph.coverage, x: Int(x.rounded()) + glyph.left, y: Int(y.rounded()) - glyph.top)
        list.place(placed)
        box = box.isEmpty ? placed.box : box.union(placed.box)
    }

    fileprivate func finish(color: PixelColor) {
        if box.isEmpty { return }
        list.append(
            .glyphs(GlyphRun(glyphs: first..<list.placedGlyphs.count)), color: color, box: box)
    }
}
