import TouchKitRaster

extension CALayer {
    /// Returns the shown number of a property, during an animation the animated one.
    func shown(_ property: LayerProperty, _ value: CGFloat) -> CGFloat {
        if case .number(let animated)? = animated(property) { return animated }
        return value
    }

    /// The shown width of the border, in points.
    var shownBorderWidth: CGFloat { shown(.borderWidth, borderWidth) }

    /// Returns the value that the layer's animations show for a property of the content, or `nil`
    /// if no animation changes the property.
    func animated(_ property: LayerProperty) -> LayerValue? {
        knownNode?.layerAnimations?[property]
    }

    /// Returns the shown paint for a color property, during an animation the animated one, or `nil`
    /// for no color.
    func shownPaint(
        _ property: LayerProperty, _ color: CGColor?, in context: DrawingContext
    ) -> Paint? {
        if case .color(let color)? = animated(property) {
            return .color(color.pixelColor(opacity: context.opacity))
        }
        return color.map { context.paint($0, alpha: 1) }
    }

    /// Returns white with the opacity of a color property, for a mask.
    func maskPaint(_ property: LayerProperty, _ color: CGColor?, opacity: CGFloat) -> Paint? {
        var alpha = color.map { CGFloat($0.pixelColor(opacity: 1).alpha) / 255 }
        if case .color(let color)? = animated(property) {
            alpha = CGFloat(color.color.alpha) / 255
        }
        return alpha.map { .color(.fractions(red: 1, green: 1, blue: 1, alpha: $0 * opacity)) }
    }

    /// Records the border over the content and the sublayers.
    func recordBorder(into context: DrawingContext, _ map: CGAffineTransform, opacity: CGFloat) {
        let width = shownBorderWidth
        context.begin(map: map, opacity: opacity)
        defer { context.end() }
        guard let paint = shownPaint(.borderColor, borderColor, in: context) else { return }
        let rect = node.presentationBounds.insetBy(dx: width / 2, dy: width / 2)
        let radius = max(node.presentationCornerRadius - width / 2, 0)
        context.shape.path.addRoundedRect(rect, cornerRadius: radius)
        context.list.stroke(
            context.shape.path, map: map,
            style: LineStyle(width: width, cap: .butt, join: .miter), paint: paint)
        context.shape.removeAllPoints()
    }

    /// Records the layer and its sublayers as a mask.
    ///
    /// - Parameters:
    ///   - list: The list that records the mask.
    ///   - toCanvas: The transform from the superlayer's coordinates to canvas pixels.
    ///   - opacity: The opacity of the superlayer, 0…1.
    func recordMask(into list: DisplayList, toCanvas: CGAffineTransform, opacity: CGFloat) {
        guard node.isDrawn else { return }
        let map = node.presentationTransformToSuperview.concatenating(toCanvas)
        let opacity = opacity * node.presentationAlpha
        if let paint = maskPaint(.backgroundColor, node.backgroundColor, opacity: opacity) {
            var path = Path()
            path.addRoundedRect(
                node.presentationBounds, cornerRadius: node.presentationCornerRadius)
            list.fill(path, map: map, rule: .nonzero, paint: paint)
        }
        recordMaskContent(into: list, map, opacity: opacity)
        for child in node.nodes {
            child.layer.recordMask(into: list, toCanvas: map, opacity: opacity)
        }
    }
}
