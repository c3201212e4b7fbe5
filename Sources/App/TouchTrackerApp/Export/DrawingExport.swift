import TouchKit
import TouchKitRaster

/// A drawing for export: as pixels, identical to those on the screen, or as SVG.
@MainActor
package struct DrawingExport {
    /// The strokes in drawing order, the lowest first.
    package var strokes: [Stroke]
    /// The size of the picture, in points; strokes are clipped to it.
    package var size: CGSize
    /// The number of pixels per point.
    package var scale: CGFloat
    /// The background color, or `nil` for a transparent background.
    package var background: UIColor?

    /// Creates an export of strokes.
    package init(
        strokes: [Stroke], size: CGSize, scale: CGFloat = 1,
        background: UIColor? = Drawing.paper
    ) {
        self.strokes = strokes
        self.size = size
        self.scale = scale
        self.background = background
    }

    /// Returns the picture's pixels, which equal those on a screen with this size and scale. Pixels
    /// without a stroke are transparent if there is no background.
    package func bitmap() -> Bitmap {
        let drawing = StrokeDrawing(
            size: size, scale: scale, backgroundColor: background ?? .clear)
        let path = UIBezierPath()
        for stroke in strokes {
            stroke.setContents(of: path)
            drawing.add(path, color: stroke.color.uiColor)
        }
        return drawing.bitmap
    }

    /// Returns the picture as the text of an SVG file. `scale` determines the default size at which
    /// viewers show the picture.
    package func svg() -> String {
        var writer = SVGWriter(size: size, scale: scale)
        if let background { writer.fill(background) }
        let path = UIBezierPath()
        for stroke in strokes {
            stroke.setContents(of: path)
            writer.stroke(path, color: stroke.color.uiColor)
        }
        return writer.finish()
    }
}
