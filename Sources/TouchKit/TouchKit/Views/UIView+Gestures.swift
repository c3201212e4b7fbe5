extension UIView {
    /// The gesture-recognizer objects currently attached to the view, in order of addition, or
    /// `nil` if no recognizer is attached.
    public var gestureRecognizers: [UIGestureRecognizer]? {
        get { recognizers.isEmpty ? nil : recognizers }
        set {
            let new = newValue ?? []
            for recognizer in recognizers where !new.contains(where: { $0 === recognizer }) {
                removeGestureRecognizer(recognizer)
            }
            for recognizer in new where recognizer.view !== self {
                addGestureRecognizer(recognizer)
            }
        }
    }

    /// Attaches a gesture recognizer to the view, after detaching it from its previous view.
    ///
    /// The recognizer receives touches on the view and its subviews. Touches that are already down
    /// are not sent to the recognizer.
    public func addGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {
        if gestureRecognizer.view === self { return }
        gestureRecognizer.view?.removeGestureRecognizer(gestureRecognizer)
        recognizers.append(gestureRecognizer)
        gestureRecognizer.setView(self)
    }

    /// Detaches a gesture recognizer from the view. A gesture in progress ends without an action
    ///
    public func removeGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {
        guard gestureRecognizer.view === self else { return }
        recognizers.removeAll { $0 === gestureRecognizer }
        gestureRecognizer.setView(nil)
    }
}
