extension UIView {
    /// The nearest tint color that was assigned to the view or a superview, or `systemBlue`.
    var inheritedTintColor: UIColor {
        var view: UIView? = self
        while let current = view {
            if let color = current.ownTintColor { return color }
            view = current.superview
        }
        return .systemBlue
    }

    /// Assigns or removes the view's own tint color, and notifies the views that inherit it.
    func changeTintColor(to color: UIColor?) {
        let old = inheritedTintColor
        ownTintColor = color
        if inheritedTintColor != old { notifyTintColorDidChange() }
    }

    /// Calls `tintColorDidChange()` on the view and on the descendants that inherit its tint color.
    func notifyTintColorDidChange() {
        tintColorDidChange()
        for view in subviews where view.ownTintColor == nil { view.notifyTintColorDidChange() }
    }
}
