import TouchKit
import TouchTrackerApp

extension DrawingViewController {
    /// Selects a pen that changes its colour with each stroke.
    ///
    /// Drawing over ink of the same colour changes no pixel. Such a frame is not shown, so its
    /// samples would be missing from the measurement. The colour is set only on the drawing view,
    /// because a change of the selected colour would also redraw the toolbar with each stroke.
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
