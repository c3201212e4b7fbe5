import Raster

extension UIView {
    /// Records what it and its subviews draw inside a region.
    ///
    /// - Parameters:
    ///   - region: The part of the canvas, in pixels.
    ///   - context: Where drawing calls go.
    ///   - toCanvas: The map from the superview's coordinates to canvas pixels.
    ///   - opacity: How opaque the views around it are.
    func record(
        _ region: Region, into context: DrawingContext, toCanvas: CGAffineTransform,
        opacity: CGFloat
    ) {
        guard isDrawn else { return }
        let map = shownTransformToSuperview.concatenating(toCanvas)
        let opacity = opacity * shownAlpha
        let box = PixelRect(covering: shownBounds.applying(map))
        let part = Self.part(of: region, in: box)
        if part.isEmpty && clipsToBounds { return }
        context.list.pushClip(box)
        if !part.isEmpty {
            recordOwn(part, into: context, map, opacity: opacity)
        }
        if !clipsToBounds { context.list.popClip() }
        for view in subviews {
            view.record(region, into: context, toCanvas: map, opacity: opacity)
        }
        if clipsToBounds { context.list.popClip() }
    }

    /// Records its background and what it draws itself.
    private func recordOwn(
        _ part: PixelRect, into context: DrawingContext, _ map: CGAffineTransform, opacity: CGFloat
    ) {
        context.begin(map: map, opacity: opacity)
        if let moving = animated?.backdrop?.shown {
            context.fill(shownBounds, pixels: moving.pixelColor(opacity: opacity))
        } else if let backgroundColor {
            context.fill(shownBounds, color: backgroundColor)
        }
        if let contentStretch {
            let contentMap = contentStretch.concatenating(map)
            context.begin(map: contentMap, opacity: opacity)
            draw(rectToDraw(part, contentMap))
        }
        context.end()
    }

    /// The box around what a region has of a rectangle.
    private static func part(of region: Region, in box: PixelRect) -> PixelRect {
        var part = PixelRect.empty
        for rect in region.rects { part = part.union(rect.intersection(box)) }
        return part
    }

    /// The part of the view, in its own coordinates, that covers canvas pixels.
    private func rectToDraw(_ part: PixelRect, _ map: CGAffineTransform) -> CGRect {
        CGRect(
            x: Double(part.minX), y: Double(part.minY), width: Double(part.width),
            height: Double(part.height)
        ).applying(map.inverted()).intersection(bounds)
    }
}
