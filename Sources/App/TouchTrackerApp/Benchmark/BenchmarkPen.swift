import TouchKit

extension DrawingViewController {
    /// Gives fingers a pen that has another colour for each stroke, in the order of a palette: what is drawn
    /// over in its own colour changes no pixel, such a frame isn't shown, and its samples would be missing
    /// from what is measured.
    ///
    /// The drawing view alone is told of it. Nobody chose the colour, so no toolbar is drawn anew for it when
    /// a finger comes down.
    func takeBenchmarkPen() {
        tool = .pen
        let watch = TouchWatch()
        var strokes = 0
        watch.onTouch = { [weak drawingView] _ in
            strokes += 1
            drawingView?.color = InkColor.allCases[strokes % InkColor.allCases.count]
        }
        drawingView.addGestureRecognizer(watch)
    }
}
