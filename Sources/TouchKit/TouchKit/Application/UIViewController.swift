/// Owns a view and stands behind it in the responder chain.
@MainActor
open class UIViewController: UIResponder {
    private var loadedView: UIView?

    /// The view; the first to ask has it made by `loadView()`.
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

    /// The view, if it was made already.
    public var viewIfLoaded: UIView? { loadedView }
    /// Whether the view was made already.
    public var isViewLoaded: Bool { loadedView != nil }

    /// Makes the view and assigns it to `view`; override it to make your own. The base
    /// implementation makes a plain view of the screen's size.
    open func loadView() {
        view = UIView(frame: UIScreen.main.bounds)
    }

    /// The view was made.
    open func viewDidLoad() {}

    /// The view is about to lay out its subviews.
    open func viewWillLayoutSubviews() {}
    /// The view has laid out its subviews.
    open func viewDidLayoutSubviews() {}

    // MARK: Children

    /// The controller whose child it is.
    public private(set) weak var parent: UIViewController?
    /// The controllers of parts of its view, in the order in which they were added.
    public private(set) var children: [UIViewController] = []

    /// Takes another controller in, out of the one it was in before, and tells it by
    /// `willMove(toParent:)`. Then put its view into yours, and call its `didMove(toParent:)`.
    open func addChild(_ childController: UIViewController) {
        childController.removeFromParent()
        childController.willMove(toParent: self)
        children.append(childController)
        childController.parent = self
    }

    /// Leaves the controller whose child it is, and tells itself by `didMove(toParent:)`. Call its
    /// `willMove(toParent:)` with nil and take its view out before.
    open func removeFromParent() {
        guard let parent else { return }
        parent.children.removeAll { $0 === self }
        self.parent = nil
        didMove(toParent: nil)
    }

    /// It is about to become a child, or to be none any more; does nothing unless overridden.
    open func willMove(toParent parent: UIViewController?) {}
    /// It has become a child, or is none any more; does nothing unless overridden.
    open func didMove(toParent parent: UIViewController?) {}

    /// The superview of the controller's view: the window for the root controller.
    open override var next: UIResponder? { loadedView?.superview }
}
