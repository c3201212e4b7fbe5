import TouchKit
import TouchKitRaster

/// A drawing as a picture to be taken away: as pixels, painted as on the screen, or as SVG.
@MainActor
package struct DrawingExport {
    /// The strokes, from the lowest to the topmost.
    package var strokes: [Stroke]
    /// The extent of the picture, in points; what lies beyond isn't seen.
    package var size: CGSize
    /// Pixels per point.
    package var scale: CGFloat
    /// What is seen where no stroke is; nothing for nil.
    package var background: UIColor?

    /// Makes a picture of strokes.
    package init(
        strokes: [Stroke], size: CGSize, scale: CGFloat = 1,
        background: UIColor? = Drawing.paper
    ) {
        self.strokes = strokes
        self.size = size
        self.scale = scale
        self.background = background
    }

    /// The picture's pixels, the same as on a screen of this extent and scale; translucent without a
    /// background.
    package func bitmap() -> Bitmap {
        let drawing = StrokeDrawing(
            size: size, scale: scale, backgroundColor: background ?? .clear)
        let path = UIBezierPath()
        for stroke in strokes {
            stroke.trace(into: path)
            drawing.add(path, color: stroke.color.uiColor)
        }
        return drawing.bitmap
    }

    /// The picture as the text of an SVG file, which is as sharp at any size; the scale says how large
    /// it is if nobody asks for another size.
    package func svg() -> String {
        var writer = SVGWriter(size: size, scale: scale)
        if let background { writer.fill(background) }
        let path = UIBezierPath()
        for stroke in strokes {
            stroke.trace(into: path)
            writer.stroke(path, color: stroke.color.uiColor)
        }
        return writer.finish()
    }
}
