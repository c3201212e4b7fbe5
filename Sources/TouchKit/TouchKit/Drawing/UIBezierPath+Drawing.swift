import TouchKitRaster

extension UIBezierPath {
    /// Draws a line along the path using the current stroke color.
    public func stroke() {
        DrawingContext.current?.stroke(self, alpha: 1)
    }

    /// Paints the region enclosed by the path using the current fill color; open subpaths are
    /// closed implicitly.
    public func fill() {
        DrawingContext.current?.fill(self, alpha: 1)
    }

    /// Draws a line along the path using the specified blend mode and transparency value.
    ///
    /// - Parameters:
    ///   - blendMode: The blend mode.
    ///   - alpha: An additional opacity, 0…1.
    public func stroke(with blendMode: CGBlendMode, alpha: CGFloat) {
        DrawingContext.current?.with(blendMode) { $0.stroke(self, alpha: alpha) }
    }

    /// Paints the region enclosed by the path using the specified blend mode and transparency
    /// value.
    ///
    /// - Parameters:
    ///   - blendMode: The blend mode.
    ///   - alpha: An additional opacity, 0…1.
    public func fill(with blendMode: CGBlendMode, alpha: CGFloat) {
        DrawingContext.current?.with(blendMode) { $0.fill(self, alpha: alpha) }
    }
}

extension DrawingContext {
    /// Fills a path, in the view's coordinates, with the fill color and an additional opacity
    /// `alpha`, 0…1.
    func fill(_ path: UIBezierPath, alpha: CGFloat) {
        if let recording { return recording.appendFill(path, fillColor, alpha: alpha, self) }
        if blends(fillColor, alpha: alpha, { fill(path, alpha: 1) }) { return }
        list.fill(
            path.path, map: map, rule: path.fillRule, paint: paint(fillColor, alpha: alpha),
            tolerance: path.tolerance)
    }

    /// Strokes a path, in the view's coordinates, with the stroke color and an additional opacity
    /// `alpha`, 0…1.
    func stroke(_ path: UIBezierPath, alpha: CGFloat) {
        if let recording { return recording.appendStroke(path, strokeColor, alpha: alpha, self) }
        if blends(strokeColor, alpha: alpha, { stroke(path, alpha: 1) }) { return }
        // A fast path for a single line segment, the most common stroke of touch drawing.
        if path.path.isSingleLine, path.style.dashes.isEmpty, map.preservesAngles,
            strokeColor.pattern == nil
        {
            let points = path.path.points
            list.stroke(
                from: points[0].applying(map), to: points[1].applying(map),
                width: path.lineWidth * map.stretch, cap: path.style.cap,
                color: strokeColor.pixelColor(opacity: opacity * alpha, style: style))
            return
        }
        // A fast path for lines with round caps and joins, such as pen strokes.
        if path.style.cap == .round, path.style.join == .round, path.style.dashes.isEmpty,
            map.preservesAngles, strokeColor.pattern == nil
        {
            let color = strokeColor.pixelColor(opacity: opacity * alpha, style: style)
            list.polyline(
                along: path.path, map: map, tolerance: path.tolerance,
                width: path.lineWidth * map.stretch, color: color
            ) { line in
                path.forEachSegment(map: map, tolerance: path.tolerance) {
                    line.add(from: $0.start, to: $0.end)
                }
            }
            return
        }
        list.stroke(
            path.path, map: map, style: path.style, paint: paint(strokeColor, alpha: alpha),
            tolerance: path.tolerance)
    }

    /// Returns the rasterizer's paint for a color or pattern, with its opacity multiplied by the
    /// view's opacity and by `alpha`.
    func paint(_ color: UIColor, alpha: CGFloat) -> Paint {
        guard let pattern = color.pattern else {
            return .color(color.pixelColor(opacity: opacity * alpha, style: style))
        }
        let size = 1 / pattern.image.scale
        return .pattern(
            pattern.image.bitmap,
            map: CGAffineTransform(scaleX: size, y: size).concatenating(initialMap),
            opacity: pattern.alpha * opacity * alpha)
    }
}
