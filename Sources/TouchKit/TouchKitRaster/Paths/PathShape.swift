import TouchKitGeometry

// Hot code: see Blend.swift.

/// The inside of an outline whose edges lie in the display list's `EdgeList`.
struct PathShape {
    /// The first row that it may touch: where band 0 begins.
    let firstRow: Int
    /// A band is 2 to this power rows high.
    let bandShift: Int
    /// Where its bands begin in `EdgeList.bandStarts`.
    let bands: Int
    let bandCount: Int
    let rule: FillRule

    /// The bands that an edge meets.
    @inline(__always)
    func bands(of edge: PathEdge) -> Range<Int> {
        let first = max((Int(edge.startY) >> 8 - firstRow) >> bandShift, 0)
        let end = min((Int(edge.endY &- 1) >> 8 - firstRow) >> bandShift + 1, bandCount)
        return first..<max(first, end)
    }

    /// Paints it into a tile: gathers a band of rows, makes coverage of it, and blends that once.
    ///
    /// - Parameters:
    ///   - tile: Gets the pixels.
    ///   - clip: The pixels that may change, inside the shape's box.
    ///   - paint: What it is painted with.
    ///   - list: The display list that has its edges.
    func paint(into tile: Tile, clip: PixelRect, paint: PaintRow, list: DisplayList) {
        let scratch = list.pathScratch
        forEachRow(of: clip, list: list) { y, columns in
            paint.blend(
                tile.row(y), y: y, columns: columns, coverage: scratch.coverage(from: clip.minX),
                source: scratch.source(from: clip.minX), list: list)
        }
    }

    /// Puts its coverage into a tile of coverage where it is more than what is there.
    ///
    /// - Parameter clip: The pixels that may change, inside the shape's box.
    func cover(into tile: CoverageTile, clip: PixelRect, list: DisplayList) {
        let scratch = list.pathScratch
        forEachRow(of: clip, list: list) { y, columns in
            let coverage = scratch.coverage(from: clip.minX)
            let row = tile.row(y)
            for x in columns where coverage[x] > row[x] { row[x] = coverage[x] }
        }
    }

    /// Calls `body` for each row that it covers, with the columns outside of which nothing is covered;
    /// the coverage stands in the scratch memory.
    @inline(__always)
    private func forEachRow(
        of clip: PixelRect, list: DisplayList, _ body: (_ y: Int, _ columns: Range<Int>) -> Void
    ) {
        let scratch = list.pathScratch
        scratch.prepare(width: clip.width)
        let gathered = scratch.gathered(from: clip.minX)
        let coverage = scratch.coverage(from: clip.minX)
        var top = clip.minY
        while top < clip.maxY {
            let band = (top - firstRow) >> bandShift
            let bandEnd = firstRow + (band + 1) << bandShift
            let bottom = min(bandEnd, top + PathLimits.bandHeight, clip.maxY)
            gather(
                band, PixelRect(minX: clip.minX, minY: top, maxX: clip.maxX, maxY: bottom),
                gathered, list)
            for y in top..<bottom {
                let columns = sweep(
                    gathered, row: y - top, columns: clip.minX..<clip.maxX, rule: rule,
                    into: coverage)
                if !columns.isEmpty { body(y, columns) }
            }
            top = bottom
        }
    }

    /// Gathers the edges of a band in some of its rows.
    @inline(__always)
    private func gather(_ band: Int, _ part: PixelRect, _ into: GatheredRows, _ list: DisplayList) {
        let from = list.edges.bandStarts[bands + band]
        let end = list.edges.bandStarts[bands + band + 1]
        list.edges.bandEdges.withUnsafeBufferPointer { numbers in
            list.edges.edges.withUnsafeBufferPointer { edges in
                for index in from..<end {
                    TouchKitRaster.gather(edges[Int(numbers[index])], in: part, into: into)
                }
            }
        }
    }
}
