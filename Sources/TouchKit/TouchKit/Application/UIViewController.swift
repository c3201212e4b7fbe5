/// An object that manages a view hierarchy for your app.
///
/// Containment and layout callbacks are supported. Presentation, appearance callbacks, storyboards
/// and rotation are missing.
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

    /// The superview of the controller's view, which is the window for a root view controller
    ///
    open override var next: UIResponder? { loadedView?.superview }
}
