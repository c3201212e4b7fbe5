import TouchKitRaster

extension DrawingContext {
    /// The graphics state that `CGContext.saveGState()` saves.
    struct State {
        var map: CGAffineTransform
        var fillColor: UIColor
        var strokeColor: UIColor
        var lineWidth: CGFloat
    }

    /// Pushes the graphics state onto the stack.
    func saveState() {
        states.append(
            State(
                map: map, fillColor: fillColor, strokeColor: strokeColor, lineWidth: lineWidth))
    }

    /// Pops the graphics state from the stack; does nothing if the stack is empty.
    func restoreState() {
        guard let state = states.popLast() else { return }
        map = state.map
        fillColor = state.fillColor
        strokeColor = state.strokeColor
        lineWidth = state.lineWidth
    }

    /// Applies `transform` before the current transform to everything drawn afterwards.
    func concatenate(_ transform: CGAffineTransform) {
        map = transform.concatenating(map)
    }

    /// The painting of a shape: filled or stroked.
    enum Operation {
        /// Paints the interior with the fill colour.
        case fill
        /// Paints the outline with the stroke colour.
        case stroke
    }

    /// Fills or strokes a shape with the current colours.
    ///
    /// - Parameter body: A closure that adds the shape to an empty path and returns how to paint
    ///   it.
    func draw(_ body: (UIBezierPath) -> Operation) {
        shape.removeAllPoints()
        let operation = body(shape)
        shape.lineWidth = lineWidth
        switch operation {
        case .fill: fill(shape, alpha: 1)
        case .stroke: stroke(shape, alpha: 1)
        }
    }
}
