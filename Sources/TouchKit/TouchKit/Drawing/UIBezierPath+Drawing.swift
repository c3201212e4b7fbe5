import TouchKitRaster

extension UIBezierPath {
    /// Strokes the path with the stroke colour, in the running `draw(_:)`.
    public func stroke() {
        DrawingContext.current?.stroke(self, alpha: 1)
    }

    /// Fills the path with the fill colour, in the running `draw(_:)`; open subpaths are filled as if
    /// they were closed.
    public func fill() {
        DrawingContext.current?.fill(self, alpha: 1)
    }

    /// Strokes the path with the stroke colour made more translucent, 0…1.
    public func stroke(with blendMode: CGBlendMode, alpha: CGFloat) {
        DrawingContext.current?.stroke(self, alpha: alpha)
    }

    /// Fills the path with the fill colour made more translucent, 0…1.
    public func fill(with blendMode: CGBlendMode, alpha: CGFloat) {
        DrawingContext.current?.fill(self, alpha: alpha)
    }
}

extension DrawingContext {
    /// Fills a path of the view with the fill colour.
    func fill(_ path: UIBezierPath, alpha: CGFloat) {
        list.fill(
            path.path, map: map, rule: path.fillRule, paint: paint(fillColor, alpha: alpha),
            tolerance: path.tolerance)
    }

    /// Strokes a path of the view with the stroke colour.
    func stroke(_ path: UIBezierPath, alpha: CGFloat) {
        // One straight line has a faster way, and is most of what fingers draw.
        if path.path.isSingleLine, path.style.dashes.isEmpty, map.keepsAngles,
            strokeColor.pattern == nil
        {
            let points = path.path.points
            list.stroke(
                from: points[0].applying(map), to: points[1].applying(map),
                width: path.lineWidth * map.stretch, cap: path.lineCapStyle.lineCap,
                color: strokeColor.pixelColor(opacity: opacity * alpha))
            return
        }
        // So are lines with round ends and joints, such as a pen's.
        if path.lineCapStyle == .round, path.lineJoinStyle == .round, path.style.dashes.isEmpty,
            map.keepsAngles, strokeColor.pattern == nil
        {
            let color = strokeColor.pixelColor(opacity: opacity * alpha)
            list.polyline(
                along: path.path, map: map, tolerance: path.tolerance,
                width: path.lineWidth * map.stretch, color: color
            ) { line in
                path.forEachPiece(map: map, tolerance: path.tolerance) {
                    line.add(from: $0.start, to: $0.end)
                }
            }
            return
        }
        list.stroke(
            path.path, map: map, style: path.style, paint: paint(strokeColor, alpha: alpha),
            tolerance: path.tolerance)
    }

    /// What a colour paints with on this view.
    func paint(_ color: UIColor, alpha: CGFloat) -> Paint {
        guard let pattern = color.pattern else {
            return .color(color.pixelColor(opacity: opacity * alpha))
        }
        let size = 1 / pattern.image.scale
        return .pattern(
            pattern.image.bitmap,
            map: CGAffineTransform(scaleX: size, y: size).concatenating(map),
            opacity: pattern.alpha * opacity * alpha)
    }
}
