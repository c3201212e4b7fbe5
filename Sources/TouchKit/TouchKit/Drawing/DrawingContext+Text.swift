import TouchKitRaster

extension DrawingContext {
    /// The largest font size at which glyphs are rasterized, in pixels. Larger text is painted from
    /// scaled-up glyphs, which limits the memory of the glyph cache.
    private static let maximumGlyphSize = 512.0

    /// Draws one line of text.
    ///
    /// - Parameters:
    ///   - text: The text that contains the line.
    ///   - line: The line's range in `text`, and whether an ellipsis follows.
    ///   - font: The font of the text.
    ///   - color: The color of the text.
    ///   - baseline: The start of the baseline, in the view's coordinates.
    func draw(
        _ text: String, _ line: TextLayout.Line, font: UIFont, color: UIColor,
        baseline: CGPoint
    ) {
        if let recording {
            return recording.append(.text(text, line, font, color, baseline: baseline), self)
        }
        guard let glyphs = UIApplication.sharedIfPresent?.glyphs, let measurer = FontMeasurer(font),
            let face = font.face(pixelsPerPoint: map.stretch)
        else { return }
        let isBlended = blends(color) {
            draw(text, line, font: font, color: .white, baseline: baseline)
        }
        if isBlended { return }
        let pixels = color.pixelColor(opacity: opacity, style: style)
        if isUpright && face.size <= Self.maximumGlyphSize {
            list.glyphs(color: pixels) { run in
                forEachGlyph(of: text, line, measurer, from: baseline) { scalar, pen in
                    let position = pen.applying(map)
                    let (column, phase) = glyphs.splitPenPosition(position.x)
                    guard let glyph = glyphs.glyph(of: scalar, in: face, phase: phase) else {
                        return
                    }
                    run.add(glyph, x: column, baseline: position.y)
                }
            }
            return
        }
        forEachGlyph(of: text, line, measurer, from: baseline) { scalar, pen in
            paintTransformed(scalar, glyphs, face, font, pixels, pen)
        }
    }

    /// Calls `body` for each character of a line and for the ellipsis of a truncated line, with the
    /// position of the glyph's origin on the baseline, in points.
    private func forEachGlyph(
        of text: String, _ line: TextLayout.Line, _ measurer: FontMeasurer, from start: CGPoint,
        _ body: (Unicode.Scalar, CGPoint) -> Void
    ) {
        var pen = start
        for scalar in text.unicodeScalars[line.range] {
            body(scalar, pen)
            pen.x += measurer.advance(scalar)
        }
        if line.isTruncated { body(TextLayout.ellipsis, pen) }
    }

    /// Paints one glyph with the current transform if the transform rotates, mirrors, distorts or
    /// greatly enlarges text.
    private func paintTransformed(
        _ scalar: Unicode.Scalar, _ glyphs: GlyphCache, _ face: FontFace, _ font: UIFont,
        _ color: PixelColor, _ pen: CGPoint
    ) {
        var face = face
        face.size = min(face.size, Self.maximumGlyphSize)
        guard let glyph = glyphs.glyph(of: scalar, in: face) else { return }
        let pointsPerPixel = font.pointSize / face.size
        let toView = CGAffineTransform(scaleX: pointsPerPixel, y: pointsPerPixel)
            .concatenating(CGAffineTransform(translationX: pen.x, y: pen.y))
        list.paint(glyph, map: toView.concatenating(map), color: color)
    }

    /// Whether the current transform only translates and scales uniformly, so that cached glyphs
    /// can be painted unchanged.
    private var isUpright: Bool {
        let limit = map.stretch * 1e-9
        return map.a > 0 && abs(map.a - map.d) <= limit && abs(map.b) <= limit
            && abs(map.c) <= limit
    }
}
