import TouchKitGeometry

// Performance-critical: pointers and wrapping arithmetic avoid bounds and overflow checks.

/// A filled outline, as a range of edges in the display list's `EdgeList`.
struct PathShape {
    /// The first row that the shape may touch, which is the top row of its first band.
    let firstRow: Int
    /// The base-2 logarithm of the height of a band, in rows.
    let bandShift: Int
    /// The index of the shape's first band in `EdgeList.bandStarts`.
    let firstBand: Int
    /// The number of bands.
    let bandCount: Int
    /// The left end of the leftmost edge and the right end of the rightmost edge, in grid steps.
    let extent: (left: Int32, right: Int32)
    /// The rule that determines which pixels are inside.
    let rule: FillRule

    /// Returns the first and the last band that an edge intersects. The edge must intersect the
    /// shape's rows.
    @inline(__always)
    func bands(of edge: PathEdge) -> (first: Int, last: Int) {
        let top = Int32(truncatingIfNeeded: firstRow) &<< 8
        let shift = Int32(truncatingIfNeeded: bandShift &+ 8)
        let first = Int((edge.startY &- top) &>> shift)
        let last = Int((edge.endY &- 1 &- top) &>> shift)
        return (max(first, 0), min(last, bandCount &- 1))
    }

    /// Returns the rows of a band as vertical positions in grid steps.
    @inline(__always)
    func rows(ofBand band: Int) -> (top: Int32, bottom: Int32) {
        let row = firstRow &+ band &<< bandShift
        let top = Int32(truncatingIfNeeded: row) &<< 8
        return (top, top &+ 256 &<< Int32(truncatingIfNeeded: bandShift))
    }

    /// Paints the shape with a color into a tile.
    ///
    /// - Parameters:
    ///   - tile: The tile to change.
    ///   - clip: The pixels that may change. They must be inside the shape's bounding box.
    ///   - color: The color.
    ///   - list: The display list that contains the edges.
    ///   - scratch: The scratch memory.
    func paint(
        into tile: Tile, clip: PixelRect, color: BlendColor, list: DisplayList,
        scratch: PathScratch
    ) {
        let columns = clip.minX..<clip.maxX
        forEachRow(of: clip, list: list, scratch) { y, row, buffer in
            blendRow(tile.row(y), columns, buffer, row: row, rule: rule, color)
        }
    }

    /// Paints the shape with a gradient or pattern into a tile.
    ///
    /// - Parameters:
    ///   - tile: The tile to change.
    ///   - clip: The pixels that may change. They must be inside the shape's bounding box.
    ///   - paint: The gradient or pattern.
    ///   - list: The display list that contains the edges.
    ///   - scratch: The scratch memory.
    func paint(
        into tile: Tile, clip: PixelRect, paint: PreparedPaint, list: DisplayList,
        scratch: PathScratch
    ) {
        forEachCoveredRow(of: clip, list: list, scratch) { y, columns in
            paint.blend(
                tile.row(y), y: y, columns: columns, coverage: scratch.coverage(from: clip.minX),
                source: scratch.source(from: clip.minX), list: list)
        }
    }

    /// Raises the coverage of each pixel in a tile to the coverage of the shape, if the shape's
    /// coverage is higher.
    ///
    /// - Parameters:
    ///   - tile: The coverage tile to change.
    ///   - clip: The pixels that may change. They must be inside the shape's bounding box.
    ///   - list: The display list that contains the edges, and the scratch memory.
    func addCoverage(into tile: CoverageTile, clip: PixelRect, list: DisplayList) {
        let scratch = list.scratch.path
        forEachCoveredRow(of: clip, list: list, scratch) { y, columns in
            let coverage = scratch.coverage(from: clip.minX)
            let row = tile.row(y)
            for x in columns where coverage[x] > row[x] { row[x] = coverage[x] }
        }
    }

    /// Computes the coverage of each row in the scratch memory, and calls `body` with the row and
    /// the columns that may be covered.
    @inline(__always)
    private func forEachCoveredRow(
        of clip: PixelRect, list: DisplayList, _ scratch: PathScratch,
        _ body: (_ y: Int, _ columns: Range<Int>) -> Void
    ) {
        let all = clip.minX..<clip.maxX
        forEachRow(of: clip, list: list, scratch) { y, row, buffer in
            let columns = resolveCoverage(
                buffer, row: row, columns: all, rule: rule,
                into: scratch.coverage(from: clip.minX))
            if !columns.isEmpty { body(y, columns) }
        }
    }

    /// Accumulates the edges band by band, and calls `body` with each row and its index in the
    /// accumulation buffer. `body` must clear the accumulated row.
    @inline(__always)
    private func forEachRow(
        of clip: PixelRect, list: DisplayList, _ scratch: PathScratch,
        _ body: (_ y: Int, _ row: Int, _ buffer: AccumulationBuffer) -> Void
    ) {
        scratch.prepare(width: clip.width)
        let buffer = scratch.accumulationBuffer(from: clip.minX)
        var top = clip.minY
        while top < clip.maxY {
            let band = (top - firstRow) >> bandShift
            let bandEnd = firstRow + (band + 1) << bandShift
            let bottom = min(bandEnd, top + PathLimits.bandHeight, clip.maxY)
            accumulate(
                band, PixelRect(minX: clip.minX, minY: top, maxX: clip.maxX, maxY: bottom),
                buffer, list)
            for y in top..<bottom { body(y, y &- top, buffer) }
            top = bottom
        }
    }

    /// Accumulates the sections of a band's edges that are in the rows of `part`.
    @inline(__always)
    private func accumulate(
        _ band: Int, _ part: PixelRect, _ into: AccumulationBuffer, _ list: DisplayList
    ) {
        let edges = list.edges
        let from = edges.bandStarts[firstBand + band]
        let end = edges.bandStarts[firstBand + band + 1]
        let grid = GridRect(part)
        TouchKitRaster.accumulate(
            UnsafeBufferPointer(rebasing: edges.bandEdges[from..<end]), of: edges.edges, in: grid,
            isInside: extent.left >= grid.left && extent.right <= grid.right, into: into)
    }
}
