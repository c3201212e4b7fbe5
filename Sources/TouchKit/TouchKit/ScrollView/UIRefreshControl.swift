/// A standard control that can initiate the refreshing of a scroll view's contents.
///
/// Assign the control to the scroll view's `refreshControl`, and let the scroll view bounce. When a
/// drag has pulled the content down far enough, the control begins refreshing and sends
/// `valueChanged` and `primaryActionTriggered` together. When the drag ends, the control stays
/// visible until `endRefreshing()`. UIKit's title is missing.
@MainActor
open class UIRefreshControl: UIControl {
    /// The height of the control, in points, as on iOS.
    private static let height: CGFloat = 60
    /// The distance by which a drag must pull the content down, in points.
    private static let pullDistance: CGFloat = 80

    private let indicator = UIActivityIndicatorView(style: .medium)

    /// A Boolean value indicating whether a refresh operation has been triggered and is in
    /// progress.
    public private(set) var isRefreshing = false
    /// Whether the drag in progress has begun a refresh; a drag begins one at most.
    private var hasDragRefreshed = false

    /// Creates a refresh control; the frame is ignored.
    public override init(frame: CGRect) {
        super.init(frame: CGRect(x: 0, y: 0, width: 0, height: Self.height))
        isUserInteractionEnabled = false
        indicator.hidesWhenStopped = false
        addSubview(indicator)
        alpha = 0
    }

    private var scrollView: UIScrollView? { superview as? UIScrollView }

    /// Tells the control that a refresh operation was started programmatically. Sends no event, and
    /// does not scroll.
    open func beginRefreshing() {
        guard !isRefreshing else { return }
        isRefreshing = true
        indicator.startAnimating()
        if scrollView?.drag == nil { updateInset() }
        updateVisibility()
    }

    /// Tells the control that a refresh operation has ended. The content returns to the top unless
    /// a drag is in progress.
    open func endRefreshing() {
        guard isRefreshing else { return }
        isRefreshing = false
        indicator.stopAnimating()
        guard let scrollView, scrollView.drag == nil else { return }
        updateInset()
        let top = -scrollView.contentInset.top
        if scrollView.contentOffset.y < top {
            scrollView.setContentOffset(
                CGPoint(x: scrollView.contentOffset.x, y: top), animated: true)
        }
        updateVisibility()
    }

    /// Begins refreshing if a drag has pulled the content down far enough.
    func scrollViewDidScroll() {
        updateVisibility()
        guard !isRefreshing, !hasDragRefreshed, isEnabled, scrollView?.drag != nil,
            pulledDistance >= Self.pullDistance
        else { return }
        hasDragRefreshed = true
        beginRefreshing()
        sendChange(with: nil)
    }

    /// Makes room for the control while it is refreshing, at the end of a drag.
    func scrollViewWillEndDragging() {
        hasDragRefreshed = false
        updateInset()
    }

    private func updateInset() {
        scrollView?.refreshInset = isRefreshing ? Self.height : 0
    }

    /// The distance by which the content is below its place at the top, in points.
    private var pulledDistance: CGFloat {
        guard let scrollView else { return 0 }
        return -scrollView.contentOffset.y - scrollView.contentInset.top
    }

    /// Moves the control above the content, and shows as much of it as the content is pulled down.
    private func updateVisibility() {
        guard let scrollView else { return }
        frame = CGRect(
            x: scrollView.bounds.minX, y: -Self.height, width: scrollView.bounds.width,
            height: Self.height)
        indicator.center = CGPoint(x: bounds.midX, y: bounds.midY)
        alpha = isRefreshing ? 1 : min(max(pulledDistance / Self.pullDistance, 0), 1)
    }

    open override func tintColorDidChange() {
        indicator.color = ownTintColor
    }

    override func stateDidChange() {}
}

extension UIScrollView {
    /// Replaces a refresh control.
    func refreshControlDidChange(from old: UIRefreshControl?) {
        guard refreshControl !== old else { return }
        old?.removeFromSuperview()
        refreshInset = 0
        guard let refreshControl else { return }
        insertSubview(refreshControl, at: 0)
        refreshControl.scrollViewDidScroll()
        if refreshControl.isRefreshing && drag == nil { refreshControl.scrollViewWillEndDragging() }
    }
}
