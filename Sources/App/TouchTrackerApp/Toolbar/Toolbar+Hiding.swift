import TouchKit

extension Toolbar {
    /// How long it stays away after the last finger was lifted, in seconds.
    package static let absence = 1.0
    /// How long it takes to fade, in seconds.
    private static let fadeDuration = 0.12
    private static let comeBack = Selector("comeBack") { (toolbar: Toolbar) in toolbar.comeBack }

    /// Makes room while fingers draw. It fades away at once, and from this moment on new fingers go to
    /// what lies below; a second after the last finger was lifted it comes back. With a finger on it, it
    /// stays, and hides when that one is lifted.
    ///
    /// - Parameter isDrawing: Whether any finger draws. Saying the same twice changes nothing.
    package func fingersDraw(_ isDrawing: Bool) {
        perform(presence.fingersDraw(isDrawing))
    }

    /// Learns from now on whether fingers are on it.
    func watchFingers() {
        let watch = TouchWatch()
        watch.onTouch = { [weak self] _ in
            guard let self else { return }
            perform(presence.touched(true))
        }
        watch.onRelease = { [weak self] in
            guard let self else { return }
            perform(presence.touched(false))
        }
        addGestureRecognizer(watch)
    }

    private func comeBack() {
        perform(presence.waited())
    }

    private func perform(_ action: ToolbarPresence.Action?) {
        switch action {
        case .hide:
            closeStrip()
            fade(to: 0, options: [])
        case .wait:
            perform(Self.comeBack, with: nil, afterDelay: Self.absence)
        case .stopWaiting:
            Self.cancelPreviousPerformRequests(
                withTarget: self, selector: Self.comeBack, object: nil)
        case .show:
            fade(to: 1, options: .allowUserInteraction)
        case nil:
            break
        }
    }

    private func fade(to alpha: CGFloat, options: AnimationOptions) {
        UIView.animate(
            withDuration: Self.fadeDuration, delay: 0,
            options: options.union(.beginFromCurrentState)
        ) { self.alpha = alpha }
    }
}
