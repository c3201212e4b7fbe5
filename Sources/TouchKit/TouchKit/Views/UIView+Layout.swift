/// Who lays out subviews, and when: before the next touch is delivered and before the next frame is
/// drawn. A view's request is written down in all views around it, so that a pass goes straight to
/// those who asked.
extension UIView {
    /// The view is to be laid out, whoever sees to it.
    func requestLayout() {
        needsLayout = true
        announceLayout()
    }

    /// Tells the views around it, and the application, that there is something to be laid out.
    func announceLayout() {
        var view = self
        while let above = view.superview {
            if above.holdsLayout { return }
            above.holdsLayout = true
            view = above
        }
        (view as? UIWindow)?.application?.needsLayout = true
    }

    /// Lays out the view and those inside it that asked, from the outside to the inside.
    func layOutTree() {
        if needsLayout {
            needsLayout = false
            viewController?.viewWillLayoutSubviews()
            layoutSubviews()
            viewController?.viewDidLayoutSubviews()
        }
        guard holdsLayout else { return }
        holdsLayout = false
        for view in subviews { view.layOutTree() }
    }
}
