import TouchKitRaster

/// A bitmap onto which strokes are painted one after another, with the same pixels as in a
/// `StrokeDrawing`. Not part of UIKit.
///
/// A stroke is given by paths that continue each other, and is not stored. The memory does not
/// depend on the number and the length of the strokes.
@MainActor
package final class StrokePicture {
    /// The bitmap of the picture, which contains all ended strokes.
    package let bitmap: Bitmap
    private let canvas: StrokeCanvas
    private let scale: CGFloat
    /// Whether the current stroke has points.
    @exclusivity(unchecked) private var hasPoints = false
    /// A buffer for the points of a path, reused to avoid allocations.
    @exclusivity(unchecked) private var points: [CGPoint] = []

    /// Creates a picture without strokes.
    ///
    /// - Parameters:
    ///   - size: The size of the picture, in points.
    ///   - scale: The number of pixels per point.
    ///   - backgroundColor: The color behind the strokes.
    package init(size: CGSize, scale: CGFloat, backgroundColor: UIColor) {
        bitmap =
            StrokeDrawing(size: size, scale: scale, backgroundColor: backgroundColor).bitmap
        canvas = StrokeCanvas(bitmap)
        self.scale = scale
    }

    /// Begins a stroke above all other strokes.
    ///
    /// - Parameters:
    ///   - width: The line width, in points.
    ///   - color: The stroke's color.
    package func beginStroke(width: CGFloat, color: UIColor) {
        canvas.beginStroke(width: width * scale, color: color.pixelColor(opacity: 1))
        hasPoints = false
    }

    /// Adds the lines of a path to the current stroke.
    ///
    /// - Parameter path: A path that consists of one open line, and that starts at the end of the
    ///   previous path of the stroke.
    package func add(_ path: UIBezierPath) {
        guard path.copyLinePoints(into: &points) else { return }
        points.scale(by: scale)
        for point in points.dropFirst(hasPoints ? 1 : 0) { canvas.addPoint(point) }
        hasPoints = true
    }

    /// Ends the current stroke and paints it.
    package func endStroke() {
        canvas.endStroke()
    }
}
