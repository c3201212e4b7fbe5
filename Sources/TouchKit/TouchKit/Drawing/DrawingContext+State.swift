import TouchKitRaster

extension DrawingContext {
    /// The graphics state that `CGContext.saveGState()` saves.
    struct State {
        var map: CGAffineTransform
        var fillColor: UIColor
        var strokeColor: UIColor
        var lineWidth: CGFloat
    }

    /// Pushes a copy of the current graphics state onto the stack.
    func saveState() {
        states.append(
            State(
                map: map, fillColor: fillColor, strokeColor: strokeColor, lineWidth: lineWidth))
    }

    /// Pops a graphics state from the stack and makes it the current graphics state; does nothing
    /// if the stack is empty.
    func restoreState() {
        guard let state = states.popLast() else { return }
        map = state.map
        fillColor = state.fillColor
        strokeColor = state.strokeColor
        lineWidth = state.lineWidth
    }

    /// Changes the current transform, so that everything drawn afterwards is transformed first by
    /// `transform` and then by the previous transform.
    func concatenate(_ transform: CGAffineTransform) {
        map = transform.concatenating(map)
    }

    /// The ways to paint a shape.
    enum Operation {
        /// Paints the interior with the fill color.
        case fill
        /// Paints the outline with the stroke color.
        case stroke
    }

    /// Fills or strokes a shape with the current colors.
    ///
    /// - Parameter body: A closure that adds the shape to an empty path and returns the operation
    ///   that paints the shape.
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
