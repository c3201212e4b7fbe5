import TouchKitRaster

extension DrawingContext {
    /// What `CGContext.saveGState()` keeps.
    struct State {
        var map: CGAffineTransform
        var fillColor: UIColor
        var strokeColor: UIColor
        var lineWidth: CGFloat
    }

    /// Keeps the state.
    func saveState() {
        states.append(
            State(
                map: map, fillColor: fillColor, strokeColor: strokeColor, lineWidth: lineWidth))
    }

    /// Brings back the state that was kept last.
    func restoreState() {
        guard let state = states.popLast() else { return }
        map = state.map
        fillColor = state.fillColor
        strokeColor = state.strokeColor
        lineWidth = state.lineWidth
    }

    /// Moves what is drawn from now on through a map first.
    func concatenate(_ transform: CGAffineTransform) {
        map = transform.concatenating(map)
    }

    /// What is done with a shape.
    enum Operation {
        case fill
        case stroke
    }

    /// Draws a shape that `body` makes of an empty path.
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
