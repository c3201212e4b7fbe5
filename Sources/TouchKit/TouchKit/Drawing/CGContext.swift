import TouchKitRaster

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Returns the current graphics context, or `nil` outside `draw(_:)` and outside an image
/// renderer's closure.
@MainActor
public func UIGraphicsGetCurrentContext() -> CGContext? {
    DrawingContext.current.map(CGContext.init)
}

/// A drawing environment with Core Graphics' calls for state, rectangles, ellipses and gradients.
/// Paths are drawn with `UIBezierPath`.
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
    private var current: DrawingContext? {
        DrawingContext.current === context && context.passNumber == passNumber ? context : nil
    }

    // MARK: State

    /// Pushes a copy of the current graphics state (colors, line width and transformation matrix)
    /// onto the graphics state stack.
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
    public var ctm: CGAffineTransform { current?.map ?? .identity }

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

    /// Sets the line width for stroking, in points; 1 at the start of `draw(_:)`.
    public func setLineWidth(_ width: CGFloat) {
        current?.lineWidth = width
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
        current.fill(rects, color: current.fillColor)
    }

    /// Strokes the outline of a rectangle with the stroke color and the current line width.
    public func stroke(_ rect: CGRect) {
        current?.draw { path in
            path.addRect(rect)
            return .stroke
        }
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
        current?.draw { path in
            path.addEllipse(in: rect)
            return .fill
        }
    }

    /// Strokes the outline of the ellipse that fits inside a rectangle with the stroke color and
    /// the current line width.
    public func strokeEllipse(in rect: CGRect) {
        current?.draw { path in
            path.addEllipse(in: rect)
            return .stroke
        }
    }

    // MARK: Gradients

    /// Paints a gradient that varies along the line between two points, over the whole view.
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
        guard let current else { return }
        current.list.fillClip(
            paint: .linear(
                gradient.gradient, from: startPoint, to: endPoint, extent: options.extent,
                map: current.map, opacity: current.opacity))
    }

    /// Paints a gradient that varies between a starting and an ending circle, over the whole view.
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
        guard let current else { return }
        current.list.fillClip(
            paint: .radial(
                gradient.gradient, from: Paint.Circle(center: startCenter, radius: startRadius),
                to: Paint.Circle(center: endCenter, radius: endRadius), extent: options.extent,
                map: current.map, opacity: current.opacity))
    }
}
