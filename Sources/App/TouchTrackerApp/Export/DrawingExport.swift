import TouchKit
import TouchKitRaster

/// A drawing that can be exported as a bitmap, with the same pixels as on the screen, or as an SVG
/// file.
@MainActor
package struct DrawingExport {
    /// The strokes in drawing order, the lowest first.
    package var strokes: [Stroke]
    /// The size of the picture, in points. Strokes are clipped to it.
    package var size: CGSize
    /// The number of pixels per point.
    package var scale: CGFloat
    /// The background color, or `nil` for a transparent background.
    package var background: UIColor?

    /// Creates an export of strokes.
    ///
    /// - Parameters:
    ///   - strokes: The strokes in drawing order, the lowest first.
    ///   - size: The size of the picture, in points.
    ///   - scale: The number of pixels per point.
    ///   - background: The background color, or `nil` for a transparent background.
    package init(
        strokes: [Stroke], size: CGSize, scale: CGFloat = 1,
        background: UIColor? = Drawing.paper
    ) {
        self.strokes = strokes
        self.size = size
        self.scale = scale
        self.background = background
    }

    /// Returns the picture as a bitmap, with the same pixels as on a screen of this size and scale.
    /// If there is no background, pixels without a stroke are transparent.
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
    /// viewers show the picture, not its coordinates.
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
