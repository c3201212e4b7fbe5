import TouchKitRaster

/// A drawing command of `draw(_:)`, independent of the position of the view on the screen.
///
/// Coordinates are user coordinates in points. Colors are resolved when the command is painted.
enum DrawingCommand {
    /// A change of the transform, the opacity and the blend mode for the commands that follow.
    case setState(DrawingRecording.State)
    /// A filled rectangle with or without rounded corners.
    case fillRect(CGRect, cornerRadius: CGFloat, UIColor)
    /// Filled rectangles: a range of `DrawingRecording.rects`.
    case fillRects(Range<Int>, UIColor)
    /// A filled path.
    case fillPath(DrawingRecording.PathPart, DrawingRecording.PathFill, UIColor, alpha: CGFloat)
    /// The outline of a path.
    case strokePath(
        DrawingRecording.PathPart, LineStyle, flatness: CGFloat, UIColor, alpha: CGFloat)
    /// An image that fills a rectangle.
    case image(MipmappedBitmap, CGRect, alpha: CGFloat)
    /// One line of a text.
    case text(String, TextLayout.Line, UIFont, UIColor, baseline: CGPoint)
    /// A gradient along a line, which fills the clip.
    case linearGradient(CGGradient, CGPoint, CGPoint, Paint.Extent)
    /// A gradient between two circles, which fills the clip.
    case radialGradient(CGGradient, Paint.Circle, Paint.Circle, Paint.Extent)
    /// A stroke of wet ink.
    case ink(WetInk.Stroke, of: WetInk, at: CGPoint)
    /// The beginning of a clip to a rectangle.
    case clipToRect(CGRect)
    /// The beginning of a clip to the area inside a path.
    case clipToPath(DrawingRecording.PathPart, FillRule)
    /// The end of all clips except for the oldest ones.
    case endClips(after: Int)
}
