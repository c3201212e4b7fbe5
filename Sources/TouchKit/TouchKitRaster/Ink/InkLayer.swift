import TouchKitGeometry

/// The strokes that are being drawn over a picture, as coverage: what one more point costs doesn't depend
/// on how long they are, nor on how often they cross themselves or others (docs/drawing-cache.md).
///
/// Coordinates and widths are pixels of the picture. A display list that paints a stroke keeps it, not a
/// copy: change none between recording a frame and composing it.
package final class InkLayer {
    /// All pixels of the picture.
    package private(set) var bounds: PixelRect
    /// The strokes, from the lowest to the topmost.
    package private(set) var strokes: [InkStroke] = []
    /// The pixels that may have changed since `forgetChanges()`: all that did, and few others.
    package private(set) var changed = Region()

    private let cells: InkCells
    private var places: [PointStore.Point] = []

    /// Makes an empty layer.
    ///
    /// - Parameters:
    ///   - width: The picture's width, in pixels, at least 1.
    ///   - height: The picture's height, in pixels, at least 1.
    package init(width: Int, height: Int) {
        bounds = PixelRect(x: 0, y: 0, width: width, height: height)
        cells = InkCells(count: InkCells.count(along: width) * InkCells.count(along: height))
        places.reserveCapacity(256)
        strokes.reserveCapacity(16)
    }

    /// From now on `changed` says what changes from now on.
    package func forgetChanges() { changed.removeAll() }

    /// Puts a dot above all strokes, which becomes a line.
    ///
    /// - Returns: The stroke; nil where a number isn't finite or the width isn't positive.
    package func begin(at point: CGPoint, width: Double) -> InkStroke? {
        guard let width = DrawingCache.drawableWidth(width, [point]) else { return nil }
        let stroke = InkStroke(
            at: PointStore.kept(point), width: Float(width), picture: bounds, cells: cells)
        strokes.append(stroke)
        changed.formUnion(stroke.box)
        return stroke
    }

    /// Draws a stroke on, and takes back what was its tail.
    ///
    /// Where a number isn't finite, nothing changes.
    ///
    /// - Parameters:
    ///   - stroke: The stroke.
    ///   - settled: Points that stay.
    ///   - tail: Points behind them, which the next call takes back.
    /// - Complexity: O(pixels of what goes and comes).
    package func setEnd(
        of stroke: InkStroke, settled: ArraySlice<CGPoint>, tail: ArraySlice<CGPoint>
    ) {
        places.removeAll(keepingCapacity: true)
        for part in [settled, tail] {
            for point in part {
                guard point.x.isFinite, point.y.isFinite else { return }
                places.append(PointStore.kept(point))
            }
        }
        stroke.setEnd(
            settled: places[..<settled.count], tail: places[settled.count...], changed: &changed)
    }

    /// Covers another picture; all of it counts as changed.
    ///
    /// - Parameters:
    ///   - width: Its width, in pixels, at least 1.
    ///   - height: Its height, in pixels, at least 1.
    ///   - scale: How many pixels of it one is that strokes have now.
    package func resize(width: Int, height: Int, scaledBy scale: Double) {
        bounds = PixelRect(x: 0, y: 0, width: width, height: height)
        for stroke in strokes { stroke.move(to: bounds, scaledBy: Float(scale)) }
        changed.formUnion(bounds)
    }

    /// Takes a stroke away.
    package func remove(_ stroke: InkStroke) {
        guard let index = strokes.firstIndex(where: { $0 === stroke }) else { return }
        strokes.remove(at: index)
        stroke.addCover(to: &changed)
        stroke.removeAll()
    }
}
