import TouchKitGeometry

// Performance-critical: pointers and wrapping arithmetic avoid bounds and overflow checks.

/// The edges of all paths of a display list, indexed by bands of rows.
///
/// The buffers are not arrays, because an array is checked for copies whenever an edge is appended.
package final class EdgeList {
    /// The memory of the edges.
    @exclusivity(unchecked) private var edgeBuffer = GrowableBuffer<PathEdge>(capacity: 0)
    /// The memory of the starts of the bands.
    @exclusivity(unchecked) private var startBuffer = GrowableBuffer<Int>(capacity: 0)
    /// The memory of the indices of the edges.
    @exclusivity(unchecked) private var indexBuffer = GrowableBuffer<Int32>(capacity: 0)

    /// The number of edges added since the list was emptied, as a measure of work. Dropped edges
    /// are counted, too.
    @exclusivity(unchecked) package private(set) var addedEdgeCount = 0
    /// The number of edges added before the current path.
    private var addedEdgeCountBefore = 0

    /// The index of the current path's first edge.
    private var firstEdge = 0
    /// The pixels that the current path may change.
    private var visible = PixelRect.empty
    /// The borders of `visible`.
    @exclusivity(unchecked) private var visibleGrid = GridRect(.empty)
    /// The smallest coordinates of the current path's edges: x and y of starts, x and y of ends.
    @exclusivity(unchecked) private var minimum = SIMD4<Int32>()
    /// The largest coordinates of the current path's edges: x and y of starts, x and y of ends.
    @exclusivity(unchecked) private var maximum = SIMD4<Int32>()

    /// The edges of all paths. Adding an edge invalidates the address.
    package var edges: UnsafeBufferPointer<PathEdge> {
        UnsafeBufferPointer(start: edgeBuffer.elements, count: edgeBuffer.count)
    }

    /// The index in `bandEdges` at which each band starts. After the bands of a path, one more
    /// entry contains the end of the path's last band. Ending a path invalidates the address.
    var bandStarts: UnsafeBufferPointer<Int> {
        UnsafeBufferPointer(start: startBuffer.elements, count: startBuffer.count)
    }

    /// The indices of the edges that intersect each band, band by band. Ending a path invalidates
    /// the address.
    package var bandEdges: UnsafeBufferPointer<Int32> {
        UnsafeBufferPointer(start: indexBuffer.elements, count: indexBuffer.count)
    }

    /// Removes all edges and keeps the allocated memory.
    func removeAll() {
        edgeBuffer.count = 0
        startBuffer.count = 0
        indexBuffer.count = 0
        addedEdgeCount = 0
    }

    /// The number of edges added to the current path. Dropped edges are counted, too.
    var addedEdgeCountOfPath: Int { addedEdgeCount - addedEdgeCountBefore }

    /// Begins the edges of a path.
    ///
    /// - Parameter visible: The pixels that the path may change, within ±2²⁰. Edges that do not
    ///   affect these pixels are dropped.
    func begin(visible: PixelRect) {
        firstEdge = edgeBuffer.count
        addedEdgeCountBefore = addedEdgeCount
        self.visible = visible
        visibleGrid = GridRect(visible)
        minimum = SIMD4(repeating: .max)
        maximum = SIMD4(repeating: .min)
    }

    /// Adds an edge of the outline.
    @inline(__always)
    func add(_ from: GridPoint, _ to: GridPoint) {
        addedEdgeCount &+= 1
        // A horizontal edge has no effect on coverage.
        if from.y == to.y { return }
        let ends = SIMD4(from.x, from.y, to.x, to.y)
        minimum = lanewiseMin(minimum, ends)
        maximum = lanewiseMax(maximum, ends)
        let isDown = from.y < to.y
        let top = isDown ? from.y : to.y
        let bottom = isDown ? to.y : from.y
        // Edges to the left of the visible pixels affect the winding numbers of these pixels and
        // are not dropped.
        if bottom <= visibleGrid.top || top >= visibleGrid.bottom
            || min(from.x, to.x) >= visibleGrid.right
        {
            return
        }
        edgeBuffer.reserve(additional: 1)
        edgeBuffer.append(
            PathEdge(
                startX: isDown ? from.x : to.x, startY: top, endX: isDown ? to.x : from.x,
                endY: bottom, winding: isDown ? 1 : -1))
    }

    /// Ends the path and sorts its edges into bands.
    ///
    /// - Returns: The shape and its bounding box, or `nil` if the shape is empty.
    func finish(rule: FillRule) -> (shape: PathShape, box: PixelRect)? {
        if firstEdge == edgeBuffer.count { return nil }
        let minimum = (x: min(minimum[0], minimum[2]), y: min(minimum[1], minimum[3]))
        let maximum = (x: max(maximum[0], maximum[2]), y: max(maximum[1], maximum[3]))
        let box = PixelRect(
            minX: Int(minimum.x >> 8), minY: Int(minimum.y >> 8), maxX: Int((maximum.x + 255) >> 8),
            maxY: Int((maximum.y + 255) >> 8)
        ).intersection(visible)
        if box.isEmpty {
            edgeBuffer.count = firstEdge
            return nil
        }
        var shift = PathLimits.bandHeight.trailingZeroBitCount
        while box.height >> shift >= PathLimits.maximumBandCount { shift += 1 }
        let shape = PathShape(
            firstRow: box.minY, bandShift: shift, firstBand: startBuffer.count,
            bandCount: (box.height - 1) >> shift + 1, extent: (minimum.x, maximum.x), rule: rule)
        sortEdges(into: shape)
        return (shape, box)
    }

    /// Sorts the edges of the current path into the bands of its shape by counting sort.
    private func sortEdges(into shape: PathShape) {
        let entryCount = shape.bandCount + 1
        startBuffer.reserve(additional: entryCount)
        startBuffer.count += entryCount
        let starts = startBuffer.elements + shape.firstBand
        starts.update(repeating: 0, count: entryCount)
        forEachBandOfEdges(in: shape) { _, band in starts[band] &+= 1 }
        var end = indexBuffer.count
        for band in 0..<entryCount {
            let count = starts[band]
            starts[band] = end
            end += count
        }
        indexBuffer.reserve(additional: end - indexBuffer.count)
        let indices = indexBuffer.elements
        forEachBandOfEdges(in: shape) { index, band in
            indices[starts[band]] = Int32(truncatingIfNeeded: index)
            starts[band] &+= 1
        }
        // Each entry now contains the start of the next band, so all entries are shifted by one
        // band.
        for band in (0..<shape.bandCount).reversed() { starts[band + 1] = starts[band] }
        starts[0] = indexBuffer.count
        indexBuffer.count = end
    }

    /// Calls `body` with each edge of the current path and each band that the edge intersects.
    @inline(__always)
    private func forEachBandOfEdges(
        in shape: PathShape, _ body: (_ index: Int, _ band: Int) -> Void
    ) {
        let edges = edgeBuffer.elements
        let endEdge = edgeBuffer.count
        // Most edges are inside the same band as the edge before.
        var latest = 0
        var rows = shape.rows(ofBand: 0)
        var index = firstEdge
        while index < endEdge {
            if edges[index].startY >= rows.top && edges[index].endY <= rows.bottom {
                body(index, latest)
            } else {
                let bands = shape.bands(of: edges[index])
                latest = bands.first
                body(index, latest)
                while latest < bands.last {
                    latest &+= 1
                    body(index, latest)
                }
                rows = shape.rows(ofBand: latest)
            }
            index &+= 1
        }
    }
}
