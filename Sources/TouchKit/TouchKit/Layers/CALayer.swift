import TouchKitRaster

/// An object that manages image-based content and allows you to perform animations on that content.
///
/// A view is the node of its layer: the geometry, the background and the order of subviews are
/// stored once. Layers without a view are drawn in the same tree, between the subviews. Changes of
/// a layer's properties outside of `UIView.animate` take effect without an implicit animation.
@MainActor
open class CALayer {
    // MARK: The node

    /// The view and the layer class for which the next layer is created.
    static var viewOfNextLayer: (view: UIView, kind: ObjectIdentifier)?

    /// The node, or `nil` before its first use and after its view was deallocated, which clears the
    /// reference. The node of a layer without a view is retained by `ownNode`.
    @exclusivity(unchecked) nonisolated(unsafe) final unowned(unsafe) var knownNode: UIView?
    /// The node of a layer without a view.
    private var ownNode: LayerNode?
    /// The layer's node in the tree of views: the layer's view, or a `LayerNode`.
    final var node: UIView { knownNode ?? makeNode() }

    /// Creates a layer without a view, with empty bounds at the origin.
    ///
    /// The initializer is required, because a view creates its layer from `layerClass`.
    public required init() {
        guard let (view, kind) = Self.viewOfNextLayer, kind == ObjectIdentifier(type(of: self))
        else { return }
        Self.viewOfNextLayer = nil
        knownNode = view
    }

    /// Creates a copy of another layer without its sublayers, mask and animations. A `layer` of
    /// another type counts as a new layer.
    public init(layer: Any) {
        if let layer = layer as? CALayer { copyProperties(of: layer) }
    }

    private func makeNode() -> UIView {
        let node = LayerNode(layer: self)
        ownNode = node
        knownNode = node
        return node
    }

    /// The view whose layer this is, or `nil` for a layer without a view.
    final var view: UIView? {
        guard let knownNode, ownNode == nil else { return nil }
        return knownNode
    }

    // MARK: Content

    /// The layer's delegate, which is not retained. The delegate of a view's layer is the view,
    /// unless another one was assigned.
    open var delegate: (any CALayerDelegate)? {
        get { ownDelegate ?? view }
        set { ownDelegate = newValue }
    }
    private weak var ownDelegate: (any CALayerDelegate)?
    /// A string that the app can use to identify the layer.
    open var name: String?
    /// The image that is shown over the background, a `UIImage`, or `nil`. Other values show
    /// nothing.
    open var contents: Any? {
        didSet { contentDidChange() }
    }
    /// The scaling and position of `contents` in the bounds: the view's `contentMode`.
    open var contentsGravity: CALayerContentsGravity {
        get { CALayerContentsGravity(node.contentMode) }
        set { if newValue != contentsGravity { node.contentMode = newValue.contentMode } }
    }
    /// The number of pixels per point of the content. Drawing always has the display's resolution,
    /// so the value has no effect.
    open var contentsScale: CGFloat = 1
    /// Whether `draw(in:)` provides content, because `setNeedsDisplay()` was called.
    final var isDisplayed = false
    /// Whether `display()` is running.
    private var isDisplaying = false
    /// A Boolean value that determines whether a change of the bounds calls `draw(in:)` again.
    /// Otherwise the content is adapted to the bounds as `contentsGravity` specifies.
    open var needsDisplayOnBoundsChange = false
    /// A Boolean value that determines whether edges are antialiased. Edges always are, so that
    /// the value has no effect.
    open var allowsEdgeAntialiasing = true
    /// A Boolean value that determines whether the layer is composed into a bitmap. The value has
    /// no effect.
    open var shouldRasterize = false
    /// The scale of the bitmap of `shouldRasterize`. The value has no effect.
    open var rasterizationScale: CGFloat = 1
    /// The actions for changed properties. There are no implicit animations, so the value has no
    /// effect.
    open var actions: [String: Any]?

    // MARK: Appearance

    /// The width of the border inside the bounds, in points. The border is drawn over the content
    /// and the sublayers.
    open var borderWidth: CGFloat = 0 {
        didSet { if borderWidth != oldValue { contentDidChange() } }
    }
    /// The color of the border.
    open var borderColor: CGColor? = .black {
        didSet { if borderColor != oldValue { contentDidChange() } }
    }
    /// The layer whose alpha channel masks the layer and its sublayers, in the layer's coordinates.
    ///
    /// The mask consists of backgrounds, shapes, gradients and sublayers. Images and text are not
    /// part of a mask.
    open var mask: CALayer? {
        didSet {
            oldValue?.maskedLayer = nil
            mask?.maskedLayer = self
            node.setNeedsDisplayWithSubviews()
        }
    }
    /// The layer whose mask this layer is.
    private weak var maskedLayer: CALayer?
    /// The position on the z axis. Sublayers of one layer are drawn in ascending order of their
    /// positions.
    open var zPosition: CGFloat = 0 {
        didSet {
            guard zPosition != oldValue else { return }
            node.superview?.ordersNodesByDepth = true
            node.setNeedsDisplayWithSubviews()
        }
    }
    /// The color of the shadow, or `nil` for no shadow.
    open var shadowColor: CGColor? = .black {
        didSet { if shadowColor != oldValue { contentDidChange() } }
    }
    /// The opacity of the shadow, 0…1. The default of 0 draws no shadow.
    ///
    /// A shadow is a blurred rounded rectangle: the bounds of a layer with a background color, or
    /// the bounding box of `shadowPath`, with the layer's corner radius. Layers that clip have no
    /// shadow.
    open var shadowOpacity: Float = 0 {
        willSet { if newValue != shadowOpacity { contentDidChange() } }
        didSet { if shadowOpacity != oldValue { contentDidChange() } }
    }
    /// The offset of the shadow, in points.
    open var shadowOffset = CGSize(width: 0, height: -3) {
        willSet { if newValue != shadowOffset { contentDidChange() } }
        didSet { if shadowOffset != oldValue { contentDidChange() } }
    }
    /// The blur radius of the shadow, in points.
    open var shadowRadius: CGFloat = 3 {
        willSet { if newValue != shadowRadius { contentDidChange() } }
        didSet { if shadowRadius != oldValue { contentDidChange() } }
    }
    /// The path whose bounding box casts the shadow, or `nil` to use the bounds.
    open var shadowPath: CGPath? {
        willSet { contentDidChange() }
        didSet { contentDidChange() }
    }

    // MARK: Methods for subclasses

    /// Reloads the content of the layer: calls the delegate's `display(_:)`. `setNeedsDisplay()`
    /// calls the method at once.
    open func display() {
        delegate?.display(self)
    }

    /// Draws the layer's content, after `setNeedsDisplay()` was called. The default implementation
    /// calls the delegate's `draw(_:in:)`.
    open func draw(in ctx: CGContext) {
        // The recording of a view calls its `draw(_:)` itself.
        if let ownDelegate { ownDelegate.draw(self, in: ctx) }
    }

    /// Marks the layer's contents as needing to be redrawn in the next frame.
    open func setNeedsDisplay() {
        updateContents()
        node.setNeedsDisplay()
    }

    /// Marks the region within the specified rectangle as needing to be redrawn in the next frame.
    open func setNeedsDisplay(_ r: CGRect) {
        if !isDisplayed { node.needsContent = true }
        updateContents()
        node.setNeedsDisplay(r)
    }

    /// Calls `display()`, unless that method is running and marks the layer again.
    private func updateContents() {
        isDisplayed = true
        if isDisplaying { return }
        isDisplaying = true
        display()
        isDisplaying = false
    }

    /// Does nothing: `setNeedsDisplay()` takes effect at once, and drawing takes place in the next
    /// frame.
    open func displayIfNeeded() {}

    /// Tells the layer to lay out its sublayers. The default implementation calls the delegate's
    /// `layoutSublayers(of:)`.
    open func layoutSublayers() {
        delegate?.layoutSublayers(of: self)
    }

    /// Invalidates the layer's layout; `layoutSublayers()` is called before the next frame.
    open func setNeedsLayout() {
        node.setNeedsLayout()
    }

    /// Lays out the sublayers immediately, if layout updates are pending.
    open func layoutIfNeeded() {
        node.layoutIfNeeded()
    }

    /// Returns whether the layer's bounds contain a point, in the layer's coordinates.
    open func contains(_ p: CGPoint) -> Bool { node.bounds.contains(p) }

    /// Returns the farthest descendant of the layer, including the layer, that contains a point.
    /// Hidden and masked-out layers are skipped.
    ///
    /// - Parameter p: The point, in the superlayer's coordinates.
    open func hitTest(_ p: CGPoint) -> CALayer? {
        guard !isHidden, opacity > 0 else { return nil }
        let point = node.convertFromSuperview(p)
        let isInside = contains(point)
        if masksToBounds && !isInside { return nil }
        for child in node.nodes.reversed() {
            if let hit = child.layer.hitTest(point) { return hit }
        }
        return isInside ? self : nil
    }

    // MARK: Recording

    /// Whether the layer paints more than its background: contents, a border, a shadow or drawing.
    var paints: Bool {
        contents != nil || isDisplayed || shownBorderWidth > 0 || shadowOpacity > 0
    }
    /// The rectangle that the layer's content covers, in the layer's coordinates, or `nil` if the
    /// content is inside of the bounds.
    var paintedExtent: CGRect? { shadowExtent }

    /// Records the content over the background. The context's transform is the layer's.
    func recordContent(into context: DrawingContext) {
        if let image = contents as? UIImage {
            image.draw(in: node.contentMode.rect(of: image.size, in: node.bounds))
        }
    }

    /// Records the content in white with the opacity of its colors, as part of a mask.
    ///
    /// - Parameters:
    ///   - list: The list that records the mask.
    ///   - map: The transform from the layer's coordinates to canvas pixels.
    ///   - opacity: The opacity of the content, 0…1.
    func recordMaskContent(into list: DisplayList, _ map: CGAffineTransform, opacity: CGFloat) {}

    /// Returns the value of a property that belongs to the content, or `nil` if the layer does not
    /// have the property.
    func contentValue(_ property: LayerProperty) -> LayerValue? {
        switch property {
        case .backgroundColor: colorValue(node.backgroundColor)
        case .cornerRadius: .number(node.cornerRadius)
        case .borderWidth: .number(borderWidth)
        case .borderColor: colorValue(borderColor)
        default: nil
        }
    }

    /// Returns a color in the style in which the layer is drawn.
    final func colorValue(_ color: CGColor?) -> LayerValue {
        .color(AnimatableColor(color, style: node.userInterfaceStyle))
    }

    /// Sets a property that belongs to the content.
    func setContentValue(_ value: LayerValue, for property: LayerProperty) {
        switch (property, value) {
        case (.backgroundColor, .color(let value)): backgroundColor = UIColor(value.color)
        case (.cornerRadius, .number(let value)): cornerRadius = value
        case (.borderWidth, .number(let value)): borderWidth = value
        case (.borderColor, .color(let value)): borderColor = UIColor(value.color)
        default: break
        }
    }

    /// Copies the properties of another layer, except for sublayers, mask and animations.
    func copyProperties(of other: CALayer) {
        bounds = other.bounds
        anchorPoint = other.anchorPoint
        position = other.position
        transform = other.transform
        opacity = other.opacity
        isHidden = other.isHidden
        masksToBounds = other.masksToBounds
        backgroundColor = other.backgroundColor
        cornerRadius = other.cornerRadius
        contents = other.contents
        contentsGravity = other.contentsGravity
        contentsScale = other.contentsScale
        borderWidth = other.borderWidth
        borderColor = other.borderColor
        shadowColor = other.shadowColor
        shadowOpacity = other.shadowOpacity
        shadowOffset = other.shadowOffset
        shadowRadius = other.shadowRadius
        shadowPath = other.shadowPath
        zPosition = other.zPosition
        name = other.name
    }

    /// Marks the layer's area as damaged, after its content has changed.
    final func contentDidChange() {
        knownNode?.setNeedsDisplayWithSubviews()
        maskDidChange()
    }

    /// Changes the layer's node, and marks the area of the layer that this layer masks as damaged.
    final func updateNode(_ update: (UIView) -> Void) {
        update(node)
        maskDidChange()
    }

    /// Marks the area of the layer that this layer masks as damaged.
    final func maskDidChange() {
        if let maskedLayer { maskedLayer.node.setNeedsDisplayWithSubviews() }
        if maskedLayer == nil, let superlayer = knownNode?.superview?.knownLayer,
            superlayer.ownNode != nil
        {
            superlayer.maskDidChange()
        }
    }
}

extension CALayer: Hashable {
    /// Returns whether both references are to the same object.
    public nonisolated static func == (left: CALayer, right: CALayer) -> Bool { left === right }

    /// Hashes the object's identity.
    public nonisolated func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}
