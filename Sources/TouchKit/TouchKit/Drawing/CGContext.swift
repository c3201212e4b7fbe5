import TouchKitRaster

/// A drawing environment with Core Graphics' calls for state, paths, clips and gradients.
///
/// The state is reset before each `draw(_:)`. Calls after the end of the `draw(_:)` in which the
/// context was obtained do nothing.
@MainActor
public struct CGContext {
    private let context: DrawingContext
    /// The sequence number of the drawing pass in which this context was obtained.
    private let passNumber: Int

    /// Creates a context that is valid for the current drawing pass of `context`.
    init(_ context: DrawingContext) {
        self.context = context
        passNumber = context.passNumber
    }

    /// The drawing context, or `nil` if the drawing pass in which this context was obtained has
    /// ended.
    var current: DrawingContext? {
        context.isRecording && context.passNumber == passNumber ? context : nil
    }

    // MARK: State

    /// Pushes a copy of the current graphics state (colors, line style, opacity, blend mode, clip
    /// and transformation matrix) onto the graphics state stack. The current path is not part of
    /// it.
    public func saveGState() {
        current?.saveState()
    }

    /// Sets the current graphics state to the state most recently saved; does nothing if no state
    /// is saved.
    public func restoreGState() {
        current?.restoreState()
    }

    /// The current transformation matrix, from user coordinates to canvas pixels; the identity
    /// after the drawing pass has ended.
    public var ctm: CGAffineTransform { current?.userToCanvas ?? .identity }

    /// Changes the origin of the user coordinate system, in points.
    public func translateBy(x tx: CGFloat, y ty: CGFloat) {
        concatenate(CGAffineTransform(translationX: tx, y: ty))
    }

    /// Changes the scale of the user coordinate system.
    public func scaleBy(x sx: CGFloat, y sy: CGFloat) {
        concatenate(CGAffineTransform(scaleX: sx, y: sy))
    }

    /// Rotates the user coordinate system.
    ///
    /// - Parameter angle: The angle in radians; positive values rotate clockwise on the screen.
    public func rotate(by angle: CGFloat) {
        concatenate(CGAffineTransform(rotationAngle: angle))
    }

    /// Transforms the user coordinate system using a specified matrix.
    public func concatenate(_ transform: CGAffineTransform) {
        current?.concatenate(transform)
    }

    /// Sets the current fill color.
    public func setFillColor(_ color: CGColor) {
        current?.fillColor = color
    }

    /// Sets the current stroke color.
    public func setStrokeColor(_ color: CGColor) {
        current?.strokeColor = color
    }

    /// Sets the current fill color by RGB components and opacity, 0…1.
    public func setFillColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        setFillColor(CGColor(red: red, green: green, blue: blue, alpha: alpha))
    }

    /// Sets the current fill color by a gray value, 0 (black) … 1 (white), and opacity, 0…1.
    public func setFillColor(gray: CGFloat, alpha: CGFloat) {
        setFillColor(CGColor(white: gray, alpha: alpha))
    }

    /// Sets the current stroke color by RGB components and opacity, 0…1.
    public func setStrokeColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        setStrokeColor(CGColor(red: red, green: green, blue: blue, alpha: alpha))
    }

    /// Sets the current stroke color by a gray value, 0 (black) … 1 (white), and opacity, 0…1.
    public func setStrokeColor(gray: CGFloat, alpha: CGFloat) {
        setStrokeColor(CGColor(white: gray, alpha: alpha))
    }

    /// Sets the opacity of everything drawn next, 0…1; 1 at the start of `draw(_:)`.
    public func setAlpha(_ alpha: CGFloat) {
        current?.alpha = min(max(alpha, 0), 1)
    }

    /// Sets how drawn pixels are combined with the pixels below; `.normal` at the start of
    /// `draw(_:)`.
    public func setBlendMode(_ mode: CGBlendMode) {
        current?.blendMode = mode
    }

    /// Makes the pixels of a rectangle transparent.
    public func clear(_ rect: CGRect) {
        current?.with(.clear) { $0.fill(rect.standardized, color: .white) }
    }

    /// Sets the line width for stroking, in points; 1 at the start of `draw(_:)`.
    public func setLineWidth(_ width: CGFloat) {
        current?.strokeStyle.width = width
    }

    /// Sets the style of the ends of stroked lines; `.butt` at the start of `draw(_:)`.
    public func setLineCap(_ cap: CGLineCap) {
        current?.strokeStyle.cap = cap.lineCap
    }

    /// Sets the style of the joins of stroked lines; `.miter` at the start of `draw(_:)`.
    public func setLineJoin(_ join: CGLineJoin) {
        current?.strokeStyle.join = join.lineJoin
    }

    /// Sets the ratio of miter length to line width beyond which joins are beveled; 10 at the start
    /// of `draw(_:)`.
    public func setMiterLimit(_ limit: CGFloat) {
        current?.strokeStyle.miterLimit = limit
    }

    /// Sets the pattern of dashed lines.
    ///
    /// - Parameters:
    ///   - phase: The offset into the pattern at the start of each subpath, in points.
    ///   - lengths: The alternating lengths of dashes and gaps, in points; empty for a solid line.
    public func setLineDash(phase: CGFloat, lengths: [CGFloat]) {
        current?.strokeStyle.dashes = lengths
        current?.strokeStyle.dashPhase = phase
    }

    // MARK: Shapes

    /// Paints the area of a rectangle with the fill color.
    public func fill(_ rect: CGRect) {
        guard let current else { return }
        current.fill(rect.standardized, color: current.fillColor)
    }

    /// Paints the areas of several rectangles with the fill color. This method is faster than
    /// filling each rectangle separately.
    public func fill(_ rects: [CGRect]) {
        guard let current else { return }
        current.fill(rects[...], color: current.fillColor)
    }

    /// Strokes the outline of a rectangle with the stroke color and the current line style.
    public func stroke(_ rect: CGRect) {
        current?.draw(.stroke) { $0.addRect(rect) }
    }

    /// Strokes the outline of a rectangle with the stroke color and a specified line width, in
    /// points.
    public func stroke(_ rect: CGRect, width: CGFloat) {
        saveGState()
        setLineWidth(width)
        stroke(rect)
        restoreGState()
    }

    /// Paints the area of the ellipse that fits inside a rectangle with the fill color.
    public func fillEllipse(in rect: CGRect) {
        current?.draw(.fill) { $0.addEllipse(in: rect) }
    }

    /// Strokes the outline of the ellipse that fits inside a rectangle with the stroke color and
    /// the current line width.
    public func strokeEllipse(in rect: CGRect) {
        current?.draw(.stroke) { $0.addEllipse(in: rect) }
    }

    // MARK: Gradients

    /// Paints a gradient that varies along the line between two points, over the current clip; in a
    /// rotated view, over the view's upright bounding box.
    ///
    /// - Parameters:
    ///   - gradient: The colors and their locations.
    ///   - startPoint: The position of the first color, in user coordinates.
    ///   - endPoint: The position of the last color, in user coordinates.
    ///   - options: Whether the first and last colors extend beyond the points.
    public func drawLinearGradient(
        _ gradient: CGGradient, start startPoint: CGPoint, end endPoint: CGPoint,
        options: CGGradientDrawingOptions
    ) {
        current?.fill(gradient, from: startPoint, to: endPoint, options.extent)
    }

    /// Paints a gradient that varies between a starting and an ending circle, over the current
    /// clip; in a rotated view, over the view's upright bounding box.
    ///
    /// - Parameters:
    ///   - gradient: The colors and their locations.
    ///   - startCenter: The center of the circle of the first color, in user coordinates.
    ///   - startRadius: The radius of the circle of the first color, in points.
    ///   - endCenter: The center of the circle of the last color, in user coordinates.
    ///   - endRadius: The radius of the circle of the last color, in points.
    ///   - options: Whether the first and last colors extend beyond the circles.
    public func drawRadialGradient(
        _ gradient: CGGradient, startCenter: CGPoint, startRadius: CGFloat, endCenter: CGPoint,
        endRadius: CGFloat, options: CGGradientDrawingOptions
    ) {
        current?.fill(
            gradient, from: Paint.Circle(center: startCenter, radius: startRadius),
            to: Paint.Circle(center: endCenter, radius: endRadius), options.extent)
    }
}
