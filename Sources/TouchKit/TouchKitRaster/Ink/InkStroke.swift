import TouchKitGeometry

/// A stroke in progress: a polyline with round caps and joins, stored as points and coverage.
///
/// Appending a segment raises the coverage of its pixels once. The tail, which is the removable end
/// after the settled points, is replaced each time the stroke is extended; the coverage under the
/// tail is saved. The coverage of a pixel is the maximum over all segments. Therefore the result is
/// the same as painting the whole polyline at once, however many calls appended its points.
package final class InkStroke {
    /// The line width in pixels, with the precision of stored strokes.
    package private(set) var width: Float
    /// All points, with the precision of stored strokes. The points of the tail are at the end.
    private(set) var points: [StrokePointStorage.Point] = []
    /// The number of points that are not part of the tail.
    private var settledCount = 1
    /// The bounding box of all pixels that may be covered, including the pixels of former tails.
    private(set) var box = PixelRect.empty

    /// The bounds of the ink layer, in pixels.
    private(set) var layerBounds: PixelRect
    /// The pool that provides the coverage buffers.
    private let cells: InkCellPool
    /// The number of cells in a row of the layer.
    private var columns: Int
    /// For each cell of the layer, row by row: the index of its buffer in the pool, or `noCell` if
    /// no pixel of the cell is covered.
    private var cellTable: [Int32]
    /// The table entry of a cell without a buffer.
    private static let noCell: Int32 = -1

    /// The segments of the tail.
    private var tail: [StrokeShape] = []
    /// The bounding box of the pixels whose coverage the tail may have raised.
    private var tailBox = PixelRect.empty
    /// The coverage of the pixels in `tailBox` before the tail was added, cell by cell.
    private var coverageUnderTail: [UInt8] = []

    /// Begins a stroke with a dot.
    init(
        at point: StrokePointStorage.Point, width: Float, layerBounds: PixelRect, cells: InkCellPool
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
        tail.reserveCapacity(64)
        coverageUnderTail.reserveCapacity(16_384)
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
        settled: ArraySlice<StrokePointStorage.Point>,
        tail end: ArraySlice<StrokePointStorage.Point>,
        changed: inout Region
    ) {
        let wasShort = points.count <= 2
        changed.formUnion(tailBox)
        removeTail()
        points.removeLast(points.count - settledCount)
        var merger = BoxMerger()
        for point in settled {
            let shape = shape(to: point)
            points.append(point)
            guard let shape else { continue }
            merger.add(allocateCells(for: shape), of: shape, within: layerBounds, to: &changed)
            raiseCoverage(by: shape)
        }
        settledCount = points.count
        for point in end {
            let shape = shape(to: point)
            points.append(point)
            guard let shape else { continue }
            let own = allocateCells(for: shape)
            merger.add(own, of: shape, within: layerBounds, to: &changed)
            tailBox = tailBox.isEmpty ? own : tailBox.union(own)
            tail.append(shape)
        }
        merger.finish(&changed)
        saveCoverageUnderTail()
        for shape in tail { raiseCoverage(by: shape) }
        // A single segment is antialiased differently from a polyline. When the stroke changes
        // between the two forms, all of its pixels may change.
        if wasShort || points.count <= 2 { changed.formUnion(box) }
    }

    /// Returns the segment from the last point to `point`, or `nil` if the segment is invisible.
    private func shape(to point: StrokePointStorage.Point) -> StrokeShape? {
        StrokeShape(
            from: CGPoint(points[points.count - 1]), to: CGPoint(point), width: Double(width),
            cap: .round)
    }

    /// Returns the bounding box of a dot at `point`, limited to the layer.
    private func dotBox(at point: StrokePointStorage.Point) -> PixelRect {
        let cell = CGPoint(point)
        let shape = StrokeShape(from: cell, to: cell, width: Double(width), cap: .round)
        return shape?.box.intersection(layerBounds) ?? .empty
    }

    /// Allocates the missing cells that a segment may touch.
    ///
    /// - Returns: The pixels that the segment may touch.
    private func allocateCells(for shape: StrokeShape) -> PixelRect {
        let own = shape.box.intersection(layerBounds)
        if own.isEmpty { return own }
        box = box.isEmpty ? own : box.union(own)
        forEachCell(of: shape, own) { cell, _ in
            if cellTable[cell] == Self.noCell { cellTable[cell] = cells.allocate() }
        }
        return own
    }

    /// Raises the coverage of each pixel to the coverage of a segment, if the segment's coverage is
    /// higher.
    private func raiseCoverage(by shape: StrokeShape) {
        forEachCell(of: shape, shape.box.intersection(layerBounds)) { cell, part in
            shape.addCoverage(into: tile(ofCell: cell), clip: part)
        }
    }

    /// Calls `body` for each cell that a segment may touch, with the cell's index and the pixels of
    /// the cell that may be touched. `own` is the segment's bounding box, limited to the layer.
    @inline(__always)
    private func forEachCell(
        of shape: StrokeShape, _ own: PixelRect, _ body: (Int, PixelRect) -> Void
    ) {
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
        coverageUnderTail.removeAll(keepingCapacity: true)
        forEachRow(in: tailBox) { _, row, columns in
            coverageUnderTail.append(
                contentsOf: UnsafeBufferPointer(
                    start: row + columns.lowerBound, count: columns.count))
        }
    }

    /// Restores the coverage under the tail and removes the tail's segments.
    private func removeTail() {
        var next = 0
        coverageUnderTail.withUnsafeBufferPointer { coverageUnderTail in
            guard let bytes = coverageUnderTail.baseAddress else { return }
            forEachRow(in: tailBox) { _, row, columns in
                (row + columns.lowerBound).update(from: bytes + next, count: columns.count)
                next += columns.count
            }
        }
        coverageUnderTail.removeAll(keepingCapacity: true)
        tail.removeAll(keepingCapacity: true)
        tailBox = .empty
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
        // The coverage of a stroke with one or two points is not stored in cells.
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
        tail.removeAll()
        tailBox = .empty
        coverageUnderTail.removeAll()
        box = .empty
    }
}

extension CGPoint {
    /// Creates a point from a point in the precision of stored strokes.
    init(_ point: StrokePointStorage.Point) {
        self.init(x: Double(point.x), y: Double(point.y))
    }
}
