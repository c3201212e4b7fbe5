/// The methods declared by the `UIScrollViewDelegate` protocol allow the adopting delegate to
/// respond to messages from the `UIScrollView` class.
///
/// All methods have default implementations that do nothing. UIKit's methods for scrolling to the
/// top and for changed insets are missing.
@MainActor
public protocol UIScrollViewDelegate: AnyObject {
    /// Tells the delegate when the user or the app has scrolled the content view.
    func scrollViewDidScroll(_ scrollView: UIScrollView)
    /// Tells the delegate that the scroll view's zoom factor changed.
    func scrollViewDidZoom(_ scrollView: UIScrollView)
    /// Tells the delegate when the scroll view is about to start scrolling the content.
    func scrollViewWillBeginDragging(_ scrollView: UIScrollView)
    /// Tells the delegate when the user finishes scrolling the content.
    ///
    /// - Parameters:
    ///   - scrollView: The scroll view.
    ///   - velocity: The velocity of the scroll view at the release, in points per millisecond;
    ///     positive if the content offset grows.
    ///   - targetContentOffset: The offset at which the scrolling comes to rest. The method can
    ///     assign another offset.
    func scrollViewWillEndDragging(
        _ scrollView: UIScrollView, withVelocity velocity: CGPoint,
        targetContentOffset: UnsafeMutablePointer<CGPoint>)
    /// Tells the delegate when dragging ended in the scroll view; `decelerate` is whether the
    /// content continues to move.
    func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool)
    /// Tells the delegate that the scroll view is starting to decelerate the scrolling movement.
    func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView)
    /// Tells the delegate that the scroll view ended decelerating the scrolling movement.
    func scrollViewDidEndDecelerating(_ scrollView: UIScrollView)
    /// Tells the delegate when a scrolling animation in the scroll view concludes.
    func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView)
    /// Asks the delegate for the view to scale when zooming is about to occur in the scroll view;
    /// `nil` if the scroll view does not zoom.
    func viewForZooming(in scrollView: UIScrollView) -> UIView?
    /// Tells the delegate that zooming of the content in the scroll view is about to commence.
    func scrollViewWillBeginZooming(_ scrollView: UIScrollView, with view: UIView?)
    /// Tells the delegate when zooming of the content in the scroll view completed.
    func scrollViewDidEndZooming(
        _ scrollView: UIScrollView, with view: UIView?, atScale scale: CGFloat)
}

/// Default implementations of the methods.
extension UIScrollViewDelegate {
    /// Provides a default implementation that does nothing.
    public func scrollViewDidScroll(_ scrollView: UIScrollView) {}
    /// Provides a default implementation that does nothing.
    public func scrollViewDidZoom(_ scrollView: UIScrollView) {}
    /// Provides a default implementation that does nothing.
    public func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {}
    /// Provides a default implementation that does nothing.
    public func scrollViewWillEndDragging(
        _ scrollView: UIScrollView, withVelocity velocity: CGPoint,
        targetContentOffset: UnsafeMutablePointer<CGPoint>
    ) {}
    /// Provides a default implementation that does nothing.
    public func scrollViewDidEndDragging(
        _ scrollView: UIScrollView, willDecelerate decelerate: Bool
    ) {}
    /// Provides a default implementation that does nothing.
    public func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView) {}
    /// Provides a default implementation that does nothing.
    public func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {}
    /// Provides a default implementation that does nothing.
    public func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) {}
    /// Returns `nil`: the scroll view does not zoom.
    public func viewForZooming(in scrollView: UIScrollView) -> UIView? { nil }
    /// Provides a default implementation that does nothing.
    public func scrollViewWillBeginZooming(_ scrollView: UIScrollView, with view: UIView?) {}
    /// Provides a default implementation that does nothing.
    public func scrollViewDidEndZooming(
        _ scrollView: UIScrollView, with view: UIView?, atScale scale: CGFloat
    ) {}
}
