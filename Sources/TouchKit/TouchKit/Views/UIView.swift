/// An object that manages the content for a rectangular area on the screen.
@MainActor
open class UIView: UIResponder {
    // MARK: Hierarchy

    /// The receiver's superview, or `nil` if it has none.
    public internal(set) var superview: UIView? {
        get { unretainedSuperview }
        set { unretainedSuperview = newValue }
    }
    /// The superview, which removes itself here when it is deallocated. Each touch and each frame
    /// follows this reference many times; a weak reference would make every use of a view slower.
    @exclusivity(unchecked) nonisolated(unsafe) private unowned(unsafe) var unretainedSuperview:
        UIView?
    /// The nodes of the layer tree directly below the view, from the back to the front: the
    /// subviews, and a `LayerNode` for each sublayer without a view.
    @exclusivity(unchecked) final var nodes: [UIView] = []
    /// The number of elements of `nodes` that are not subviews.
    @exclusivity(unchecked) final var plainLayerCount = 0
    /// Whether an element of `nodes` may have a `zPosition` other than 0.
    @exclusivity(unchecked) final var ordersNodesByDepth = false
    /// The receiver's immediate subviews, from the back to the front. If the view's layer has
    /// sublayers without a view, the array is created at each access.
    public var subviews: [UIView] {
        plainLayerCount == 0 ? nodes : nodes.filter { !($0 is LayerNode) }
    }
    /// The layer of the view, or `nil` if `layer` was never used. The reference is valid because
    /// `retainedLayer` retains a view's layer until the view is deallocated. A `LayerNode` is only
    /// retained by its layer, or by a superlayer, and then also retains its layer.
    @exclusivity(unchecked) nonisolated(unsafe) final unowned(unsafe) var knownLayer: CALayer?
    /// Whether `knownLayer` is not `nil`. Reading the layer is slower.
    @exclusivity(unchecked) final var hasLayer = false
    /// The layer, if the view retains the layer.
    @exclusivity(unchecked) nonisolated(unsafe) final var retainedLayer: CALayer?
    /// The view controller whose root view is this view, or `nil` if no view controller manages the
    /// view.
    weak var viewController: UIViewController?

    // MARK: Geometry

    /// The bounds rectangle, which describes the view's location and size in its own coordinate
    /// system, in points. Changing the origin scrolls the subviews.
    @exclusivity(unchecked) open var bounds: CGRect {
        didSet { if bounds != oldValue { boundsDidChange(from: oldValue) } }
    }
    /// The center point of the view's frame rectangle, in its superview's coordinate system.
    @exclusivity(unchecked) open var center: CGPoint {
        didSet { if center != oldValue { centerDidChange(from: oldValue) } }
    }
    /// The transform applied to the view, relative to the center of its bounds.
    @exclusivity(unchecked) open var transform = CGAffineTransform.identity {
        didSet { if transform != oldValue { transformDidChange(from: oldValue) } }
    }

    /// The point of the bounds that `center` positions and around which `transform` is applied, as
    /// fractions of the size: the layer's `anchorPoint`.
    @exclusivity(unchecked) final var anchor = CGPoint(x: 0.5, y: 0.5) {
        willSet { if newValue != anchor { setNeedsDisplayWithSubviews() } }
        didSet { if anchor != oldValue { setNeedsDisplayWithSubviews() } }
    }

    /// The frame rectangle, which describes the view's location and size in its superview's
    /// coordinate system, in points.
    ///
    /// For a transformed view, the frame is the bounding box, whereas in UIKit it is undefined.
    open var frame: CGRect {
        get { frameOfBounds }
        set { setBoundsAndCenter(from: newValue) }
    }

    // MARK: Appearance

    /// A Boolean value that determines whether the view is hidden. A hidden view and its subviews
    /// are not drawn and receive no touches.
    @exclusivity(unchecked) open var isHidden = false {
        didSet {
            guard isHidden != oldValue else { return }
            setNeedsDisplayWithSubviews(asIfVisible: true)
            superview?.subviewSizeDidChange()
        }
    }
    /// The view's alpha value, from 0 (transparent) to 1 (opaque), which also applies to its
    /// subviews.
    @exclusivity(unchecked) open var alpha: CGFloat = 1 {
        didSet { if alpha != oldValue { alphaDidChange(from: oldValue) } }
    }
    /// A Boolean value that determines whether the view is opaque. The value does not affect
    /// drawing in TouchKit.
    open var isOpaque = true
    /// The view's background color, or `nil` for a transparent background.
    @exclusivity(unchecked) open var backgroundColor: UIColor? {
        didSet { if backgroundColor != oldValue { backgroundColorDidChange(from: oldValue) } }
    }
    /// A Boolean value that determines whether subviews are confined to the bounds of the view. The
    /// view's own drawing is always clipped.
    @exclusivity(unchecked) open var clipsToBounds = false {
        // Invalidation must run while clipping is off, because the pixels that change are outside
        // of the bounds.
        willSet { if newValue && !clipsToBounds { setNeedsDisplayWithSubviews() } }
        didSet { if oldValue && !clipsToBounds { setNeedsDisplayWithSubviews() } }
    }

    /// The radius of the rounded corners of the view's background, in points. If `clipsToBounds` is
    /// `true`, the radius also applies to the content and the subviews.
    ///
    /// In UIKit, only `layer` has this property. TouchKit supports `layer.cornerRadius` as well.
    @exclusivity(unchecked) open var cornerRadius: CGFloat = 0 {
        didSet { if cornerRadius != oldValue { setNeedsDisplayWithSubviews() } }
    }

    /// The user interface style of the view and its subviews; unspecified for the superview's
    /// style.
    open var overrideUserInterfaceStyle = UIUserInterfaceStyle.unspecified {
        didSet {
            guard overrideUserInterfaceStyle != oldValue else { return }
            discardContentOfSubtree()
            setNeedsDisplayWithSubviews()
        }
    }
    /// The tint color of the view, or `nil` for the superview's.
    var ownTintColor: UIColor?
    /// The first tint color in the view's hierarchy that was assigned, from the view itself up, or
    /// `systemBlue`. Assigning `nil` restores the superview's color.
    open var tintColor: UIColor! {
        get { inheritedTintColor }
        set { changeTintColor(to: newValue) }
    }

    /// How the view's frame changes when the superview's size changes. The default is empty: the
    /// frame does not change.
    open var autoresizingMask: AutoresizingMask = []
    /// A Boolean value that determines whether the subviews' `autoresizingMask` has an effect.
    open var autoresizesSubviews = true
    /// The insets that you use to determine the safe area for the view: always zero, because
    /// nothing covers a kiosk's screen.
    open var safeAreaInsets: UIEdgeInsets { .zero }

    /// How the content that `draw(_:)` drew is adapted when the bounds change, and where the
    /// layer's `contents` are placed: the layer's `contentsGravity`. The default stretches the
    /// content; `redraw` calls `draw(_:)` again.
    @exclusivity(unchecked) open var contentMode = ContentMode.scaleToFill {
        didSet { if contentMode != oldValue { contentModeDidChange() } }
    }
    /// Whether the view stores what `draw(_:)` drew, as UIKit does. Not part of UIKit.
    ///
    /// The default is `true`: `draw(_:)` is only called after `setNeedsDisplay()`, for the first
    /// display, and after a change of the bounds with the content mode `redraw`. Return `false` for
    /// a view whose `draw(_:)` shall be called whenever a part of the view is repainted, and
    /// which stores nothing. That fits views that draw a `StrokeDrawing`, `WetInk`, or many small
    /// items of which `needsToDraw(_:)` skips most.
    open class var hasBackingStore: Bool { true }
    /// Whether the whole content is drawn after a partial invalidation, and after a change of the
    /// bounds in each content mode.
    class var drawsWholeContent: Bool { false }
    /// The stored content, or `nil` if nothing was drawn.
    @exclusivity(unchecked) final var backingStore: BackingStore?
    /// Whether the whole content must be drawn before it is shown.
    @exclusivity(unchecked) final var needsContent = true
    /// The user interface style for which the whole content was last drawn, also if nothing was
    /// drawn.
    @exclusivity(unchecked) final var contentStyle = UIUserInterfaceStyle.unspecified
    /// The part of the content that must be drawn before it is shown, in the view's coordinates.
    @exclusivity(unchecked) final var contentDamage = CGRect.null

    /// Whether the view's window has changed, and `didMoveToWindow()` was not called yet.
    @exclusivity(unchecked) final var awaitsDidMoveToWindow = false

    /// Whether the view needs layout.
    @exclusivity(unchecked) var needsLayout = true
    /// Whether a descendant of the view may need layout.
    @exclusivity(unchecked) var subtreeNeedsLayout = false

    /// The running animations of the view's properties, or `nil` if no property is animated.
    @exclusivity(unchecked) var animated: ViewAnimations?
    /// The explicit animations of the view's layer, or `nil` if there are none.
    @exclusivity(unchecked) var layerAnimations: LayerAnimations?

    // MARK: Touches

    /// A Boolean value that determines whether touches are delivered to the view and its subviews.
    /// Changing the value does not affect current touches.
    @exclusivity(unchecked) open var isUserInteractionEnabled = true
    /// A Boolean value that indicates whether the view receives more than one touch at a time
    ///
    @exclusivity(unchecked) open var isMultipleTouchEnabled = false
    /// A Boolean value that indicates whether the view receives touches exclusively. An exclusive
    /// view receives touches only while no other view of its window has touches. While the
    /// exclusive view has touches, the other views receive no new touches.
    @exclusivity(unchecked) open var isExclusiveTouch = false
    /// The attached gesture recognizers, in order of addition.
    @exclusivity(unchecked) var recognizers: [UIGestureRecognizer] = []
    /// Whether a running animation without `allowUserInteraction` excludes the view from hit
    /// testing.
    @exclusivity(unchecked) var isTouchBlockedByAnimation = false
    /// The number of touches delivered to the view by phase, for the touch audit.
    @exclusivity(unchecked) package var touchCounts = TouchCounts()

    /// An integer that the app can use to identify the view.
    open var tag = 0

    /// Creates a view with the specified frame rectangle.
    public init(frame: CGRect) {
        bounds = CGRect(origin: .zero, size: frame.standardized.size)
        center = CGPoint(x: frame.midX, y: frame.midY)
        super.init()
        // Layers of other classes may draw without any access to `layer`.
        if Self.layerClass != CALayer.self { _ = layer }
    }

    /// The class of the view's layer. Override this property to return `CAShapeLayer.self`, for
    /// example. The view creates its layer with `init()`.
    open class var layerClass: AnyClass { CALayer.self }

    /// The view's Core Animation layer, which is the view's node in the layer tree: its geometry,
    /// appearance and sublayers are the view's.
    public var layer: CALayer { knownLayer ?? makeLayer() }

    /// Creates a view with an empty frame.
    public convenience override init() {
        self.init(frame: .zero)
    }

    // A deinitializer is not isolated, so the properties that it changes, also in `CALayer`, are
    // `nonisolated(unsafe)`. As in UIKit, the last reference to a view must be released on the main
    // thread.
    deinit {
        for view in nodes {
            view.unretainedSuperview = nil
            if view is LayerNode { view.retainedLayer = nil }
        }
        retainedLayer?.knownNode = nil
    }

    /// The view controller whose root view is this view, or otherwise the superview.
    open override var next: UIResponder? { viewController ?? superview }

    override var responderWindow: UIWindow? { window }

    /// The receiver's window object, or `nil` if it has none.
    open var window: UIWindow? { superview?.window }

    /// Called after a subview was hidden or shown, or its intrinsic size has changed.
    func subviewSizeDidChange() {}

    /// Called before `didMoveToWindow()`, so that scroll views stop their motion even if a subclass
    /// overrides that method.
    func windowDidChange() {}

    // MARK: Methods for subclasses

    /// Draws the receiver's content within the passed-in rectangle, over its background. The
    /// default implementation draws nothing.
    ///
    /// The view stores what is drawn; see `hasBackingStore`. The method is not called when the view
    /// or a subview moves, or when `alpha`, `transform`, the background or a view nearby changes.
    ///
    /// - Parameter rect: The part of the bounds to draw: all of it, or the union of the rectangles
    ///   that were passed to `setNeedsDisplay(_:)`. The former content remains outside of `rect`.
    open func draw(_ rect: CGRect) {}

    /// Marks the receiver's entire bounds rectangle as needing to be redrawn in the next frame.
    open func setNeedsDisplay() {
        needsContent = true
        setNeedsDisplay(bounds)
    }

    /// Marks the specified rectangle of the receiver as needing to be redrawn in the next frame.
    ///
    /// After the first call for a part of the bounds, the view stores its content as a bitmap.
    open func setNeedsDisplay(_ rect: CGRect) {
        invalidate(invalidatedRect(rect))
    }

    /// Lays out subviews. The default implementation does nothing.
    ///
    /// TouchKit calls this method before the next touch delivery or frame, if the size or the
    /// subviews have changed, `setNeedsLayout()` was called, or the view is new.
    open func layoutSubviews() {}

    /// Invalidates the current layout of the receiver and triggers a layout update before the next
    /// touch delivery or frame.
    open func setNeedsLayout() {
        requestLayout()
    }

    /// Lays out the subviews immediately, if layout updates are pending. Inside of an animation
    /// block, the resulting changes are animated.
    open func layoutIfNeeded() {
        layoutSubtreeIfNeeded()
    }

    /// Returns the size that best fits the specified size, in points. The default implementation
    /// returns the view's current size.
    open func sizeThatFits(_ size: CGSize) -> CGSize { bounds.size }

    /// The natural size for the receiving view, considering only its own content, in points. A
    /// dimension without a natural size is `noIntrinsicMetric`.
    open var intrinsicContentSize: CGSize {
        CGSize(width: Self.noIntrinsicMetric, height: Self.noIntrinsicMetric)
    }

    /// Invalidates the view's intrinsic content size. A stack view that contains the view is laid
    /// out again.
    open func invalidateIntrinsicContentSize() {
        superview?.subviewSizeDidChange()
    }

    // MARK: Methods of the layer's delegate

    /// Tells the view that its layer's bounds or sublayers have changed. The default implementation
    /// calls `layoutSubviews()`.
    open func layoutSublayers(of layer: CALayer) {
        layoutSubviews()
    }

    /// Draws the content of another layer for which the view is the delegate. The default
    /// implementation does nothing; the view's own content is drawn by `draw(_:)`.
    open func draw(_ layer: CALayer, in ctx: CGContext) {}

    /// Provides the content of a layer for which the view is the delegate. The default
    /// implementation does nothing, so that the layer calls its `draw(in:)`.
    open func display(_ layer: CALayer) {}

    /// Called after the view's `tintColor` has changed, because a color was assigned to the view or
    /// a superview, or the view has moved.
    open func tintColorDidChange() {}

    /// Returns the farthest descendant in the view hierarchy, including the view itself, that
    /// contains the specified point and can receive touches, or `nil` if there is no such view
    ///
    ///
    /// - Parameters:
    ///   - point: The point, in the receiver's coordinate system.
    ///   - event: The event for which the view is searched, or `nil` for a search without an event.
    open func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
        guard !isHidden, isUserInteractionEnabled, !isTouchBlockedByAnimation,
            alpha >= GestureConstants.minimumHitTestAlpha, self.point(inside: point, with: event)
        else { return nil }
        for view in nodes.reversed() {
            if let hit = view.hitTest(view.convertFromSuperview(point), with: event) { return hit }
        }
        return self
    }

    /// Returns whether the receiver contains the specified point. Points on the left and top edges
    /// are inside; points on the right and bottom edges are outside.
    open func point(inside point: CGPoint, with event: UIEvent?) -> Bool {
        bounds.contains(point)
    }

    /// Asks the view if a gesture recognizer, of this view or an ancestor, should be allowed to
    /// continue tracking touch events. The default implementation returns `true`.
    open func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
        true
    }

    /// Unlinks the view from its superview and its window, and cancels its touches.
    open func removeFromSuperview() { unlinkFromSuperview() }

    /// Tells the view that its superview is about to change to the specified superview, which may
    /// be `nil`.
    open func willMove(toSuperview newSuperview: UIView?) {}
    /// Tells the view that its superview has changed.
    open func didMoveToSuperview() {}
    /// Tells the view that its window object is about to change; `newWindow` may be `nil`.
    open func willMove(toWindow newWindow: UIWindow?) {}
    /// Tells the view that its window object has changed.
    open func didMoveToWindow() {}
    /// Tells the view that a subview was added.
    open func didAddSubview(_ subview: UIView) {}
    /// Tells the view that a subview is about to be removed.
    open func willRemoveSubview(_ subview: UIView) {}
}
