import TouchKit

/// Hiding the toolbar while the user draws.
extension Toolbar {
    /// The time between the end of drawing and the moment at which the toolbar appears again, in
    /// seconds.
    package static let reappearanceDelay = 1.0
    /// The duration of the animation that shows the toolbar, in seconds.
    private static let fadeDuration = 0.12
    private static let reappear = Selector("reappear") { (toolbar: Toolbar) in toolbar.reappear }

    /// Hides the toolbar while the user draws, and shows it again one second after drawing has
    /// ended. A hidden toolbar receives no touches. While the toolbar itself is touched, it stays
    /// visible.
    ///
    /// The toolbar disappears at once, because each frame of an animation would repaint the whole
    /// toolbar and delay the ink of the stroke that has begun.
    ///
    /// - Parameter isUserDrawing: Whether the user is drawing now. Calls with an unchanged value
    ///   have no effect.
    package func updateVisibility(isUserDrawing: Bool) {
        perform(visibility.setDrawing(isUserDrawing))
    }

    /// Adds a recognizer that detects whether the toolbar is touched.
    func observeTouches() {
        let touchObserver = TouchObserverGestureRecognizer()
        touchObserver.onTouchBegan = { [weak self] _ in
            guard let self else { return }
            perform(visibility.setTouched(true))
        }
        touchObserver.onAllTouchesEnded = { [weak self] in
            guard let self else { return }
            perform(visibility.setTouched(false))
        }
        addGestureRecognizer(touchObserver)
    }

    private func reappear() {
        perform(visibility.finishWaiting())
    }

    private func perform(_ action: ToolbarVisibility.Action?) {
        switch action {
        case .hide:
            closeStrip()
            fade(to: 0, duration: 0)
        case .wait:
            perform(Self.reappear, with: nil, afterDelay: Self.reappearanceDelay)
        case .stopWaiting:
            Self.cancelPreviousPerformRequests(
                withTarget: self, selector: Self.reappear, object: nil)
        case .show:
            fade(to: 1, duration: Self.fadeDuration)
        case nil:
            break
        }
    }

    private func fade(to alpha: CGFloat, duration: Double) {
        UIView.animate(
            withDuration: duration, delay: 0,
            options: [.allowUserInteraction, .beginFromCurrentState]
        ) { self.alpha = alpha }
    }
}
