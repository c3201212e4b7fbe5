import TouchKitRaster

extension UIApplication {
    /// Whether there is damage that may be painted directly into the front buffer before the next
    /// frame.
    package var needsInk: Bool { !inkDamage.isEmpty }

    /// Marks the visible part of a view's area as ink damage, which may be painted directly into
    /// the front buffer before the next frame.
    ///
    /// - Parameters:
    ///   - rect: The area to repaint, in points of the screen.
    ///   - view: The view that draws the area, or `nil` for an area without clipping. The view's
    ///     clipping superviews limit the damage.
    func invalidateInk(_ rect: CGRect, clippedBy view: UIView?) {
        inkDamage.formUnion(visiblePixels(of: rect, in: view))
    }

    /// Marks a rectangle of the canvas, in pixels, as ink damage.
    func invalidateInk(_ pixels: PixelRect) {
        inkDamage.formUnion(pixels)
    }

    /// Lays out the windows, adds the ink damage, which may be painted directly into the front
    /// buffer, to `region` in canvas pixels, and clears the ink damage. Other damage remains for
    /// the next frame.
    package func collectInk(into region: inout Region) {
        layoutWindowsIfNeeded()
        region.formUnion(inkDamage)
        inkDamage.removeAll()
    }
}

/// Marking of content that may be drawn directly into the front buffer.
extension UIView {
    /// Marks a rectangle of the view as needing to be redrawn, where the only change is added
    /// content, such as pen strokes. Not part of UIKit.
    ///
    /// With the kiosk option `--ink front`, the rectangle may be redrawn before the next frame, in
    /// the buffer that the display is showing. Content that moves or disappears would tear; use
    /// `setNeedsDisplay(_:)` for such content. Without the option, both methods have the same
    /// effect.
    ///
    /// - Parameter rect: The rectangle to redraw, in the view's coordinates.
    public func setNeedsInk(_ rect: CGRect) {
        let rect = invalidatedRect(rect)
        guard isOnScreen, let application = window?.application, let contentStretch else { return }
        application.invalidateInk(
            rect.intersection(bounds).applying(contentStretch).applying(
                presentationTransformToScreen),
            clippedBy: self)
    }
}
