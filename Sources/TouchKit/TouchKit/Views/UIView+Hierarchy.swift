extension UIView {
    /// Adds a view in front of the receiver's other subviews, after removing it from its superview.
    public func addSubview(_ view: UIView) {
        insert(view, at: nil)
    }

    /// Inserts a subview at the specified index, counted from the back. An index out of range is
    /// clamped. A view that is a subview already moves to the index.
    public func insertSubview(_ view: UIView, at index: Int) {
        let others = subviews.filter { $0 !== view }
        let follower = others.dropFirst(max(index, 0)).first
        insert(view, at: follower.flatMap { self.index(of: $0, without: view) })
    }

    /// Inserts a view above another subview in the view hierarchy, or in front of all subviews if
    /// `sibling` is not a subview of the receiver.
    public func insertSubview(_ view: UIView, aboveSubview sibling: UIView) {
        if view === sibling { return }
        insert(view, at: index(of: sibling, without: view).map { $0 + 1 })
    }

    /// Inserts a view below another subview in the view hierarchy, or in front of all subviews if
    /// `sibling` is not a subview of the receiver.
    public func insertSubview(_ view: UIView, belowSubview sibling: UIView) {
        if view === sibling { return }
        insert(view, at: index(of: sibling, without: view))
    }

    /// Moves the specified subview so that it appears in front of its siblings.
    public func bringSubviewToFront(_ view: UIView) {
        guard let index = nodes.firstIndex(of: view) else { return }
        nodes.remove(at: index)
        nodes.append(view)
        view.setNeedsDisplayWithSubviews()
    }

    /// Moves the specified subview so that it appears behind its siblings.
    public func sendSubviewToBack(_ view: UIView) {
        guard let index = nodes.firstIndex(of: view) else { return }
        nodes.remove(at: index)
        nodes.insert(view, at: 0)
        view.setNeedsDisplayWithSubviews()
    }

    /// Exchanges the subviews at the specified indices, or does nothing if an index is out of
    /// range.
    public func exchangeSubview(at first: Int, withSubviewAt second: Int) {
        let subviews = subviews
        guard subviews.indices.contains(first), subviews.indices.contains(second),
            let firstNode = nodes.firstIndex(of: subviews[first]),
            let secondNode = nodes.firstIndex(of: subviews[second])
        else { return }
        nodes.swapAt(firstNode, secondNode)
        subviews[first].setNeedsDisplayWithSubviews()
        subviews[second].setNeedsDisplayWithSubviews()
    }

    /// Unlinks the view from its superview and its window, and cancels its touches.
    func unlinkFromSuperview() {
        if superview == nil { return }
        resignFirstResponderInSubtree(beforeMoveTo: nil)
        guard let superview else { return }
        let oldWindow = window
        let oldTint = inheritedTintColor
        willMove(toSuperview: nil)
        if let oldWindow { prepareMove(fromWindow: oldWindow, to: nil) }
        if !(self is LayerNode) { superview.willRemoveSubview(self) }
        detach(from: superview)
        if inheritedTintColor != oldTint { notifyTintColorDidChange() }
        if let oldWindow { completeMove(fromWindow: oldWindow) }
        didMoveToSuperview()
    }

    /// Returns whether the receiver is a subview of the given view, at any depth, or identical to
    /// it.
    public func isDescendant(of view: UIView) -> Bool {
        var current: UIView? = self
        while let candidate = current {
            if candidate === view { return true }
            current = candidate.superview
        }
        return false
    }

    /// Returns the index of a sibling in `nodes` after `view` was removed, or `nil` if `sibling` is
    /// not in `nodes`.
    func index(of sibling: UIView, without view: UIView) -> Int? {
        nodes.filter { $0 !== view }.firstIndex(of: sibling)
    }

    /// Inserts a subview or a sublayer's node and notifies the affected views of the change.
    ///
    /// - Parameters:
    ///   - view: The subview, which is first removed from its superview.
    ///   - index: The index in `nodes` afterwards, which is clamped, or `nil` to add the subview in
    ///     front.
    func insert(_ view: UIView, at index: Int?) {
        precondition(
            !isDescendant(of: view), "UIView: cannot add a view to itself or to its descendant")
        view.resignFirstResponderInSubtree(beforeMoveTo: window)
        let oldWindow = view.window
        let newWindow = window
        let oldTint = view.inheritedTintColor
        view.willMove(toSuperview: self)
        if newWindow !== oldWindow { view.prepareMove(fromWindow: oldWindow, to: newWindow) }
        if let old = view.superview {
            if !(view is LayerNode) { old.willRemoveSubview(view) }
            view.detach(from: old)
        }
        nodes.insert(view, at: min(max(index ?? nodes.count, 0), nodes.count))
        if nodes.count == 1 { invalidateForSubviewPresenceChange() }
        view.superview = self
        view.markAncestorsForLayout()
        if view.knownLayer.map({ $0.zPosition != 0 }) ?? false { ordersNodesByDepth = true }
        let isPlainLayer = view is LayerNode
        if isPlainLayer {
            plainLayerCount += 1
            view.retainedLayer = view.knownLayer
        } else {
            requestLayout()
        }
        view.setNeedsDisplayWithSubviews()
        if view.inheritedTintColor != oldTint { view.notifyTintColorDidChange() }
        if !isPlainLayer { didAddSubview(view) }
        view.didMoveToSuperview()
        if newWindow !== oldWindow { view.completeMove(fromWindow: oldWindow) }
    }

    /// Removes the view from its superview `old` without notifications.
    private func detach(from old: UIView) {
        setNeedsDisplayWithSubviews()
        old.nodes.removeAll { $0 === self }
        if old.nodes.isEmpty { old.invalidateForSubviewPresenceChange() }
        superview = nil
        if self is LayerNode {
            old.plainLayerCount -= 1
            retainedLayer = nil
        } else {
            old.requestLayout()
        }
    }

    /// Calls `resignFirstResponder()` on the first responder of the view's window, if it is in the
    /// view's subtree, before the view moves to another window or, if `newWindow` is `nil`, to
    /// none. The first responder is not asked again if it removes a view while it resigns.
    private func resignFirstResponderInSubtree(beforeMoveTo newWindow: UIWindow?) {
        guard let window, window !== newWindow, let responder = window.firstResponder,
            responder !== window.leavingResponder, containsResponder(responder)
        else { return }
        window.leavingResponder = responder
        responder.resignFirstResponder()
        window.leavingResponder = nil
    }

    /// Prepares a move of the view from the window `old` to the window `new`; `nil` stands for no
    /// window. Calls `willMove(toWindow:)`, and marks the subtree's touches for cancellation while
    /// the view is still in its responder chain.
    private func prepareMove(fromWindow old: UIWindow?, to new: UIWindow?) {
        notifyWillMoveToWindow(new)
        old?.application?.dispatcher.markTouches(in: self)
    }

    /// Calls `willMove(toWindow:)` on the view and its descendants, and notifies their controllers.
    private func notifyWillMoveToWindow(_ window: UIWindow?) {
        viewController?.windowWillChange(isVisible: window.map { !$0.isHidden } ?? false)
        willMove(toWindow: window)
        for view in nodes { view.notifyWillMoveToWindow(window) }
    }

    /// Completes a move of the view to another window, or out of its window. `old` is the previous
    /// window, or `nil` if the view was in no window.
    ///
    /// If the first responder of `old` is still in the view's subtree, because it did not resign,
    /// `old` no longer has a first responder. The marked touches are cancelled, and
    /// `didMoveToWindow()` is called.
    private func completeMove(fromWindow old: UIWindow?) {
        if let responder = old?.firstResponder, containsResponder(responder) {
            old?.firstResponder = nil
        }
        old?.application?.dispatcher.processPendingChanges()
        // All animations stop first, so that animations that `didMoveToWindow()` starts in a
        // subview continue.
        stopMotionInSubtree()
        callDidMoveToWindow()
    }

    /// Returns whether a responder is this view, a descendant of this view, or the view controller
    /// of this view or of a descendant.
    private func containsResponder(_ responder: UIResponder) -> Bool {
        let view = responder as? UIView ?? (responder as? UIViewController)?.viewIfLoaded
        return view?.isDescendant(of: self) == true
    }

    /// Stops the animations and scrolls of the view and its descendants, and marks the views for
    /// `callDidMoveToWindow()`.
    private func stopMotionInSubtree() {
        awaitsDidMoveToWindow = true
        stopAnimations()
        if window == nil { removeLayerAnimations { $0.removeAll() } }
        windowDidChange()
        for view in nodes { view.stopMotionInSubtree() }
    }

    /// Calls `didMoveToWindow()` on the marked views among the view and its descendants, and
    /// notifies their controllers. Views that these calls add or remove have received their call
    /// already and are not marked any more.
    private func callDidMoveToWindow() {
        if awaitsDidMoveToWindow {
            awaitsDidMoveToWindow = false
            didMoveToWindow()
            viewController?.windowDidChange()
        }
        for view in nodes { view.callDidMoveToWindow() }
    }
}
