import TouchKitGeometry

/// A bitmap onto which strokes are painted one after another, from the lowest to the topmost.
///
/// The points of a stroke are added one by one and not stored, so that the memory does not depend
/// on the number of strokes and points. The pixels are the same as in a `DrawingCache` with the
/// same strokes.
package final class StrokeCanvas {
    /// The bitmap that receives the strokes.
    private let bitmap: Bitmap
    /// The display list with which strokes of one or two points are painted.
    private let list = DisplayList()
    /// The coverage of the current stroke, one byte per pixel of the bitmap.
    private let coverage: UnsafeMutablePointer<UInt8>
    /// The distance between rows of `coverage`, in bytes.
    private let stride: Int

    /// The line width of the current stroke, in pixels.
    private var width = 0.0
    /// The color of the current stroke.
    private var color = PixelColor.black
    /// The first point of the current stroke.
    private var first = CGPoint.zero
    /// The newest point of the current stroke.
    private var last = CGPoint.zero
    /// The number of points of the current stroke. At most 3, which stands for more points, too.
    private var pointCount = 0
    /// The pixels whose coverage the current stroke may have raised.
    private var touched = PixelRect.empty

    /// Creates a canvas that paints onto `bitmap`, over its current contents.
    package init(_ bitmap: Bitmap) {
        self.bitmap = bitmap
        stride = (bitmap.width + 7) & ~7
        coverage = .allocate(capacity: stride * bitmap.height)
        coverage.initialize(repeating: 0, count: stride * bitmap.height)
    }

    deinit {
        coverage.deallocate()
    }

    /// Begins a stroke with round caps and joins, without points.
    ///
    /// - Parameters:
    ///   - width: The line width, in pixels.
    ///   - color: The color.
    package func beginStroke(width: Double, color: PixelColor) {
        // Finished strokes of a drawing are stored with this precision.
        self.width = Double(Float(DisplayList.bounded(width) ?? 0))
        self.color = color
        pointCount = 0
        touched = .empty
    }

    /// Adds a point with finite coordinates, in pixels, to the current stroke.
    ///
    /// - Complexity: O(pixels of the new segment).
    package func addPoint(_ point: CGPoint) {
        let point = CGPoint(PointStorage.storedPoint(point))
        switch pointCount {
        case 0: first = point
        case 1: break
        default:
            // A single segment is antialiased differently, so its coverage is not computed before
            // the third point.
            if pointCount == 2 { raiseCoverage(from: first, to: last) }
            raiseCoverage(from: last, to: point)
        }
        pointCount = min(pointCount + 1, 3)
        last = point
    }

    /// Raises the coverage of each pixel to the coverage of a segment, if the segment's coverage is
    /// higher.
    private func raiseCoverage(from start: CGPoint, to end: CGPoint) {
        guard let shape = LineShape(from: start, to: end, width: width, cap: .round) else {
            return
        }
        let own = shape.box.intersection(bitmap.bounds)
        if own.isEmpty { return }
        shape.addCoverage(
            into: CoverageTile(memory: coverage, stride: stride, x: 0, y: 0), clip: own)
        touched = touched.isEmpty ? own : touched.union(own)
    }

    /// Paints the current stroke onto the bitmap.
    ///
    /// - Complexity: O(pixels of the stroke's bounding box).
    package func endStroke() {
        if (1...2).contains(pointCount) {
            list.stroke(from: first, to: last, width: width, cap: .round, color: color)
            list.paint(onto: bitmap, clip: bitmap.bounds)
            list.removeAll()
        }
        let blendColor = BlendColor(color)
        for y in touched.minY..<touched.maxY {
            let row = coverage + y * stride
            if color.alpha > 0 {
                blendRow(
                    bitmap.pixels + y * bitmap.stride, touched.minX..<touched.maxX, row, blendColor)
            }
            (row + touched.minX).update(repeating: 0, count: touched.width)
        }
        touched = .empty
        pointCount = 0
    }
}
