import TouchKitGeometry

/// A layer of wet ink over a drawing: strokes in progress, stored as coverage.
///
/// The cost of appending a point depends neither on the length of the strokes nor on how often the
/// strokes cross (docs/rendering.md). Coordinates and widths are in pixels of the drawing. A
/// display list that draws a stroke refers to the stroke without copying it. Do not change strokes
/// between recording a frame and composing it.
package final class InkLayer {
    /// The bounds of the layer, in pixels.
    @exclusivity(unchecked) package private(set) var bounds: PixelRect
    /// The strokes, from the lowest to the topmost.
    @exclusivity(unchecked) package private(set) var strokes: [InkStroke] = []
    /// The region of the layer that may have changed since the latest call of `resetChanges()`. It
    /// contains all changed pixels and few others.
    @exclusivity(unchecked) package private(set) var changed = Region()

    /// The pool that provides the strokes' coverage buffers.
    private let cells: InkCellPool
    /// Scratch memory for the points passed to `setEnd`.
    @exclusivity(unchecked) private var storedPoints: [PointStorage.Point] = []

    /// Creates an empty layer.
    ///
    /// - Parameters:
    ///   - width: The width in pixels, at least 1.
    ///   - height: The height in pixels, at least 1.
    package init(width: Int, height: Int) {
        bounds = PixelRect(x: 0, y: 0, width: width, height: height)
        cells = InkCellPool(
            count: InkCellPool.count(along: width) * InkCellPool.count(along: height))
        storedPoints.reserveCapacity(256)
        strokes.reserveCapacity(16)
    }

    /// Empties the `changed` region.
    package func resetChanges() { changed.removeAll() }

    /// Begins a stroke with a dot, above all other strokes.
    ///
    /// - Parameters:
    ///   - point: The position of the dot, in pixels.
    ///   - width: The line width, in pixels.
    /// - Returns: The stroke, or `nil` if a value is not finite or the width is not positive.
    package func begin(at point: CGPoint, width: Double) -> InkStroke? {
        guard let width = DrawingCache.drawableWidth(width, [point]) else { return nil }
        let stroke = InkStroke(
            at: PointStorage.storedPoint(point), width: Float(width), layerBounds: bounds,
            cells: cells)
        strokes.append(stroke)
        changed.formUnion(stroke.box)
        return stroke
    }

    /// Replaces the tail of a stroke, which is its removable end, with settled points and a new
    /// tail.
    ///
    /// Does nothing if a coordinate is not finite.
    ///
    /// - Parameters:
    ///   - stroke: The stroke.
    ///   - settled: The points to append permanently to the stroke.
    ///   - tail: The points of the new tail, which the next call replaces.
    /// - Complexity: O(pixels of the old tail and of the new segments).
    package func setEnd(
        of stroke: InkStroke, settled: ArraySlice<CGPoint>, tail: ArraySlice<CGPoint>
    ) {
        storedPoints.removeAll(keepingCapacity: true)
        for part in [settled, tail] {
            for point in part {
                guard point.x.isFinite, point.y.isFinite else { return }
                storedPoints.append(PointStorage.storedPoint(point))
            }
        }
        stroke.setEnd(
            settled: storedPoints[..<settled.count], tail: storedPoints[settled.count...],
            changed: &changed)
    }

    /// Changes the size of the layer and scales all strokes. All pixels of the layer count as
    /// changed.
    ///
    /// - Parameters:
    ///   - width: The new width in pixels, at least 1.
    ///   - height: The new height in pixels, at least 1.
    ///   - scale: The factor by which all coordinates and widths are multiplied.
    package func resize(width: Int, height: Int, scaledBy scale: Double) {
        bounds = PixelRect(x: 0, y: 0, width: width, height: height)
        for stroke in strokes { stroke.rescale(to: bounds, scaledBy: Float(scale)) }
        changed.formUnion(bounds)
    }

    /// Removes a stroke from the layer and frees its coverage.
    package func remove(_ stroke: InkStroke) {
        guard let index = strokes.firstIndex(where: { $0 === stroke }) else { return }
        strokes.remove(at: index)
        stroke.addCoveredArea(to: &changed)
        stroke.removeAll()
    }
}
