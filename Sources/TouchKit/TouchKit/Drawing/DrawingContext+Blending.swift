import TouchKitRaster

extension DrawingContext {
    /// Draws with the blend mode of the current state, if the mode is not the normal one.
    ///
    /// - Parameters:
    ///   - color: The color of what is drawn.
    ///   - alpha: An additional opacity, 0…1.
    ///   - body: A closure that draws in white.
    /// - Returns: Whether `body` was called. Otherwise the caller draws in the normal mode.
    @inline(__always)
    func blends(_ color: UIColor, alpha: CGFloat = 1, _ body: () -> Void) -> Bool {
        guard blendMode != .normal else { return false }
        return blend(color, alpha: alpha, body)
    }

    private func blend(_ color: UIColor, alpha: CGFloat, _ body: () -> Void) -> Bool {
        guard let mode = blendMode.blendMode, color.pattern == nil || mode == .clear else {
            return false
        }
        let source = color.pixelColor(opacity: opacity * alpha, style: style)
        let outer = (blendMode, fillColor, strokeColor, self.alpha, viewOpacity)
        (blendMode, fillColor, strokeColor) = (.normal, .white, .white)
        viewOpacity = 1
        self.alpha = 1
        list.blend(mode, color: source) { body() }
        (blendMode, fillColor, strokeColor) = (outer.0, outer.1, outer.2)
        viewOpacity = outer.4
        self.alpha = outer.3
        usesBlendModes = true
        return true
    }

    /// Draws with another blend mode than that of the current state.
    func with(_ mode: CGBlendMode, _ body: (DrawingContext) -> Void) {
        let outer = blendMode
        blendMode = mode
        body(self)
        blendMode = outer
    }
}
