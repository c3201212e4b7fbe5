// Touches on the content.
extension UIScrollView {
    /// Whether touches that begin now are withheld from the content.
    var delaysNewTouches: Bool {
        delaysContentTouches && isScrollEnabled
            && (isDraggable(.horizontal) || isDraggable(.vertical) || zoomedView != nil)
    }

    /// Returns whether a drag takes the touches of the pan recognizer from the views that have
    /// received them.
    func canTakeTouches(of recognizer: UIGestureRecognizer) -> Bool {
        guard recognizer.cancelsTouchesInView, let dispatcher = recognizer.dispatcher else {
            return true
        }
        let touches = recognizer.trackedTouches
        for (index, touch) in touches.enumerated() where dispatcher.isOpenInView(touch) {
            guard let view = touch.hitView, view !== self,
                !touches[..<index].contains(where: {
                    $0.hitView === view && dispatcher.isOpenInView($0)
                })
            else { continue }
            guard canCancelContentTouches, touchesShouldCancel(in: view) else { return false }
        }
        return true
    }
}

extension UIView {
    /// The nearest scroll view that contains the view, other than the view itself, or `nil` if
    /// there is none.
    var enclosingScrollView: UIScrollView? {
        var ancestor = superview
        while let view = ancestor {
            if let scrollView = view as? UIScrollView { return scrollView }
            ancestor = view.superview
        }
        return nil
    }
}
