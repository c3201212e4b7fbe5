/// Modal presentation styles available when presenting view controllers. The raw values are the
/// same as in UIKit. There are no sheets and popovers.
public enum UIModalPresentationStyle: Int, Sendable {
    /// The presented view covers the screen, and the views behind it are removed when the
    /// transition has ended.
    case fullScreen = 0
    /// The presented view covers the screen; the views behind it remain.
    case overFullScreen = 5
}

/// Transition styles available when presenting view controllers. The raw values are the same as in
/// UIKit.
public enum UIModalTransitionStyle: Int, Sendable {
    /// The view slides up from the bottom of the screen, and back down.
    case coverVertical = 0
    /// The view fades in, and out.
    case crossDissolve = 2
}

/// The view that fills the window and contains the view of a presented view controller. Touches
/// beside that view don't reach the content behind it.
final class PresentationView: UIView {}

extension UIViewController {
    /// The duration of a transition, in seconds.
    private static let transitionDuration = 0.3

    /// The view controller that presents for this one: the outermost parent.
    private var presenter: UIViewController {
        var controller = self
        while let parent = controller.parent { controller = parent }
        return controller
    }

    /// The view controller presented last in the chain that begins with this one.
    private var topmostPresented: UIViewController {
        var controller = self
        while let next = controller.presentedViewController { controller = next }
        return controller
    }

    // MARK: Presenting

    /// Presents a view controller. The order of the callbacks is UIKit's.
    func startPresentation(
        of controller: UIViewController, animated: Bool, _ completion: (() -> Void)?
    ) {
        let presenter = presenter
        guard presenter.presentedViewController == nil, !presenter.isBeingReplaced,
            controller !== presenter,
            controller.presentingViewController == nil, !controller.isBeingDismissed,
            let window = presenter.viewIfLoaded?.window
        else { return }
        let view = controller.view
        let container = PresentationView(frame: window.bounds)
        presenter.presentedViewController = controller
        controller.presentingViewController = presenter
        controller.presentationView = container
        controller.isBeingPresented = true
        let covers = controller.modalPresentationStyle == .fullScreen
        if covers { presenter.beginDisappearance(animated: animated) }
        controller.beginAppearance(animated: animated)
        for view in [view, container] {
            view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        }
        view.frame = container.bounds
        container.addSubview(view)
        window.addSubview(container)
        controller.continueAppearance(animated: animated)
        controller.runTransition(toShown: true, animated: animated) {
            // The controller may have been dismissed in the meantime.
            guard controller.appearance == .appearing else {
                controller.isBeingPresented = false
                return
            }
            controller.endAppearance(animated: animated)
            controller.isBeingPresented = false
            // The callback may have dismissed the controller and presented another one.
            if covers, presenter.presentedViewController === controller,
                presenter.appearance == .disappearing
            {
                presenter.view.removeFromSuperview()
                presenter.endAppearance(animated: animated)
            }
            completion?()
        }
    }

    // MARK: Dismissing

    /// Dismisses the presented view controllers, or this one if it presents none.
    func startDismissal(animated: Bool, _ completion: (() -> Void)?) {
        let own = presenter
        let presenter =
            own.presentedViewController == nil ? own.presentingViewController : own
        guard let presenter, let first = presenter.presentedViewController else {
            completion?()
            return
        }
        let top = first.topmostPresented
        guard !top.isBeingDismissed else { return }
        top.isBeingDismissed = true
        top.beginDisappearance(animated: animated)
        if presenter.appearance == .disappeared || presenter.appearance == .disappearing {
            restoreView(of: presenter, below: first, animated: animated)
        }
        removeControllers(from: first, below: top)
        top.runTransition(toShown: false, animated: animated) {
            top.presentationView?.removeFromSuperview()
            // The presenter can present again in the callbacks that follow.
            presenter.presentedViewController = nil
            top.finishPresentation()
            presenter.endAppearance(animated: animated)
            top.endAppearance(animated: animated)
            top.isBeingDismissed = false
            completion?()
        }
    }

    /// Adds the view of a presenter again, below the presented views.
    private func restoreView(
        of presenter: UIViewController, below first: UIViewController, animated: Bool
    ) {
        presenter.beginAppearance(animated: animated)
        if presenter.view.superview == nil {
            let container: UIView? = presenter.presentationView ?? first.presentationView?.window
            presenter.view.frame = container?.bounds ?? presenter.view.frame
            container?.insertSubview(presenter.view, at: 0)
        }
        presenter.continueAppearance(animated: animated)
    }

    /// Removes the view controllers between a presenter and the one presented last.
    private func removeControllers(from first: UIViewController, below top: UIViewController) {
        var controller = first
        while controller !== top, let next = controller.presentedViewController {
            controller.beginDisappearance(animated: false)
            controller.presentationView?.removeFromSuperview()
            controller.endAppearance(animated: false)
            controller.finishPresentation()
            controller = next
        }
    }

    /// Ends the presentation of this view controller, whose views were removed.
    private func finishPresentation() {
        presentedViewController = nil
        presentingViewController = nil
        presentationView = nil
        viewIfLoaded?.removeFromSuperview()
        if modalTransitionStyle == .crossDissolve { viewIfLoaded?.alpha = 1 }
    }

    /// Removes the view and all view controllers that this one has presented, without a transition.
    /// The callbacks during the removal cannot present another one.
    func removeViews() {
        isBeingReplaced = true
        if presentedViewController != nil { startDismissal(animated: false, nil) }
        viewIfLoaded?.removeFromSuperview()
        isBeingReplaced = false
    }

    /// Shows the transition, and calls `completion` once at its end.
    private func runTransition(
        toShown isShown: Bool, animated: Bool, _ completion: @escaping () -> Void
    ) {
        guard animated else {
            setTransitionEnd(isShown: isShown)
            return completion()
        }
        UIView.performWithoutAnimation { setTransitionEnd(isShown: !isShown) }
        UIView.animate(
            withDuration: Self.transitionDuration, delay: 0, options: .curveEaseInOut,
            animations: { setTransitionEnd(isShown: isShown) },
            completion: { _ in completion() })
    }
}
