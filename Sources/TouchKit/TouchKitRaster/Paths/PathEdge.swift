import TouchKitGeometry

/// A place on the subpixel grid: 256 steps a pixel, both ways.
struct GridPoint: Equatable {
    var x: Int32
    var y: Int32

    /// The nearest place of the grid; what lies beyond ±2²⁰ pixels is pulled to that limit.
    @inline(__always)
    init(_ point: CGPoint) {
        x = Self.grid(point.x)
        y = Self.grid(point.y)
    }

    @inline(__always)
    private static func grid(_ value: Double) -> Int32 {
        let limit = PathLimits.coordinate
        // The comparisons pull what isn't a number to a limit, too.
        let above = value > -limit ? value : -limit
        return nearestGrid((above < limit ? above : limit) * 256)
    }
}

/// The nearest whole number, without a trap or a call: |value| < 2³¹.
@inline(__always)
func nearestGrid(_ value: Double) -> Int32 {
    // 1.5 · 2⁵²: adding it leaves the rounded value in the low bits of the pattern.
    Int32(truncatingIfNeeded: Int64(bitPattern: (value + 6_755_399_441_055_744).bitPattern))
}

/// A straight piece of an outline, turned so that it runs downwards.
package struct PathEdge {
    /// The upper end, in steps of the grid.
    let startX: Int32
    let startY: Int32
    /// The lower end.
    let endX: Int32
    let endY: Int32
    /// 1 where the outline runs downwards here, −1 where it runs upwards.
    let winding: Int32

    /// Where it is at a height between its ends: a function of the edge and the height alone, so that
    /// no clip and no tile shows.
    @inline(__always)
    func x(at y: Int32, slope: Double) -> Int32 {
        nearestGrid(Double(startX) + Double(y &- startY) * slope)
    }
}

/// Gathers the edges of one path after the other, and sorts each path's by rows.
package struct EdgeList {
    /// The edges of all paths.
    package private(set) var edges: [PathEdge] = []
    /// Where the edges of each band begin in `bandEdges`; each path's bands end with one entry more.
    private(set) var bandStarts: [Int] = []
    /// The numbers of the edges that meet a band of rows, band by band.
    package private(set) var bandEdges: [Int32] = []

    /// How many pieces of outlines were added since the list was emptied, those that aren't kept
    /// included: the work that they make.
    package private(set) var added = 0
    /// How many of them belong to paths before this one.
    private var addedBefore = 0

    private var firstEdge = 0
    private var visible = PixelRect.empty
    private var low = GridPoint(.zero)
    private var high = GridPoint(.zero)

    /// Empties the list and keeps its memory.
    mutating func removeAll() {
        edges.removeAll(keepingCapacity: true)
        bandStarts.removeAll(keepingCapacity: true)
        bandEdges.removeAll(keepingCapacity: true)
        added = 0
    }

    /// How many pieces were added since the path began.
    var addedToPath: Int { added - addedBefore }

    /// A path begins.
    ///
    /// - Parameter visible: The pixels that it may touch: edges that say nothing about them aren't
    ///   kept.
    mutating func begin(visible: PixelRect) {
        firstEdge = edges.count
        addedBefore = added
        self.visible = visible
        low = GridPoint(CGPoint(x: Double.infinity, y: Double.infinity))
        high = GridPoint(CGPoint(x: -Double.infinity, y: -Double.infinity))
    }

    /// Adds a piece of the outline.
    @inline(__always)
    mutating func add(_ from: GridPoint, _ to: GridPoint) {
        added &+= 1
        // A level edge covers nothing.
        if from.y == to.y { return }
        let left = min(from.x, to.x)
        let top = min(from.y, to.y)
        let bottom = max(from.y, to.y)
        low.x = min(low.x, left)
        low.y = min(low.y, top)
        high.x = max(high.x, max(from.x, to.x))
        high.y = max(high.y, bottom)
        // What lies to the left counts: the outline runs around what is visible.
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

    /// The path is complete: sorts its edges by rows.
    ///
    /// - Returns: The path's shape and the pixels that it may touch; nil where there are none.
    mutating func finish(rule: FillRule) -> (shape: PathShape, box: PixelRect)? {
        if firstEdge == edges.count { return nil }
        let box = PixelRect(
            minX: Int(low.x >> 8), minY: Int(low.y >> 8), maxX: Int((high.x &+ 255) >> 8),
            maxY: Int((high.y &+ 255) >> 8)
        ).intersection(visible)
        if box.isEmpty {
            edges.removeSubrange(firstEdge...)
            return nil
        }
        var shift = PathLimits.bandHeight.trailingZeroBitCount
        while box.height >> shift >= PathLimits.bands { shift += 1 }
        let shape = PathShape(
            firstRow: box.minY, bandShift: shift, bands: bandStarts.count,
            bandCount: (box.height - 1) >> shift + 1, rule: rule)
        sort(shape)
        return (shape, box)
    }

    /// Counts the edges of each band, makes room, and puts them there (a counting sort).
    private mutating func sort(_ shape: PathShape) {
        let first = bandStarts.count
        let base = bandEdges.count
        bandStarts.append(contentsOf: repeatElement(0, count: shape.bandCount + 1))
        for index in firstEdge..<edges.count {
            for band in shape.bands(of: edges[index]) { bandStarts[first + band] += 1 }
        }
        var end = base
        for band in first...first + shape.bandCount {
            let count = bandStarts[band]
            bandStarts[band] = end
            end += count
        }
        bandEdges.append(contentsOf: repeatElement(0, count: end - base))
        for index in firstEdge..<edges.count {
            for band in shape.bands(of: edges[index]) {
                bandEdges[bandStarts[first + band]] = Int32(truncatingIfNeeded: index)
                bandStarts[first + band] += 1
            }
        }
        // Each entry was moved on to where the next band begins: all go back by one.
        var band = first + shape.bandCount
        while band > first {
            bandStarts[band] = bandStarts[band - 1]
            band -= 1
        }
        bandStarts[first] = base
    }
}
