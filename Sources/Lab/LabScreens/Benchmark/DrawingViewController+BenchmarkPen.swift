import TouchKit
import TouchTrackerApp

extension DrawingViewController {
    /// Selects a pen that changes its color with each stroke.
    ///
    /// Drawing over ink of the same color changes no pixels. A frame without changed pixels is not
    /// shown, so its touch samples would be missing from the measurement. The color is set only on
    /// the drawing view, because a change of the selected color would also redraw the toolbar with
    /// each stroke.
    func useBenchmarkPen() {
        tool = .pen
        let touchObserver = TouchObserverGestureRecognizer()
        var strokes = 0
        touchObserver.onTouchBegan = { [weak drawingView] _ in
            strokes += 1
            drawingView?.color = InkColor.allCases[strokes % InkColor.allCases.count]
        }
        drawingView.addGestureRecognizer(touchObserver)
    }
}
