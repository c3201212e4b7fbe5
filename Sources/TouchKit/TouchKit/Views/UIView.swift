/// A rectangle that draws, holds other views and is hit by touches.
///
/// `UIView+Hierarchy`, `+Geometry`, `+Layout`, `+Invalidation` and `+Recording` hold its facets.
@MainActor
open class UIView: UIResponder {
    // MARK: Tree

    /// The view that holds this one.
    public internal(set) weak var superview: UIView?
    /// The views it holds; the last one is in front.
    public internal(set) var subviews: [UIView] = []
    /// The controller whose root view this is.
    weak var viewController: UIViewController?

    // MARK: Geometry

    /// The extent in its own coordinates, in points; its origin scrolls what is inside.
    open var bounds: CGRect {
        didSet { if bounds != oldValue { boundsChanged(from: oldValue) } }
    }
    /// The middle, in the superview's coordinates.
    open var center: CGPoint {
        didSet { if center != oldValue { centerChanged(from: oldValue) } }
    }
    /// How it is turned and stretched about its middle.
    open var transform = CGAffineTransform.identity {
        didSet { if transform != oldValue { transformChanged(from: oldValue) } }
    }

    /// The extent in the superview's coordinates, in points; for a turned view the upright box
    /// around it.
    open var frame: CGRect {
        get { frameOfBounds }
        set { setBoundsAndCenter(from: newValue) }
    }

    // MARK: Looks

    /// Whether it and its subviews are neither drawn nor hit.
    open var isHidden = false {
        didSet { if isHidden != oldValue { setNeedsDisplayWithSubviews(asIfVisible: true) } }
    }
    /// How opaque it and its subviews are, 0…1.
    open var alpha: CGFloat = 1 {
        didSet { if alpha != oldValue { alphaChanged(from: oldValue) } }
    }
    /// A promise that it covers its whole extent, as on iOS; drawing doesn't depend on it.
    open var isOpaque = true
    /// What fills it before it draws; nothing for nil.
    open var backgroundColor: UIColor? {
        didSet { if backgroundColor != oldValue { backgroundColorChanged(from: oldValue) } }
    }
    /// Whether subviews are cut off at its edges. What it draws itself always is.
    open var clipsToBounds = false {
        // What the clip takes away or gives back lies outside it: look at it while there is none.
        willSet { if newValue && !clipsToBounds { setNeedsDisplayWithSubviews() } }
        didSet { if oldValue && !clipsToBounds { setNeedsDisplayWithSubviews() } }
    }

    /// The radius of its corners, in points: of what fills it before it draws, and with
    /// `clipsToBounds` of all that is to be seen of it. Also in reach as `layer.cornerRadius`.
    open var cornerRadius: CGFloat = 0 {
        didSet { if cornerRadius != oldValue { setNeedsDisplayWithSubviews() } }
    }

    /// Whether it has to be laid out.
    var needsLayout = true
    /// Whether a view inside it may have to be.
    var holdsLayout = false

    /// What moves of it; nil where nothing does.
    var animated: ViewAnimations?

    // MARK: Touches

    /// Whether it and its subviews are hit by touches; running ones aren't affected.
    open var isUserInteractionEnabled = true
    /// Whether it gets a second finger while it has one.
    open var isMultipleTouchEnabled = false
    /// Whether it has touches only when no other view of the window has any.
    open var isExclusiveTouch = false
    /// Its recognizers, in the order in which they were added.
    var recognizers: [UIGestureRecognizer] = []
    /// Whether it is animated by a block that lets no touches come.
    var touchesAreBlocked = false
    /// What touches it was told of, for the audit.
    package var touchCounts = TouchCounts()

    /// A number to know the view by.
    open var tag = 0

    /// Makes a view of this extent in its superview, in points.
    public init(frame: CGRect) {
        bounds = CGRect(origin: .zero, size: frame.standardized.size)
        center = CGPoint(x: frame.midX, y: frame.midY)
        super.init()
    }

    /// Makes a view without an extent.
    public convenience override init() {
        self.init(frame: .zero)
    }

    /// The controller whose root view this is, else the superview.
    open override var next: UIResponder? { viewController ?? superview }

    override var responderWindow: UIWindow? { window }

    /// The window that it is in.
    open var window: UIWindow? { superview?.window }

    // MARK: To be overridden

    /// Draws the part of the view inside `rect`, by UIKit's drawing calls; the background is
    /// filled already. The base implementation draws nothing.
    open func draw(_ rect: CGRect) {}

    /// The whole view has to be drawn again.
    open func setNeedsDisplay() {
        setNeedsDisplay(bounds)
    }

    /// A part of the view has to be drawn again; it will be, in the next frame.
    open func setNeedsDisplay(_ rect: CGRect) {
        invalidate(rect)
    }

    /// Puts the subviews where they belong; the base implementation leaves them. It is called before
    /// the next touch or frame, after the view got another size, got or lost a subview, or was asked
    /// to by `setNeedsLayout()`, and once when the view is new.
    open func layoutSubviews() {}

    /// Has `layoutSubviews()` called before the next touch or frame.
    open func setNeedsLayout() {
        requestLayout()
    }

    /// Has it and the views inside it laid out now, as far as they asked to be: inside `animate`,
    /// what that changes moves.
    open func layoutIfNeeded() {
        layOutTree()
    }

    /// The size that suits it best in so much room, in points; the base implementation says that
    /// its present size does.
    open func sizeThatFits(_ size: CGSize) -> CGSize { bounds.size }

    /// The size that its content has by itself, in points; `noIntrinsicMetric` where it has none.
    open var intrinsicContentSize: CGSize {
        CGSize(width: Self.noIntrinsicMetric, height: Self.noIntrinsicMetric)
    }

    /// The view that a touch at a place hits: itself, a subview, or none.
    ///
    /// - Parameters:
    ///   - point: The place, in its own coordinates.
    ///   - event: The event that asks.
    open func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
        guard !isHidden, isUserInteractionEnabled, !touchesAreBlocked,
            alpha >= GestureConstants.leastHittableAlpha, self.point(inside: point, with: event)
        else { return nil }
        for view in subviews.reversed() {
            if let hit = view.hitTest(view.convertFromSuperview(point), with: event) { return hit }
        }
        return self
    }

    /// Whether a place belongs to the view: its left and top edges do, the others don't.
    open func point(inside point: CGPoint, with event: UIEvent?) -> Bool {
        bounds.contains(point)
    }

    /// Whether a recognizer of this view, or of one around it, may leave *possible* (R-4.15); yes
    /// unless overridden.
    open func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
        true
    }

    /// It is about to get another superview, or none.
    open func willMove(toSuperview newSuperview: UIView?) {}
    /// It has another superview, or none.
    open func didMoveToSuperview() {}
    /// It is about to get into another window, or out of one.
    open func willMove(toWindow newWindow: UIWindow?) {}
    /// It is in another window, or in none.
    open func didMoveToWindow() {}
    /// It holds one view more.
    open func didAddSubview(_ subview: UIView) {}
    /// It is about to hold one view less.
    open func willRemoveSubview(_ subview: UIView) {}
}
