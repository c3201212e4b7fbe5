/// A view that allows the scrolling and zooming of its contained views.
///
/// The content offset is the origin of the view's bounds. A drag moves it after 10 points, and a
/// flick lets it decelerate; docs/rules.md lists the rules. Motion runs on the application's
/// clock, one step per frame; nothing runs while the view is at rest.
///
/// UIKit's layout guides, safe areas, keyboard dismissal, `zoom(to:animated:)` and
/// scrolling to the top are missing.
@MainActor
open class UIScrollView: UIView, UIGestureRecognizerDelegate {
    /// The rates at which a scroll view decelerates: the fraction of the velocity that remains
    /// after one millisecond.
    public struct DecelerationRate: RawRepresentable, Hashable, Sendable {
        /// The fraction of the velocity that remains after one millisecond, less than 1.
        public var rawValue: CGFloat

        /// Creates a rate from the fraction of the velocity that remains after one millisecond.
        public init(rawValue: CGFloat) {
            self.rawValue = rawValue
        }

        /// The default deceleration rate.
        public static let normal = DecelerationRate(rawValue: 0.998)
        /// A fast deceleration rate.
        public static let fast = DecelerationRate(rawValue: 0.99)
    }

    /// The delegate of the scroll-view object.
    open weak var delegate: (any UIScrollViewDelegate)?

    // MARK: Content

    /// The size of the content view, in points.
    open var contentSize = CGSize.zero {
        didSet { if contentSize != oldValue { updateIndicators() } }
    }
    /// The custom distance that the content view is inset from the edges, in points.
    open var contentInset = UIEdgeInsets.zero {
        didSet { if contentInset != oldValue { contentInsetDidChange(from: oldValue) } }
    }
    /// The insets derived from the content insets: `contentInset`, and the height of a refresh
    /// control that is refreshing. TouchKit has no safe area.
    open var adjustedContentInset: UIEdgeInsets {
        var insets = contentInset
        insets.top += refreshInset
        return insets
    }
    /// The refresh control above the content, which the user shows by pulling the content down.
    open var refreshControl: UIRefreshControl? {
        didSet { refreshControlDidChange(from: oldValue) }
    }
    /// The height of a refresh control that is refreshing, in points.
    final var refreshInset: CGFloat = 0
    /// The point at which the origin of the content view is offset from the origin of the scroll
    /// view. Setting the point scrolls at once, without clamping.
    open var contentOffset: CGPoint {
        get { bounds.origin }
        set { scroll(to: newValue) }
    }
    /// The bounds rectangle. Changing the origin scrolls without a message to the delegate
    ///
    open override var bounds: CGRect {
        didSet {
            guard bounds != oldValue else { return }
            requestLayout()
            updateIndicators()
            refreshControl?.scrollViewDidScroll()
        }
    }

    // MARK: Behavior

    /// A Boolean value that determines whether scrolling is enabled: whether the pan recognizer is
    /// enabled.
    open var isScrollEnabled: Bool {
        get { pan.isEnabled }
        set { pan.isEnabled = newValue }
    }
    /// A Boolean value that determines whether scrolling is disabled in a particular direction for
    /// the rest of a drag that begins mainly in the other direction.
    open var isDirectionalLockEnabled = false
    /// A Boolean value that determines whether paging is enabled for the scroll view.
    open var isPagingEnabled = false
    /// A Boolean value that controls whether the scroll view bounces past the edge of content and
    /// back again.
    open var bounces = true
    /// A Boolean value that determines whether bouncing always occurs when vertical scrolling
    /// reaches the end of the content, even if the content is smaller than the scroll view.
    open var alwaysBounceVertical = false
    /// A Boolean value that determines whether bouncing always occurs when horizontal scrolling
    /// reaches the end of the content, even if the content is smaller than the scroll view.
    open var alwaysBounceHorizontal = false
    /// The rate of deceleration after the user lifts their finger.
    open var decelerationRate = DecelerationRate.normal
    /// A Boolean value that determines whether a drag at the left or right end of the content moves
    /// an enclosing scroll view.
    open var transfersHorizontalScrollingToParent = true
    /// A Boolean value that determines whether a drag at the top or bottom end of the content moves
    /// an enclosing scroll view.
    open var transfersVerticalScrollingToParent = true
    /// A Boolean value that determines whether the scroll view delays the handling of touch-down
    /// gestures in its content.
    open var delaysContentTouches = true
    /// A Boolean value that controls whether touches in the content view always lead to tracking:
    /// whether a drag can take touches that the content has received.
    open var canCancelContentTouches = true

    // MARK: Indicators

    /// A Boolean value that controls whether the horizontal scroll indicator is visible.
    open var showsHorizontalScrollIndicator = true {
        didSet { updateIndicators() }
    }
    /// A Boolean value that controls whether the vertical scroll indicator is visible.
    open var showsVerticalScrollIndicator = true {
        didSet { updateIndicators() }
    }

    // MARK: Zooming

    /// The minimum scale factor that can be applied to the scroll view's content.
    open var minimumZoomScale: CGFloat = 1 {
        didSet { updatePinchRecognizer() }
    }
    /// The maximum scale factor that can be applied to the scroll view's content. Zooming requires
    /// that the value differs from `minimumZoomScale`.
    open var maximumZoomScale: CGFloat = 1 {
        didSet { updatePinchRecognizer() }
    }
    /// A Boolean value that determines whether the scroll view animates the content scaling when
    /// the scaling exceeds the maximum or minimum limits.
    open var bouncesZoom = true
    /// The current scale factor applied to the scroll view's content. Setting the value applies the
    /// scale without animation.
    open var zoomScale: CGFloat {
        get { zoom.scale }
        set { setZoomScale(newValue, animated: false) }
    }
    /// A Boolean value that indicates whether the content view is currently zooming in or out.
    public var isZooming: Bool { zoom.isPinching }
    /// A Boolean value that indicates that zooming has exceeded the scaling limits and the content
    /// returns to the limit.
    public var isZoomBouncing: Bool { zoom.isBouncing }

    // MARK: State

    /// A Boolean value that indicates whether the user has touched the content to initiate
    /// scrolling.
    public internal(set) var isTracking = false
    /// A Boolean value that indicates whether the user has begun scrolling the content. The value
    /// is `true` until the content has stopped moving.
    public internal(set) var isDragging = false
    /// A Boolean value that indicates whether the content is moving in the scroll view after the
    /// user lifted their finger.
    public internal(set) var isDecelerating = false

    /// The underlying gesture recognizer for pan gestures. Its delegate must not be replaced.
    public var panGestureRecognizer: UIPanGestureRecognizer { pan }
    /// The underlying gesture recognizer for pinch gestures, or `nil` if zooming is disabled.
    public var pinchGestureRecognizer: UIPinchGestureRecognizer? {
        pinch.view == nil ? nil : pinch
    }

    /// The recognizer that withholds touches from the content.
    let delay = ScrollDelayGestureRecognizer()
    /// The recognizer of drags.
    let pan = ScrollPanGestureRecognizer()
    /// The recognizer of pinches, attached while zooming is enabled.
    let pinch = ScrollPinchGestureRecognizer()
    /// The drag in progress, or `nil` if there is none.
    final var drag: ScrollDrag?
    /// The motion in progress, or `nil` if there is none.
    final var motion: ScrollMotionState?
    /// The number of motions started or stopped so far, to detect that a delegate has replaced the
    /// motion.
    final var motionNumber = 0
    /// The state of zooming.
    final var zoom = ScrollZoom()
    /// The scroll indicators, created when they are first shown.
    final var indicators = ScrollIndicators()

    /// Creates a scroll view with the specified frame rectangle.
    public override init(frame: CGRect) {
        super.init(frame: frame)
        clipsToBounds = true
        delay.scrollView = self
        pan.scrollView = self
        pinch.scrollView = self
        pan.delaysTouchesEnded = false
        pinch.delaysTouchesEnded = false
        pan.delegate = self
        pinch.delegate = self
        // The first action, so that the scroll view scrolls before the actions of the application.
        pan.addTarget(self) { $0.handlePan }
        pinch.addTarget(self) { $0.handlePinch }
        addGestureRecognizer(delay)
        addGestureRecognizer(pan)
    }

    // MARK: Scrolling by the application

    /// Sets the offset from the content view's origin that corresponds to the receiver's origin.
    ///
    /// Stops a motion. An animated change takes 0.3 s and ends with
    /// `scrollViewDidEndScrollingAnimation(_:)`. Outside of a window, the change
    /// is not animated.
    open func setContentOffset(_ contentOffset: CGPoint, animated: Bool) {
        stopMotion()
        if animated, let application = window?.application {
            guard contentOffset != self.contentOffset else { return }
            let animation = ScrollAnimation(from: self.contentOffset, to: contentOffset)
            startMotion(.animation(animation), at: application.now)
        } else {
            scroll(to: contentOffset)
        }
    }

    /// Scrolls a specific area of the content so that it is visible in the receiver, by the least
    /// movement.
    open func scrollRectToVisible(_ rect: CGRect, animated: Bool) {
        var target = contentOffset
        let visible = bounds.inset(by: adjustedContentInset)
        for (axis, low, high, visibleLow, visibleHigh) in [
            (ScrollAxis.horizontal, rect.minX, rect.maxX, visible.minX, visible.maxX),
            (.vertical, rect.minY, rect.maxY, visible.minY, visible.maxY),
        ] {
            if low < visibleLow && high < visibleHigh {
                target[axis] += max(low - visibleLow, high - visibleHigh)
            } else if high > visibleHigh && low > visibleLow {
                target[axis] += min(high - visibleHigh, low - visibleLow)
            } else {
                continue
            }
            target[axis] = range(of: axis).clamp(target[axis])
        }
        if target != contentOffset { setContentOffset(target, animated: animated) }
    }

    /// Sets the zoom scale, limited to the minimum and maximum zoom scale. An animated change takes
    /// 0.3 s.
    open func setZoomScale(_ scale: CGFloat, animated: Bool) {
        changeZoomScale(to: scale, animated: animated)
    }

    /// Displays the scroll indicators momentarily.
    open func flashScrollIndicators() {
        flashIndicators()
    }

    /// Returns the offset at which an animated change of the offset ends. Subclasses return another
    /// offset than `animation.to` if their content has changed since the start.
    func target(of animation: ScrollAnimation) -> CGPoint { animation.to }

    /// Scrolls to the offset at which an animated change of the offset ends.
    func scrollToTarget(of animation: ScrollAnimation) {
        scroll(to: target(of: animation))
    }

    // MARK: Content touches

    /// Determines whether the content in `view` receives touches that begin. Overridden by
    /// subclasses; the default implementation returns `true`.
    ///
    /// Called directly before `touchesBegan` of a view in the content, which may be later than the
    /// touch-down. After `false`, the view never receives the touches.
    open func touchesShouldBegin(
        _ touches: Set<UITouch>, with event: UIEvent?, in view: UIView
    ) -> Bool { true }

    /// Returns whether to cancel touches that `view` has received and start dragging. The default
    /// implementation returns `false` for a control and `true` for other views.
    open func touchesShouldCancel(in view: UIView) -> Bool { !(view is UIControl) }

    /// Returns whether the scroll view's gesture recognizer recognizes simultaneously with another
    /// one. The default is `false`.
    open func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool { false }

    override func windowDidChange() {
        stopMotion()
        zoom.animation = nil
        indicators.stop()
    }
}

extension UIScrollView: FrameStepper {
    /// Moves the content, the zoom scale and the indicators to their values at the time of a frame.
    func step(to time: Timestamp) -> Bool {
        stepMotion(to: time)
        stepZoom(to: time)
        indicators.step(to: time)
        return motion != nil || zoom.animation != nil || indicators.isFading
    }

    /// Starts the calls of `step(to:)`.
    func requestFrames() {
        window?.application?.frameSteppers.add(self)
    }
}
