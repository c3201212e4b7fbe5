import TouchKitRaster

/// A layer that draws a Bézier path in its coordinate space, over its background.
///
/// The path may extend beyond the layer's bounds.
@MainActor
open class CAShapeLayer: CALayer {
    /// The path, or `nil`. The layer copies the path.
    open var path: CGPath? {
        willSet { contentDidChange() }
        didSet {
            path = path?.copy()
            updateStrokedPath()
            contentDidChange()
        }
    }
    /// The color used to fill the path, or `nil` for no fill.
    open var fillColor: CGColor? = .black {
        didSet { if fillColor != oldValue { contentDidChange() } }
    }
    /// The rule that determines which areas are inside the path.
    open var fillRule = CAShapeLayerFillRule.nonZero {
        didSet { if fillRule != oldValue { contentDidChange() } }
    }
    /// The color used to stroke the path, or `nil` for no stroke.
    open var strokeColor: CGColor? {
        willSet { if newValue != strokeColor { contentDidChange() } }
        didSet { if strokeColor != oldValue { contentDidChange() } }
    }
    /// The line width, in points.
    open var lineWidth: CGFloat = 1 {
        willSet { if newValue != lineWidth { contentDidChange() } }
        didSet { if lineWidth != oldValue { contentDidChange() } }
    }
    /// The style of the ends of the line.
    open var lineCap = CAShapeLayerLineCap.butt {
        willSet { if newValue != lineCap { contentDidChange() } }
        didSet { if lineCap != oldValue { contentDidChange() } }
    }
    /// The style of the joins of the line.
    open var lineJoin = CAShapeLayerLineJoin.miter {
        willSet { if newValue != lineJoin { contentDidChange() } }
        didSet { if lineJoin != oldValue { contentDidChange() } }
    }
    /// The ratio of miter length to line width beyond which joins are beveled.
    open var miterLimit: CGFloat = 10 {
        willSet { if newValue != miterLimit { contentDidChange() } }
        didSet { if miterLimit != oldValue { contentDidChange() } }
    }
    /// The alternating lengths of dashes and gaps, in points, or `nil` for a solid line.
    open var lineDashPattern: [CGFloat]? {
        didSet { if lineDashPattern != oldValue { contentDidChange() } }
    }
    /// The offset into the dash pattern at the start of the path, in points.
    open var lineDashPhase: CGFloat = 0 {
        didSet { if lineDashPhase != oldValue { contentDidChange() } }
    }
    /// The fraction of the path's length at which stroking begins, 0…1.
    open var strokeStart: CGFloat = 0 {
        didSet { if strokeStart != oldValue { strokedPartDidChange() } }
    }
    /// The fraction of the path's length at which stroking ends, 0…1.
    open var strokeEnd: CGFloat = 1 {
        didSet { if strokeEnd != oldValue { strokedPartDidChange() } }
    }
    /// The part of the path between `strokeStart` and `strokeEnd`.
    private var strokedPath = Path()

    private func strokedPartDidChange() {
        updateStrokedPath()
        contentDidChange()
    }

    private func updateStrokedPath() {
        strokedPath = path?.path.part(from: strokeStart, to: strokeEnd) ?? Path()
    }

    // MARK: Recording

    override var paints: Bool { path != nil || super.paints }

    override var paintedExtent: CGRect? {
        guard let path = shownPath else { return shadowExtent }
        // The corner of a square cap is half a line width beyond the end and to the side.
        let factor = lineJoin == .miter ? max(miterLimit, 1.5) : 1.5
        let reach = hasStroke ? shown(.lineWidth, lineWidth) / 2 * factor : 0
        let extent = path.bounds.insetBy(dx: -reach, dy: -reach)
        return shadowExtent.map { $0.union(extent) } ?? extent
    }

    private var hasStroke: Bool {
        strokeColor != nil || animated(.strokeColor) != nil
    }

    /// The path as currently shown.
    private var shownPath: Path? {
        if case .path(let path)? = animated(.path) { return path.path }
        return path?.path
    }

    /// The stroked part of the path as currently shown.
    private var shownStrokedPath: Path {
        guard let path = shownPath,
            animated(.path) != nil || animated(.strokeStart) != nil || animated(.strokeEnd) != nil
        else { return strokedPath }
        return path.part(
            from: shown(.strokeStart, strokeStart), to: shown(.strokeEnd, strokeEnd))
    }

    private var style: LineStyle {
        var style = LineStyle(
            width: shown(.lineWidth, lineWidth), cap: lineCap.lineCap, join: lineJoin.lineJoin,
            miterLimit: miterLimit)
        style.dashes = lineDashPattern ?? []
        style.dashPhase = shown(.lineDashPhase, lineDashPhase)
        return style
    }

    override func recordContent(into context: DrawingContext) {
        if let path = shownPath {
            if let paint = shownPaint(.fillColor, fillColor, in: context) {
                context.list.fill(path, map: context.map, rule: fillRule.fillRule, paint: paint)
            }
            if let paint = shownPaint(.strokeColor, strokeColor, in: context) {
                context.list.stroke(
                    shownStrokedPath, map: context.map, style: style, paint: paint)
            }
        }
        super.recordContent(into: context)
    }

    override func recordMaskContent(
        into list: DisplayList, _ map: CGAffineTransform, opacity: CGFloat
    ) {
        guard let path = shownPath else { return }
        if let paint = maskPaint(.fillColor, fillColor, opacity: opacity) {
            list.fill(path, map: map, rule: fillRule.fillRule, paint: paint)
        }
        if let paint = maskPaint(.strokeColor, strokeColor, opacity: opacity) {
            list.stroke(shownStrokedPath, map: map, style: style, paint: paint)
        }
    }

    override func contentValue(_ property: LayerProperty) -> LayerValue? {
        switch property {
        case .path: path.map { .path($0) }
        case .fillColor: colorValue(fillColor)
        case .strokeColor: colorValue(strokeColor)
        case .lineWidth: .number(lineWidth)
        case .lineDashPhase: .number(lineDashPhase)
        case .strokeStart: .number(strokeStart)
        case .strokeEnd: .number(strokeEnd)
        default: super.contentValue(property)
        }
    }

    override func setContentValue(_ value: LayerValue, for property: LayerProperty) {
        switch (property, value) {
        case (.path, .path(let value)): path = value
        case (.fillColor, .color(let value)): fillColor = UIColor(value.color)
        case (.strokeColor, .color(let value)): strokeColor = UIColor(value.color)
        case (.lineWidth, .number(let value)): lineWidth = value
        case (.lineDashPhase, .number(let value)): lineDashPhase = value
        case (.strokeStart, .number(let value)): strokeStart = value
        case (.strokeEnd, .number(let value)): strokeEnd = value
        default: super.setContentValue(value, for: property)
        }
    }

    override func copyProperties(of other: CALayer) {
        super.copyProperties(of: other)
        guard let other = other as? CAShapeLayer else { return }
        path = other.path
        fillColor = other.fillColor
        fillRule = other.fillRule
        strokeColor = other.strokeColor
        lineWidth = other.lineWidth
        lineCap = other.lineCap
        lineJoin = other.lineJoin
        miterLimit = other.miterLimit
        lineDashPattern = other.lineDashPattern
        lineDashPhase = other.lineDashPhase
        strokeStart = other.strokeStart
        strokeEnd = other.strokeEnd
    }
}
