/// An object that manages a view hierarchy for your app.
///
/// Containment, presentation, appearance and layout callbacks are supported. Storyboards, sheets,
/// popovers, custom transitions and rotation are missing.
@MainActor
open class UIViewController: UIResponder {
    /// The view, or `nil` before it is loaded.
    private var loadedView: UIView?

    /// The view that the controller manages; loaded on first access.
    open var view: UIView {
        get {
            if let loadedView { return loadedView }
            loadView()
            let view = loadedView ?? UIView(frame: UIScreen.main.bounds)
            self.view = view
            viewDidLoad()
            return view
        }
        set {
            loadedView?.viewController = nil
            loadedView = newValue
            newValue.viewController = self
        }
    }

    /// The view controller's view, or `nil` if the view is not yet loaded.
    public var viewIfLoaded: UIView? { loadedView }
    /// A Boolean value that indicates whether the view is loaded into memory.
    public var isViewLoaded: Bool { loadedView != nil }

    /// Creates the view that the controller manages. Override this method to assign your own view
    /// to `view`; the default implementation creates a `UIView` of the screen's size.
    open func loadView() {
        view = UIView(frame: UIScreen.main.bounds)
    }

    /// Called after the controller's view is loaded into memory.
    open func viewDidLoad() {}

    /// Called to notify the view controller that its view is about to lay out its subviews.
    open func viewWillLayoutSubviews() {}
    /// Called to notify the view controller that its view has just laid out its subviews.
    open func viewDidLayoutSubviews() {}

    // MARK: Appearance

    /// The state of the view's appearance.
    final var appearance = Appearance.disappeared
    /// Whether the view's window has started the present appearance transition, and not a
    /// presentation.
    final var appearsWithWindow = false

    /// Called to notify the view controller that its view is about to be added to a visible window.
    open func viewWillAppear(_ animated: Bool) {}
    /// Called to notify the view controller that its view was added to a visible window, before the
    /// view is laid out.
    open func viewIsAppearing(_ animated: Bool) {}
    /// Called to notify the view controller that its view was added to a visible window, and that a
    /// transition has ended.
    open func viewDidAppear(_ animated: Bool) {}
    /// Called to notify the view controller that its view is about to be removed from its window.
    open func viewWillDisappear(_ animated: Bool) {}
    /// Called to notify the view controller that its view was removed from its window.
    open func viewDidDisappear(_ animated: Bool) {}

    // MARK: Presentation

    /// The view controller that was presented by this one, or `nil`.
    public final internal(set) var presentedViewController: UIViewController?
    /// The view controller that presented this one, or `nil`.
    public final internal(set) weak var presentingViewController: UIViewController?
    /// The presentation style for modal view controllers.
    open var modalPresentationStyle = UIModalPresentationStyle.fullScreen
    /// The transition style to use when presenting the view controller.
    open var modalTransitionStyle = UIModalTransitionStyle.coverVertical
    /// A Boolean value indicating whether the view controller is being presented; `true` until
    /// `viewDidAppear(_:)` has returned.
    public final internal(set) var isBeingPresented = false
    /// A Boolean value indicating whether the view controller is being dismissed; `true` until
    /// `viewDidDisappear(_:)` has returned.
    public final internal(set) var isBeingDismissed = false
    /// Whether a window is replacing this root view controller, which can then present nothing.
    final var isBeingReplaced = false
    /// The view that contains the controller's view while the controller is presented.
    final var presentationView: PresentationView?

    /// Presents a view controller modally, in front of the window's content.
    ///
    /// Does nothing if the controller's view is not in a window, if the controller presents another
    /// view controller already, or if `viewControllerToPresent` is presented or being dismissed.
    ///
    /// - Parameters:
    ///   - viewControllerToPresent: The view controller to display.
    ///   - flag: Whether the transition is animated.
    ///   - completion: A closure that is called after `viewDidAppear(_:)`.
    open func present(
        _ viewControllerToPresent: UIViewController, animated flag: Bool,
        completion: (() -> Void)? = nil
    ) {
        startPresentation(of: viewControllerToPresent, animated: flag, completion)
    }

    /// Dismisses the view controller that was presented modally by the view controller, with all
    /// that it has presented. A controller that presents none is dismissed itself.
    ///
    /// - Parameters:
    ///   - flag: Whether the transition is animated.
    ///   - completion: A closure that is called after `viewDidDisappear(_:)`.
    open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) {
        startDismissal(animated: flag, completion)
    }

    /// Gives the view the appearance at one end of a transition.
    func setTransitionEnd(isShown: Bool) {
        switch modalTransitionStyle {
        case .coverVertical:
            guard let container = presentationView else { return }
            view.frame = container.bounds.offsetBy(
                dx: 0, dy: isShown ? 0 : container.bounds.height)
        case .crossDissolve:
            view.alpha = isShown ? 1 : 0
        }
    }

    // MARK: Children

    /// The parent view controller of the receiver, or `nil` if it has none.
    public private(set) weak var parent: UIViewController?
    /// The view controllers that are children of this view controller, in the order in which they
    /// were added.
    public private(set) var children: [UIViewController] = []

    /// Adds the specified view controller as a child of the current view controller.
    ///
    /// Removes the child from its previous parent and calls the child's `willMove(toParent:)`.
    /// Afterwards, add the child's view to a view of this controller and call the child's
    /// `didMove(toParent:)`.
    open func addChild(_ childController: UIViewController) {
        childController.removeFromParent()
        childController.willMove(toParent: self)
        children.append(childController)
        childController.parent = self
    }

    /// Removes the view controller from its parent.
    ///
    /// Before you call this method, call `willMove(toParent:)` with `nil` and remove the view from
    /// its superview. This method calls `didMove(toParent:)` with `nil`.
    open func removeFromParent() {
        guard let parent else { return }
        parent.children.removeAll { $0 === self }
        self.parent = nil
        didMove(toParent: nil)
    }

    /// Called just before the view controller is added to or removed from a container view
    /// controller.
    open func willMove(toParent parent: UIViewController?) {}
    /// Called after the view controller is added to or removed from a container view controller.
    open func didMove(toParent parent: UIViewController?) {}

    /// The presenting view controller, or otherwise the superview of the controller's view, which
    /// is the window for a root view controller.
    ///
    /// While a full-screen presentation has removed the view, the next responder is the superview
    /// of the presented content: the window.
    open override var next: UIResponder? {
        if let presentingViewController { return presentingViewController }
        return loadedView?.superview ?? presentedViewController?.presentationView?.superview
    }

    override var responderWindow: UIWindow? { loadedView?.window }
}
