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

    /// The superview of the controller's view: the window for the root controller.
    open override var next: UIResponder? { loadedView?.superview }
}
