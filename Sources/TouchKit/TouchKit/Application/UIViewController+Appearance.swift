extension UIViewController {
    /// The state of a view's appearance.
    enum Appearance {
        /// The view is not in a visible window.
        case disappeared
        /// The view appears, and a transition has not ended.
        case appearing
        /// The view is in a visible window.
        case appeared
        /// The view disappears, and a transition has not ended.
        case disappearing
    }

    /// The children whose views are in the view of this controller.
    private var visibleChildren: [UIViewController] {
        guard let view = viewIfLoaded else { return [] }
        return children.filter { $0.viewIfLoaded?.isDescendant(of: view) == true }
    }

    /// Calls `viewWillAppear(_:)` of this controller and its visible children, unless they appear
    /// already.
    func beginAppearance(animated: Bool) {
        guard appearance == .disappeared || appearance == .disappearing else { return }
        appearance = .appearing
        viewWillAppear(animated)
        for child in visibleChildren { child.beginAppearance(animated: animated) }
    }

    /// Calls `viewIsAppearing(_:)` of this controller and its visible children, and lays out the
    /// view.
    func continueAppearance(animated: Bool) {
        guard appearance == .appearing else { return }
        viewIsAppearing(animated)
        for child in visibleChildren { child.continueAppearance(animated: animated) }
        viewIfLoaded?.layoutIfNeeded()
    }

    /// Calls `viewWillDisappear(_:)` of this controller and its visible children, unless they
    /// disappear already.
    func beginDisappearance(animated: Bool) {
        guard appearance == .appeared || appearance == .appearing else { return }
        appearance = .disappearing
        viewWillDisappear(animated)
        for child in visibleChildren { child.beginDisappearance(animated: animated) }
    }

    /// Calls `viewDidAppear(_:)` or `viewDidDisappear(_:)` of this controller and its children that
    /// appear or disappear.
    func endAppearance(animated: Bool) {
        appearsWithWindow = false
        let state = appearance
        switch state {
        case .appearing:
            appearance = .appeared
            viewDidAppear(animated)
        case .disappearing:
            appearance = .disappeared
            viewDidDisappear(animated)
        case .appeared, .disappeared:
            return
        }
        // If the callback has begun another transition, its end notifies the children.
        for child in children where child.appearance == state {
            child.endAppearance(animated: animated)
        }
    }

    // MARK: Windows

    /// Begins the appearance or disappearance of a view that is about to enter or leave a visible
    /// window, unless a presentation or the parent has begun it.
    func windowWillChange(isVisible: Bool) {
        if isVisible && appearance == .disappeared {
            appearsWithWindow = true
            beginAppearance(animated: false)
        } else if !isVisible && appearance == .appeared {
            appearsWithWindow = true
            beginDisappearance(animated: false)
        }
    }

    /// Ends the appearance or disappearance that `windowWillChange(isVisible:)` has begun.
    func windowDidChange() {
        guard appearsWithWindow else { return }
        continueAppearance(animated: false)
        endAppearance(animated: false)
    }
}

extension UIView {
    /// Notifies the view controllers of the view and its descendants that the window was shown or
    /// hidden.
    func notifyControllers(ofVisibility isVisible: Bool) {
        forEachController { $0.windowWillChange(isVisible: isVisible) }
        forEachController { $0.windowDidChange() }
    }

    private func forEachController(_ body: (UIViewController) -> Void) {
        if let viewController { body(viewController) }
        for view in subviews { view.forEachController(body) }
    }
}
