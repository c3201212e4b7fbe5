import TouchKitRaster

extension DrawingContext {
    /// Letters larger than this, in pixels, are painted from smaller ones: their pictures would eat
    /// the memory.
    private static let largestLetter = 512.0

    /// Draws a part of a text in one line.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - line: Which part, and whether an ellipsis follows.
    ///   - font: The font.
    ///   - color: The colour.
    ///   - baseline: The pen's place before the first letter, in points.
    func draw(
        _ text: String, _ line: TextLayout.Line, font: UIFont, color: UIColor,
        baseline: CGPoint
    ) {
        guard let glyphs = UIApplication.newest?.glyphs, let ruler = FontRuler(font),
            let face = font.face(pixelsPerPoint: map.stretch)
        else { return }
        let pixels = color.pixelColor(opacity: opacity)
        if isUpright && face.size <= Self.largestLetter {
            list.glyphs(color: pixels) { run in
                forEachLetter(of: text, line, ruler, from: baseline) { scalar, pen in
                    let place = pen.applying(map)
                    let (column, phase) = glyphs.stand(place.x)
                    guard let glyph = glyphs.glyph(of: scalar, in: face, phase: phase) else {
                        return
                    }
                    run.add(glyph, x: column, baseline: place.y)
                }
            }
            return
        }
        forEachLetter(of: text, line, ruler, from: baseline) { scalar, pen in
            paintTurned(scalar, glyphs, face, font, pixels, pen)
        }
    }

    /// Calls `body` with each letter of a line and the pen's place before it, in points.
    private func forEachLetter(
        of text: String, _ line: TextLayout.Line, _ ruler: FontRuler, from start: CGPoint,
        _ body: (Unicode.Scalar, CGPoint) -> Void
    ) {
        var pen = start
        for scalar in text.unicodeScalars[line.range] {
            body(scalar, pen)
            pen.x += ruler.advance(scalar)
        }
        if line.isTruncated { body(TextLayout.ellipsis, pen) }
    }

    private func paintTurned(
        _ scalar: Unicode.Scalar, _ glyphs: GlyphCache, _ face: FontFace, _ font: UIFont,
        _ color: PixelColor, _ pen: CGPoint
    ) {
        var face = face
        face.size = min(face.size, Self.largestLetter)
        guard let glyph = glyphs.glyph(of: scalar, in: face) else { return }
        let pointsPerPixel = font.pointSize / face.size
        let toView = CGAffineTransform(scaleX: pointsPerPixel, y: pointsPerPixel)
            .concatenating(CGAffineTransform(translationX: pen.x, y: pen.y))
        list.paint(glyph, map: toView.concatenating(map), color: color)
    }

    /// Whether letters stand as the font has them: neither turned, nor mirrored, nor stretched more
    /// one way than the other.
    private var isUpright: Bool {
        let limit = map.stretch * 1e-9
        return map.a > 0 && abs(map.a - map.d) <= limit && abs(map.b) <= limit
            && abs(map.c) <= limit
    }
}
