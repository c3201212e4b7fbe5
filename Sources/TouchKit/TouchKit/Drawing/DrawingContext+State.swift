import TouchKitRaster

extension DrawingContext {
    /// The graphics state that `CGContext.saveGState()` saves.
    struct State {
        var map: CGAffineTransform
        var fillColor: UIColor
        var strokeColor: UIColor
        var strokeStyle: LineStyle
        var alpha: CGFloat
        var blendMode: CGBlendMode
        /// The number of clips that remain when the state is restored.
        var clipCount: Int
    }

    /// Pushes a copy of the current graphics state onto the stack.
    func saveState() {
        states.append(
            State(
                map: map, fillColor: fillColor, strokeColor: strokeColor, strokeStyle: strokeStyle,
                alpha: alpha, blendMode: blendMode, clipCount: clips.count))
    }

    /// Pops a graphics state from the stack and makes it the current graphics state; does nothing
    /// if the stack is empty.
    func restoreState() {
        guard let state = states.popLast() else { return }
        map = state.map
        fillColor = state.fillColor
        strokeColor = state.strokeColor
        strokeStyle = state.strokeStyle
        alpha = state.alpha
        blendMode = state.blendMode
        endClips(after: state.clipCount)
    }

    /// Changes the current transform, so that everything drawn afterwards is transformed first by
    /// `transform` and then by the previous transform.
    func concatenate(_ transform: CGAffineTransform) {
        map = transform.concatenating(map)
    }

    /// Paints a shape with the current colors and line style.
    ///
    /// - Parameters:
    ///   - mode: Whether to fill or stroke the shape.
    ///   - body: A closure that adds the shape to an empty path.
    func draw(_ mode: CGPathDrawingMode, _ body: (inout Path) -> Void) {
        body(&shape.path)
        paintShape(mode)
    }

    /// Paints `shape` with the current colors and line style, and empties it.
    func paintShape(_ mode: CGPathDrawingMode) {
        shape.style = strokeStyle
        if let rule = mode.fillRule {
            shape.usesEvenOddFillRule = rule == .evenOdd
            fill(shape, alpha: 1)
            shape.usesEvenOddFillRule = false
        }
        if mode.strokes { stroke(shape, alpha: 1) }
        shape.removeAllPoints()
    }
}
