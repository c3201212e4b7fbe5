extension UIView {
    /// Puts a view in front of the others it holds; out of where it was before.
    public func addSubview(_ view: UIView) {
        insert(view, at: subviews.count)
    }

    /// Puts a view among the others, counted from the back.
    public func insertSubview(_ view: UIView, at index: Int) {
        insert(view, at: index)
    }

    /// Puts a view right in front of another one that it holds.
    public func insertSubview(_ view: UIView, aboveSubview sibling: UIView) {
        guard let index = subviews.firstIndex(of: sibling) else { return }
        insert(view, at: index + 1)
    }

    /// Puts a view right behind another one that it holds.
    public func insertSubview(_ view: UIView, belowSubview sibling: UIView) {
        guard let index = subviews.firstIndex(of: sibling) else { return }
        insert(view, at: index)
    }

    /// Puts a view that it holds in front of the others.
    public func bringSubviewToFront(_ view: UIView) {
        guard let index = subviews.firstIndex(of: view) else { return }
        subviews.remove(at: index)
        subviews.append(view)
        view.setNeedsDisplayWithSubviews()
    }

    /// Puts a view that it holds behind the others.
    public func sendSubviewToBack(_ view: UIView) {
        guard let index = subviews.firstIndex(of: view) else { return }
        subviews.remove(at: index)
        subviews.insert(view, at: 0)
        view.setNeedsDisplayWithSubviews()
    }

    /// Lets two views that it holds change places; an index that isn't one changes nothing.
    public func exchangeSubview(at first: Int, withSubviewAt second: Int) {
        guard subviews.indices.contains(first), subviews.indices.contains(second) else { return }
        subviews.swapAt(first, second)
        subviews[first].setNeedsDisplayWithSubviews()
        subviews[second].setNeedsDisplayWithSubviews()
    }

    /// Takes the view out of its superview; its touches are cancelled.
    public func removeFromSuperview() {
        guard let superview else { return }
        let oldWindow = window
        willMove(toSuperview: nil)
        if oldWindow != nil { announceWindow(nil) }
        superview.willRemoveSubview(self)
        detach(from: superview)
        if let oldWindow { windowChanged(from: oldWindow) }
        didMoveToSuperview()
    }

    /// Whether it is the other view or inside it.
    public func isDescendant(of view: UIView) -> Bool {
        var current: UIView? = self
        while let candidate = current {
            if candidate === view { return true }
            current = candidate.superview
        }
        return false
    }

    private func insert(_ view: UIView, at index: Int) {
        precondition(!isDescendant(of: view), "a view can't be put into itself")
        let oldWindow = view.window
        let newWindow = window
        view.willMove(toSuperview: self)
        if newWindow !== oldWindow { view.announceWindow(newWindow) }
        var place = min(max(index, 0), subviews.count)
        if let old = view.superview {
            old.willRemoveSubview(view)
            if old === self, let before = subviews.firstIndex(of: view), before < place {
                place -= 1
            }
            view.detach(from: old)
        }
        subviews.insert(view, at: place)
        if subviews.count == 1 { pieceCountChanged() }
        view.superview = self
        view.announceLayout()
        requestLayout()
        view.setNeedsDisplayWithSubviews()
        didAddSubview(view)
        view.didMoveToSuperview()
        if newWindow !== oldWindow { view.windowChanged(from: oldWindow) }
    }

    private func detach(from old: UIView) {
        setNeedsDisplayWithSubviews()
        old.subviews.removeAll { $0 === self }
        if old.subviews.isEmpty { old.pieceCountChanged() }
        old.requestLayout()
        superview = nil
    }

    private func announceWindow(_ window: UIWindow?) {
        willMove(toWindow: window)
        for view in subviews { view.announceWindow(window) }
    }

    private func windowChanged(from old: UIWindow?) {
        if let responder = old?.firstResponder, holds(responder) { old?.firstResponder = nil }
        old?.application?.viewLeftWindow(self)
        announceWindowChange()
    }

    /// Whether a responder is this view, a view inside it, or the controller of one.
    private func holds(_ responder: UIResponder) -> Bool {
        let view = responder as? UIView ?? (responder as? UIViewController)?.viewIfLoaded
        return view?.isDescendant(of: self) == true
    }

    private func announceWindowChange() {
        stopAnimations()
        didMoveToWindow()
        for view in subviews { view.announceWindowChange() }
    }
}
