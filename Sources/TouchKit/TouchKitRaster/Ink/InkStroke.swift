import TouchKitGeometry

/// A stroke in progress: a polyline with round caps and joins, stored as points and coverage.
///
/// Appending a segment raises the coverage of its pixels once. The tail, which is the removable end
/// after the settled points, is replaced each time the stroke is extended; the coverage under the
/// tail is saved. The coverage of a pixel is the maximum over all segments. Therefore the result is
/// the same as painting the whole polyline at once, however many calls appended its points.
package final class InkStroke {
    /// The line width in pixels, with the precision of stored strokes.
    @exclusivity(unchecked) package private(set) var width: Float
    /// All points, with the precision of stored strokes. The points of the tail are at the end.
    @exclusivity(unchecked) private(set) var points: [PointStorage.Point] = []
    /// The number of points that are not part of the tail.
    @exclusivity(unchecked) private var settledCount = 1
    /// The bounding box of all pixels that may be covered, including the pixels of former tails.
    @exclusivity(unchecked) private(set) var box = PixelRect.empty

    /// The bounds of the ink layer, in pixels.
    @exclusivity(unchecked) private(set) var layerBounds: PixelRect
    /// The pool that provides the coverage buffers.
    private let cells: InkCellPool
    /// The number of cells in a row of the layer.
    @exclusivity(unchecked) private var columns: Int
    /// For each cell of the layer, row by row: the index of its buffer in the pool, or `noCell` if
    /// no pixel of the cell is covered.
    @exclusivity(unchecked) private var cellTable: [Int32]
    /// The table entry of a cell without a buffer.
    private static let noCell: Int32 = -1

    /// The segments that are being added. The array is stored to reuse its memory.
    @exclusivity(unchecked) private var segments: [LineShape] = []
    /// The bounding box of the pixels whose coverage the tail may have raised.
    @exclusivity(unchecked) private var tailBox = PixelRect.empty
    /// The coverage of the chunks in `tailBox` before the tail was added, cell by cell.
    @exclusivity(unchecked) private var coverageUnderTail = TailCoverage()

    /// Begins a stroke with a dot.
    init(
        at point: PointStorage.Point, width: Float, layerBounds: PixelRect, cells: InkCellPool
    ) {
        self.width = width
        self.layerBounds = layerBounds
        self.cells = cells
        columns = InkCellPool.count(along: layerBounds.width)
        cellTable = Array(
            repeating: Self.noCell, count: columns * InkCellPool.count(along: layerBounds.height))
        // The capacity suffices for one minute of slow drawing. Memory pages that are never written
        // are not committed.
        points.reserveCapacity(8_192)
        points.append(point)
        segments.reserveCapacity(256)
        box = dotBox(at: point)
    }

    // MARK: Extending

    /// Replaces the tail with settled points and a new tail.
    ///
    /// - Parameters:
    ///   - settled: The points to append permanently.
    ///   - end: The points of the new tail.
    ///   - changed: The region to which the pixels that may have changed are added.
    func setEnd(
        settled: ArraySlice<PointStorage.Point>,
        tail end: ArraySlice<PointStorage.Point>,
        changed: inout Region
    ) {
        let wasShort = points.count <= 2
        var merger = BoxMerger(layerBounds: layerBounds)
        merger.add(tailBox, to: &changed)
        removeTail()
        points.removeLast(points.count - settledCount)
        append(settled, &merger, &changed)
        settledCount = points.count
        raiseCoverage()
        tailBox = append(end, &merger, &changed)
        merger.finish(&changed)
        saveCoverageUnderTail()
        raiseCoverage()
        // A single segment is antialiased differently from a polyline. When the stroke changes
        // between the two forms, all of its pixels may change.
        if wasShort || points.count <= 2 { changed.formUnion(box) }
    }

    /// Appends points, and their segments to `segments`, without changing coverage.
    ///
    /// - Returns: The bounding box of the segments, limited to the layer.
    @discardableResult
    private func append(
        _ new: ArraySlice<PointStorage.Point>, _ merger: inout BoxMerger,
        _ changed: inout Region
    ) -> PixelRect {
        var all = PixelRect.empty
        segments.removeAll(keepingCapacity: true)
        for point in new {
            let shape = shape(to: point)
            points.append(point)
            guard let shape else { continue }
            let own = shape.box.intersection(layerBounds)
            if own.isEmpty { continue }
            merger.add(own, of: shape, to: &changed)
            segments.append(shape)
            all = all.isEmpty ? own : all.union(own)
        }
        if !all.isEmpty { box = box.isEmpty ? all : box.union(all) }
        allocateCells(in: all)
        return all
    }

    /// Returns the segment from the last point to `point`, or `nil` if the segment is invisible.
    private func shape(to point: PointStorage.Point) -> LineShape? {
        LineShape(
            from: CGPoint(points[points.count - 1]), to: CGPoint(point), width: Double(width),
            cap: .round)
    }

    /// Returns the bounding box of a dot at `point`, limited to the layer.
    private func dotBox(at point: PointStorage.Point) -> PixelRect {
        let cell = CGPoint(point)
        let shape = LineShape(from: cell, to: cell, width: Double(width), cap: .round)
        return shape?.box.intersection(layerBounds) ?? .empty
    }

    /// Calls `body` for each group of consecutive segments that fits into the scratch memory, with
    /// the segments and their bounding box. A segment that does not fit is a group of its own.
    @inline(__always)
    private func forEachGroup(_ body: (UnsafeBufferPointer<LineShape>, PixelRect) -> Void) {
        segments.withUnsafeBufferPointer { segments in
            var first = 0
            while first < segments.count {
                var area = segments[first].box
                var end = first + 1
                while end < segments.count {
                    let both = area.union(segments[end].box)
                    if !InkScratch.fits(both) { break }
                    area = both
                    end += 1
                }
                body(UnsafeBufferPointer(rebasing: segments[first..<end]), area)
                first = end
            }
        }
    }

    /// Allocates the missing cells that `segments` may touch, given the part of their bounding box
    /// inside the layer.
    private func allocateCells(in box: PixelRect) {
        if InkScratch.fits(box) { return forEachCell(in: box) { cell, _ in allocate(cell) } }
        forEachGroup { shapes, area in
            if InkScratch.fits(area) {
                forEachCell(in: area.intersection(layerBounds)) { cell, _ in allocate(cell) }
            } else {
                forEachCell(of: shapes[0]) { cell, _ in allocate(cell) }
            }
        }
    }

    /// Allocates a cell's buffer, if the cell has none.
    @inline(__always)
    private func allocate(_ cell: Int) {
        if cellTable[cell] == Self.noCell { cellTable[cell] = cells.allocate() }
    }

    /// Raises the coverage of each pixel to the coverage of `segments`, if that is higher.
    private func raiseCoverage() {
        forEachGroup { shapes, area in
            guard InkScratch.fits(area) else {
                return forEachCell(of: shapes[0]) { cell, part in
                    shapes[0].addCoverage(into: tile(ofCell: cell), clip: part)
                }
            }
            let scratch = cells.scratch.paint(shapes, in: area)
            merge(scratch, area)
        }
    }

    /// Raises the coverage of the pixels in an area to the coverage in the scratch memory.
    @inline(__always)
    private func merge(_ scratch: InkScratchSink, _ area: PixelRect) {
        let inside = area.intersection(layerBounds)
        if inside != area {
            // The coverage outside of the layer is discarded.
            for y in area.minY..<area.maxY {
                let isInside = y >= inside.minY && y < inside.maxY
                let left = isInside ? max(inside.minX, area.minX) : area.maxX
                scratch.clearRow(area.minX..<left, y)
                if isInside { scratch.clearRow(inside.maxX..<area.maxX, y) }
            }
        }
        let mask = InkScratch.chunk - 1
        forEachCell(in: inside) { cell, part in
            let tile = tile(ofCell: cell)
            let columns = (part.minX & ~mask)..<((part.maxX + mask) & ~mask)
            for y in part.minY..<part.maxY { scratch.mergeRow(tile.row(y), columns, y) }
        }
    }

    /// Calls `body` for each cell that intersects a rectangle inside the layer, with the cell's
    /// index and the pixels of the cell that are inside the rectangle.
    @inline(__always)
    private func forEachCell(in rect: PixelRect, _ body: (Int, PixelRect) -> Void) {
        if rect.isEmpty { return }
        let shift = InkCellPool.shift
        for row in (rect.minY >> shift)...((rect.maxY - 1) >> shift) {
            for column in (rect.minX >> shift)...((rect.maxX - 1) >> shift) {
                let part = PixelRect(
                    minX: max(column << shift, rect.minX), minY: max(row << shift, rect.minY),
                    maxX: min((column + 1) << shift, rect.maxX),
                    maxY: min((row + 1) << shift, rect.maxY))
                body(row * columns + column, part)
            }
        }
    }

    /// Calls `body` for each cell that a segment may touch, with the cell's index and the pixels of
    /// the cell that may be touched.
    private func forEachCell(of shape: LineShape, _ body: (Int, PixelRect) -> Void) {
        let own = shape.box.intersection(layerBounds)
        if own.isEmpty { return }
        let shift = InkCellPool.shift
        for row in (own.minY >> shift)...((own.maxY - 1) >> shift) {
            let rows =
                max(row << shift, own.minY)..<min((row + 1) << shift, own.maxY)
            var (left, right) = (own.minX, own.maxX)
            // A long slanted line does not touch most cells of its bounding box.
            if own.width > 2 * InkCellPool.extent, let columns = shape.columns(inRows: rows) {
                left = max(left, columns.lowerBound)
                right = min(right, columns.upperBound)
                if left >= right { continue }
            }
            for column in (left >> shift)...((right - 1) >> shift) {
                let part = PixelRect(
                    minX: max(column << shift, left), minY: rows.lowerBound,
                    maxX: min((column + 1) << shift, right), maxY: rows.upperBound)
                body(row * columns + column, part)
            }
        }
    }

    /// Returns the coverage buffer of a cell as a tile.
    private func tile(ofCell cell: Int) -> CoverageTile {
        CoverageTile(
            memory: cells.at(cellTable[cell]), stride: InkCellPool.extent,
            x: (cell % columns) << InkCellPool.shift, y: (cell / columns) << InkCellPool.shift)
    }

    // MARK: Tail

    /// Saves the coverage of all pixels in `tailBox`.
    private func saveCoverageUnderTail() {
        if tailBox.isEmpty { return }
        let chunk = InkScratch.chunk
        var count = 0
        forEachCell(in: tailBox) { cell, part in
            if cellTable[cell] != Self.noCell { count += (part.width + 2 * chunk) * part.height }
        }
        coverageUnderTail.reserve(byteCount: count)
        var target = coverageUnderTail.bytes
        forEachChunk(inTail: tailBox) { cell in
            target.storeBytes(
                of: cell.loadUnaligned(as: SIMD16<UInt8>.self), as: SIMD16<UInt8>.self)
            target += chunk
        }
    }

    /// Restores the coverage under the tail.
    private func removeTail() {
        var source = coverageUnderTail.bytes
        forEachChunk(inTail: tailBox) { cell in
            cell.storeBytes(
                of: source.loadUnaligned(as: SIMD16<UInt8>.self), as: SIMD16<UInt8>.self)
            source += InkScratch.chunk
        }
        tailBox = .empty
    }

    /// Calls `body` with the address of each chunk of coverage in the allocated cells of the tail.
    @inline(__always)
    private func forEachChunk(inTail rect: PixelRect, _ body: (UnsafeMutableRawPointer) -> Void) {
        let mask = InkScratch.chunk - 1
        forEachCell(in: rect) { cell, part in
            if cellTable[cell] == Self.noCell { return }
            let tile = tile(ofCell: cell)
            let end = (part.maxX + mask) & ~mask
            for y in part.minY..<part.maxY {
                let row = UnsafeMutableRawPointer(tile.row(y))
                var x = part.minX & ~mask
                while x < end {
                    body(row + x)
                    x &+= InkScratch.chunk
                }
            }
        }
    }

    /// Calls `body` for each row of each allocated cell that intersects a rectangle.
    ///
    /// - Parameters:
    ///   - rect: The rectangle, in pixels of the layer.
    ///   - body: A closure that receives the row, a pointer to the row's coverage that is indexed
    ///     by column, and the columns.
    @inline(__always)
    private func forEachRow(
        in rect: PixelRect, _ body: (Int, UnsafeMutablePointer<UInt8>, Range<Int>) -> Void
    ) {
        let rect = rect.intersection(layerBounds)
        if rect.isEmpty { return }
        let shift = InkCellPool.shift
        for row in (rect.minY >> shift)...((rect.maxY - 1) >> shift) {
            for column in (rect.minX >> shift)...((rect.maxX - 1) >> shift) {
                let cell = row * columns + column
                if cellTable[cell] == Self.noCell { continue }
                let tile = tile(ofCell: cell)
                let left = max(column << shift, rect.minX)
                let right = min((column + 1) << shift, rect.maxX)
                for y in max(row << shift, rect.minY)..<min((row + 1) << shift, rect.maxY) {
                    body(y, tile.row(y), left..<right)
                }
            }
        }
    }

    // MARK: Painting and removing

    /// Blends a color over a tile by the stroke's coverage.
    ///
    /// - Parameters:
    ///   - tile: The tile to change.
    ///   - x: The canvas column of the layer's origin.
    ///   - y: The canvas row of the layer's origin.
    ///   - clip: The pixels that may change. They must be inside the tile.
    ///   - color: The color.
    func paint(into tile: Tile, x: Int, y: Int, clip: PixelRect, color: BlendColor) {
        let own = PixelRect(
            x: clip.minX - x, y: clip.minY - y, width: clip.width, height: clip.height)
        forEachRow(in: own) { row, coverage, columns in
            blendRow(
                tile.row(row + y), (columns.lowerBound + x)..<(columns.upperBound + x),
                coverage - x, color)
        }
    }

    /// Adds the pixels that the stroke may cover to a region. Adjacent cells in a row are added as
    /// one rectangle.
    func addCoveredArea(to region: inout Region) {
        let extent = InkCellPool.extent
        for row in 0..<(cellTable.count / columns) {
            var column = 0
            while column < columns {
                let first = column
                while column < columns, cellTable[row * columns + column] != Self.noCell {
                    column += 1
                }
                if column > first {
                    region.formUnion(
                        PixelRect(
                            x: first * extent, y: row * extent, width: (column - first) * extent,
                            height: extent
                        ).intersection(box))
                }
                column += 1
            }
        }
        // A stroke with one or two points is painted as a plain line, not from its cells.
        if points.count <= 2 { region.formUnion(box) }
    }

    /// Scales the stroke, and renders its coverage for a layer of another size.
    ///
    /// - Parameters:
    ///   - layerBounds: The new bounds of the layer, in pixels.
    ///   - scale: The factor by which all coordinates and the width are multiplied.
    /// - Complexity: O(points + pixels that the segments cover).
    func rescale(to layerBounds: PixelRect, scaledBy scale: Float) {
        let all = points.map { $0 * scale }
        let settled = settledCount
        removeAll()
        width *= scale
        self.layerBounds = layerBounds
        columns = InkCellPool.count(along: layerBounds.width)
        cellTable = Array(
            repeating: Self.noCell, count: columns * InkCellPool.count(along: layerBounds.height))
        points.removeAll(keepingCapacity: true)
        points.append(all[0])
        settledCount = 1
        box = dotBox(at: all[0])
        var changed = Region()
        setEnd(settled: all[1..<settled], tail: all[settled...], changed: &changed)
    }

    /// Frees all coverage buffers. The stroke must not be painted afterwards.
    func removeAll() {
        for cell in cellTable.indices where cellTable[cell] != Self.noCell {
            cells.release(cellTable[cell])
            cellTable[cell] = Self.noCell
        }
        segments.removeAll()
        tailBox = .empty
        box = .empty
    }
}

extension CGPoint {
    /// Creates a point from a point in the precision of stored strokes.
    init(_ point: PointStorage.Point) {
        self.init(x: Double(point.x), y: Double(point.y))
    }
}
