import TouchKitRaster

extension UIApplication {
    /// Whether anything has to be drawn as ink.
    package var needsInk: Bool { !ink.isEmpty }

    /// A part of the screen has to be drawn as ink.
    ///
    /// - Parameters:
    ///   - rect: The part, in points of the screen.
    ///   - view: The view that it belongs to; views around it may cut it off.
    func invalidateInk(_ rect: CGRect, clippedBy view: UIView?) {
        ink.formUnion(visiblePixels(of: rect, in: view))
    }

    /// Lays out what has to be, and hands over what has to be drawn as ink, in canvas pixels; from now on
    /// it counts as drawn. Everything else goes on waiting for its frame.
    package func collectInk(into region: inout Region) {
        layOutWindows()
        region.formUnion(ink)
        ink.removeAll()
    }
}

extension UIView {
    /// A part of the view has to be drawn again, and all that happens there is that something is added,
    /// as a pen adds ink; ours, not UIKit's.
    ///
    /// Where the kiosk was told so (`--ink front`) such a part may be shown at once, ahead of the frame that
    /// confirms it: whatever is to be seen there is then drawn as it is at that moment. What moves or
    /// vanishes would be torn by that; for it there is `setNeedsDisplay(_:)`. Elsewhere both are the same.
    public func setNeedsInk(_ rect: CGRect) {
        guard isOnScreen, let application = window?.application, let contentStretch else { return }
        application.invalidateInk(
            rect.intersection(bounds).applying(contentStretch).applying(shownTransformToScreenRoot),
            clippedBy: self)
    }
}
