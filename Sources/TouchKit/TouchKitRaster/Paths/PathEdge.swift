import TouchKitGeometry

/// A point on the subpixel grid, which has 256 steps per pixel in both directions.
struct GridPoint: Equatable {
    /// The horizontal position, in 1/256 pixel.
    var x: Int32
    /// The vertical position, in 1/256 pixel.
    var y: Int32

    /// Rounds a point to the grid and clamps it to ±2²⁰ pixels.
    @inline(__always)
    init(_ point: CGPoint) {
        x = Self.gridCoordinate(point.x)
        y = Self.gridCoordinate(point.y)
    }

    /// Returns a coordinate in grid steps.
    @inline(__always)
    private static func gridCoordinate(_ value: Double) -> Int32 {
        let limit = PathLimits.maximumCoordinate
        // With this order of operands, the comparisons also replace NaN.
        let above = value > -limit ? value : -limit
        return roundedToInt32((above < limit ? above : limit) * 256)
    }
}

/// Returns the nearest integer without a range check or a function call. The absolute value of
/// `value` must be below 2³¹.
@inline(__always)
func roundedToInt32(_ value: Double) -> Int32 {
    // Adding 1.5 · 2⁵² leaves the rounded value in the low bits of the bit pattern.
    Int32(truncatingIfNeeded: Int64(bitPattern: (value + 6_755_399_441_055_744).bitPattern))
}

/// A straight edge of an outline. The upper end is stored first.
package struct PathEdge {
    /// The horizontal position of the upper end, in grid steps.
    let startX: Int32
    /// The vertical position of the upper end, in grid steps.
    let startY: Int32
    /// The horizontal position of the lower end, in grid steps.
    let endX: Int32
    /// The vertical position of the lower end, in grid steps.
    let endY: Int32
    /// The direction of the outline along the edge: 1 for downward, −1 for upward.
    let winding: Int32

    /// The horizontal distance per vertical grid step.
    @inline(__always)
    var slope: Double { Double(endX &- startX) / Double(endY &- startY) }

    /// Returns the horizontal position of the edge at the vertical position `y`, which must be
    /// between the ends. Both positions are in grid steps. At the ends, the result is exact.
    ///
    /// The result depends only on the edge and on `y`, so clips and tiles do not affect it.
    @inline(__always)
    func x(at y: Int32, slope: Double) -> Int32 {
        roundedToInt32(Double(startX) + Double(y &- startY) * slope)
    }
}

/// The edges of all paths of a display list, indexed by bands of rows.
package struct EdgeList {
    /// The edges of all paths.
    package private(set) var edges: [PathEdge] = []
    /// The index in `bandEdges` at which each band starts. After the bands of a path, one more
    /// entry contains the end of the path's last band.
    private(set) var bandStarts: [Int] = []
    /// The indices of the edges that intersect each band, band by band.
    package private(set) var bandEdges: [Int32] = []

    /// The number of edges added since the list was emptied, as a measure of work. Dropped edges
    /// are counted, too.
    package private(set) var addedEdgeCount = 0
    /// The number of edges added before the current path.
    private var addedEdgeCountBefore = 0

    /// The index of the current path's first edge.
    private var firstEdge = 0
    /// The pixels that the current path may change.
    private var visible = PixelRect.empty
    /// The upper left corner of the current path's bounding box.
    private var minimum = GridPoint(.zero)
    /// The lower right corner of the current path's bounding box.
    private var maximum = GridPoint(.zero)

    /// Removes all edges and keeps the allocated memory.
    mutating func removeAll() {
        edges.removeAll(keepingCapacity: true)
        bandStarts.removeAll(keepingCapacity: true)
        bandEdges.removeAll(keepingCapacity: true)
        addedEdgeCount = 0
    }

    /// The number of edges added to the current path. Dropped edges are counted, too.
    var addedEdgeCountOfPath: Int { addedEdgeCount - addedEdgeCountBefore }

    /// Begins the edges of a path.
    ///
    /// - Parameter visible: The pixels that the path may change. Edges that do not affect these
    ///   pixels are dropped.
    mutating func begin(visible: PixelRect) {
        firstEdge = edges.count
        addedEdgeCountBefore = addedEdgeCount
        self.visible = visible
        minimum = GridPoint(CGPoint(x: Double.infinity, y: Double.infinity))
        maximum = GridPoint(CGPoint(x: -Double.infinity, y: -Double.infinity))
    }

    /// Adds an edge of the outline.
    @inline(__always)
    mutating func add(_ from: GridPoint, _ to: GridPoint) {
        addedEdgeCount &+= 1
        // A horizontal edge has no effect on coverage.
        if from.y == to.y { return }
        let left = min(from.x, to.x)
        let top = min(from.y, to.y)
        let bottom = max(from.y, to.y)
        minimum.x = min(minimum.x, left)
        minimum.y = min(minimum.y, top)
        maximum.x = max(maximum.x, max(from.x, to.x))
        maximum.y = max(maximum.y, bottom)
        // Edges to the left of the visible pixels affect the winding numbers of these pixels and
        // are not dropped.
        if Int(bottom) <= visible.minY << 8 || Int(top) >= visible.maxY << 8
            || Int(left) >= visible.maxX << 8
        {
            return
        }
        let isDown = from.y < to.y
        edges.append(
            PathEdge(
                startX: isDown ? from.x : to.x, startY: top, endX: isDown ? to.x : from.x,
                endY: bottom, winding: isDown ? 1 : -1))
    }

    /// Ends the path and sorts its edges into bands.
    ///
    /// - Returns: The shape and its bounding box, or `nil` if the shape is empty.
    mutating func finish(rule: FillRule) -> (shape: PathShape, box: PixelRect)? {
        if firstEdge == edges.count { return nil }
        let box = PixelRect(
            minX: Int(minimum.x >> 8), minY: Int(minimum.y >> 8),
            maxX: Int((maximum.x &+ 255) >> 8),
            maxY: Int((maximum.y &+ 255) >> 8)
        ).intersection(visible)
        if box.isEmpty {
            edges.removeSubrange(firstEdge...)
            return nil
        }
        var shift = PathLimits.bandHeight.trailingZeroBitCount
        while box.height >> shift >= PathLimits.maximumBandCount { shift += 1 }
        let shape = PathShape(
            firstRow: box.minY, bandShift: shift, firstBand: bandStarts.count,
            bandCount: (box.height - 1) >> shift + 1, rule: rule)
        Self.sort(edges, from: firstEdge, into: shape, &bandStarts, &bandEdges)
        return (shape, box)
    }

    /// Sorts the edges beginning at `firstEdge` into the bands of a shape by counting sort.
    private static func sort(
        _ edges: [PathEdge], from firstEdge: Int, into shape: PathShape, _ bandStarts: inout [Int],
        _ bandEdges: inout [Int32]
    ) {
        let base = bandEdges.count
        bandStarts.append(contentsOf: repeatElement(0, count: shape.bandCount + 1))
        bandStarts.withUnsafeMutableBufferPointer { all in
            let starts = UnsafeMutableBufferPointer(rebasing: all[shape.firstBand...])
            edges.withUnsafeBufferPointer { edges in
                for index in firstEdge..<edges.count {
                    for band in shape.bandRange(of: edges[index]) { starts[band] += 1 }
                }
                var end = base
                for band in 0...shape.bandCount {
                    let count = starts[band]
                    starts[band] = end
                    end += count
                }
                bandEdges.append(contentsOf: repeatElement(0, count: end - base))
                bandEdges.withUnsafeMutableBufferPointer { sorted in
                    for index in firstEdge..<edges.count {
                        for band in shape.bandRange(of: edges[index]) {
                            sorted[starts[band]] = Int32(truncatingIfNeeded: index)
                            starts[band] += 1
                        }
                    }
                }
            }
            // Each entry now contains the start of the next band, so all entries are shifted by one
            // band.
            var band = shape.bandCount
            while band > 0 {
                starts[band] = starts[band - 1]
                band -= 1
            }
            starts[0] = base
        }
    }
}
