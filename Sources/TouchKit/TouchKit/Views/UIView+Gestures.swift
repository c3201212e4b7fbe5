extension UIView {
    /// Its recognizers, in the order in which they were added; nil for none.
    public var gestureRecognizers: [UIGestureRecognizer]? {
        get { recognizers.isEmpty ? nil : recognizers }
        set {
            let wanted = newValue ?? []
            for recognizer in recognizers where !wanted.contains(where: { $0 === recognizer }) {
                removeGestureRecognizer(recognizer)
            }
            for recognizer in wanted where recognizer.view !== self {
                addGestureRecognizer(recognizer)
            }
        }
    }

    /// Lets a recognizer see the touches on this view and inside it; out of the view that it belonged
    /// to before. Touches that are down already it isn't shown.
    public func addGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {
        if gestureRecognizer.view === self { return }
        gestureRecognizer.view?.removeGestureRecognizer(gestureRecognizer)
        recognizers.append(gestureRecognizer)
        gestureRecognizer.move(to: self)
    }

    /// Lets a recognizer see nothing any more; a gesture under way is broken off without an action
    ///
    public func removeGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {
        guard gestureRecognizer.view === self else { return }
        recognizers.removeAll { $0 === gestureRecognizer }
        gestureRecognizer.move(to: nil)
    }
}
