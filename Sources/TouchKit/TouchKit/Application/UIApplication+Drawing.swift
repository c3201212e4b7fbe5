import TouchKitGeometry
import TouchKitRaster

/// Damage of the windows, and the recording of a frame's drawing commands.
extension UIApplication {
    /// Whether a view needs layout or a part of the canvas needs repainting.
    package var needsDisplay: Bool { needsLayout || !damage.isEmpty || !inkDamage.isEmpty }

    /// Marks the whole canvas as damaged.
    package func invalidateEverything() {
        damage.formUnion(screen.geometry.canvas)
    }

    /// Requires that each view of the windows draws its content again when it is next repainted.
    package func discardContent() {
        for window in windows { window.discardContentOfSubtree() }
    }

    /// Marks the visible part of a view's area as damaged.
    ///
    /// - Parameters:
    ///   - rect: The area to repaint, in points of the screen.
    ///   - view: The view that draws the area, or `nil` for an area without clipping. The view's
    ///     clipping superviews limit the damage.
    func invalidate(_ rect: CGRect, clippedBy view: UIView?) {
        damage.formUnion(visiblePixels(of: rect, in: view))
    }

    /// Marks a rectangle of the canvas, in pixels, as damaged.
    func invalidate(_ pixels: PixelRect) {
        damage.formUnion(pixels)
    }

    /// Returns the canvas rectangle, in pixels, that encloses the visible part of a view's area:
    /// the part that neither clipping superviews nor opaque windows in front hide.
    ///
    /// - Parameters:
    ///   - rect: The area, in points of the screen.
    ///   - view: The view that draws the area, or `nil` for an area without clipping.
    func visiblePixels(of rect: CGRect, in view: UIView?) -> PixelRect {
        // Clips in whole pixels, as drawing does, because two disjoint rectangles in points may
        // share a pixel.
        var pixels = screen.geometry.canvasRect(rect)
        var around = view?.superview
        var root = view
        while let current = around {
            root = current
            if current.clipsToBounds {
                let clip = current.presentationBounds.applying(
                    current.presentationTransformToScreen)
                pixels = pixels.intersection(screen.geometry.canvasRect(clip))
            }
            around = current.superview
        }
        return root.map { visiblePart(of: pixels, below: $0) } ?? pixels
    }

    /// Returns the part of `pixels` that the opaque areas of the windows in front of `window` do
    /// not cover.
    private func visiblePart(of pixels: PixelRect, below window: UIView) -> PixelRect {
        var rest = pixels
        for other in windows.reversed() {
            if other === window { break }
            if other.opaquePart.isNull { continue }
            rest = rest.trimmed(by: screen.geometry.canvasRect(within: other.opaquePart))
        }
        return rest
    }

    /// Lays out the windows, adds all damage to `region` in canvas pixels, and clears the damage.
    package func collectDamage(into region: inout Region) {
        layoutWindowsIfNeeded()
        region.formUnion(emptying: &damage)
        region.formUnion(inkDamage)
        inkDamage.removeAll()
    }

    /// Records the drawing commands of all windows for a region of the canvas, from the back window
    /// to the front window.
    package func record(_ region: Region, into list: DisplayList) {
        let context: DrawingContext
        if let known = drawingContext, known.list === list {
            context = known
        } else {
            context = DrawingContext(list: list)
            drawingContext = context
        }
        context.setDamage(region, geometry: screen.geometry)
        let toCanvas = CGAffineTransform(scaleX: screen.scale, y: screen.scale)
        for window in windows {
            window.record(region, into: context, toCanvas: toCanvas, opacity: 1)
        }
    }
}
