import TouchKitRaster

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Where the running `draw(_:)` draws; nil outside of one.
@MainActor
public func UIGraphicsGetCurrentContext() -> CGContext? {
    DrawingContext.current.map(CGContext.init)
}

/// Core Graphics' drawing calls, as far as they go here: the state, rectangles, ellipses and gradients.
/// Paths are `UIBezierPath`'s.
///
/// What is changed is as it was when the next `draw(_:)` begins. Calls after the end of the one for
/// which it was got do nothing.
@MainActor
public struct CGContext {
    private let context: DrawingContext
    private let drawing: Int

    init(_ context: DrawingContext) {
        self.context = context
        drawing = context.drawing
    }

    /// The context, as long as its `draw(_:)` runs.
    private var current: DrawingContext? {
        DrawingContext.current === context && context.drawing == drawing ? context : nil
    }

    // MARK: State

    /// Keeps colours, line width and the map, to be brought back by `restoreGState()`.
    public func saveGState() {
        current?.saveState()
    }

    /// Brings back what was kept last; does nothing where nothing was.
    public func restoreGState() {
        current?.restoreState()
    }

    /// The map from coordinates as they are now to the view's pixels on the screen.
    public var ctm: CGAffineTransform { current?.map ?? .identity }

    /// Moves the origin, in points.
    public func translateBy(x tx: CGFloat, y ty: CGFloat) {
        concatenate(CGAffineTransform(translationX: tx, y: ty))
    }

    /// Stretches what is drawn from now on.
    public func scaleBy(x sx: CGFloat, y sy: CGFloat) {
        concatenate(CGAffineTransform(scaleX: sx, y: sy))
    }

    /// Turns what is drawn from now on, in radians; positive is clockwise on the screen.
    public func rotate(by angle: CGFloat) {
        concatenate(CGAffineTransform(rotationAngle: angle))
    }

    /// Moves what is drawn from now on through a map, before all maps that were there.
    public func concatenate(_ transform: CGAffineTransform) {
        current?.concatenate(transform)
    }

    /// Fills with this colour from now on.
    public func setFillColor(_ color: CGColor) {
        current?.fillColor = color
    }

    /// Strokes with this colour from now on.
    public func setStrokeColor(_ color: CGColor) {
        current?.strokeColor = color
    }

    /// Strokes as wide as this from now on, in points; 1 at the beginning of a `draw(_:)`.
    public func setLineWidth(_ width: CGFloat) {
        current?.lineWidth = width
    }

    // MARK: Shapes

    /// Fills a rectangle with the fill colour.
    public func fill(_ rect: CGRect) {
        guard let current else { return }
        current.fill(rect.standardized, color: current.fillColor)
    }

    /// Fills rectangles with the fill colour; of many, each costs less than by itself.
    public func fill(_ rects: [CGRect]) {
        guard let current else { return }
        current.fill(rects, color: current.fillColor)
    }

    /// Strokes a rectangle's outline with the stroke colour.
    public func stroke(_ rect: CGRect) {
        current?.draw { path in
            path.addRect(rect)
            return .stroke
        }
    }

    /// Strokes a rectangle's outline as wide as this.
    public func stroke(_ rect: CGRect, width: CGFloat) {
        saveGState()
        setLineWidth(width)
        stroke(rect)
        restoreGState()
    }

    /// Fills the ellipse inside a rectangle with the fill colour.
    public func fillEllipse(in rect: CGRect) {
        current?.draw { path in
            path.addEllipse(in: rect)
            return .fill
        }
    }

    /// Strokes the ellipse inside a rectangle with the stroke colour.
    public func strokeEllipse(in rect: CGRect) {
        current?.draw { path in
            path.addEllipse(in: rect)
            return .stroke
        }
    }

    // MARK: Gradients

    /// Paints colours that change along a straight line over the whole view.
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

    /// Paints colours that change from a circle to another one over the whole view.
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
