import TouchKitGeometry
import TouchKitRaster

/// What has to be drawn, and drawing it.
extension UIApplication {
    /// Whether anything has to be laid out or drawn.
    package var needsDisplay: Bool { needsLayout || !invalid.isEmpty || !ink.isEmpty }

    /// Everything has to be drawn again.
    package func invalidateEverything() {
        invalid.formUnion(screen.geometry.canvas)
    }

    /// A part of the screen has to be drawn again.
    ///
    /// - Parameters:
    ///   - rect: The part, in points of the screen.
    ///   - view: The view that it belongs to; views around it may cut it off.
    func invalidate(_ rect: CGRect, clippedBy view: UIView?) {
        invalid.formUnion(visiblePixels(of: rect, in: view))
    }

    /// Canvas pixels have to be drawn again.
    func invalidate(_ pixels: PixelRect) {
        invalid.formUnion(pixels)
    }

    /// The canvas pixels of a rectangle in points of the screen that views around a view, and what hides it from
    /// in front, leave of it.
    func visiblePixels(of rect: CGRect, in view: UIView?) -> PixelRect {
        // Whole pixels, as views are cut off at when they are drawn: two places without a common
        // point may share a pixel.
        var pixels = screen.geometry.canvasRect(rect)
        var around = view?.superview
        var root = view
        while let current = around {
            root = current
            if current.clipsToBounds {
                let place = current.shownBounds.applying(current.shownTransformToScreenRoot)
                pixels = pixels.intersection(screen.geometry.canvasRect(place))
            }
            around = current.superview
        }
        return root.map { uncovered(pixels, below: $0) } ?? pixels
    }

    /// What windows in front of one leave of a part of the canvas.
    private func uncovered(_ pixels: PixelRect, below window: UIView) -> PixelRect {
        var rest = pixels
        for other in windows.reversed() {
            if other === window { break }
            if other.opaquePart.isNull { continue }
            rest = rest.cut(by: screen.geometry.canvasRect(within: other.opaquePart))
        }
        return rest
    }

    /// Lays out what has to be, and hands over what has to be drawn, in canvas pixels; from now on it
    /// counts as drawn.
    package func collectDamage(into region: inout Region) {
        layOutWindows()
        region.take(&invalid)
        region.formUnion(ink)
        ink.removeAll()
    }

    /// Records what is to be seen in a part of the canvas, the windows from the back to the front.
    package func record(_ region: Region, into list: DisplayList) {
        let context: DrawingContext
        if let known = self.context, known.list === list {
            context = known
        } else {
            context = DrawingContext(list: list)
            self.context = context
        }
        context.willRecord(region, geometry: screen.geometry)
        let toCanvas = CGAffineTransform(scaleX: screen.scale, y: screen.scale)
        for window in windows {
            window.record(region, into: context, toCanvas: toCanvas, opacity: 1)
        }
    }
}
