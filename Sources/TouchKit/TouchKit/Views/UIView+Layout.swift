// Layout runs before each touch delivery and each frame. A view that needs layout marks all its
// ancestors, so that a layout pass visits only the marked subtrees.
extension UIView {
    /// Marks the view as needing layout and schedules a layout pass.
    func requestLayout() {
        needsLayout = true
        markAncestorsForLayout()
    }

    /// Marks the view's ancestors as containing a view that needs layout, and schedules a layout
    /// pass of the application.
    func markAncestorsForLayout() {
        var view = self
        while let superview = view.superview {
            if superview.subtreeNeedsLayout { return }
            superview.subtreeNeedsLayout = true
            view = superview
        }
        (view as? UIWindow)?.application?.needsLayout = true
    }

    /// Lays out the view and its descendants that need layout, ancestors first.
    func layoutSubtreeIfNeeded() {
        if needsLayout {
            needsLayout = false
            viewController?.viewWillLayoutSubviews()
            if let knownLayer { knownLayer.layoutSublayers() } else { layoutSubviews() }
            viewController?.viewDidLayoutSubviews()
        }
        guard subtreeNeedsLayout else { return }
        subtreeNeedsLayout = false
        for view in nodes { view.layoutSubtreeIfNeeded() }
    }
}
