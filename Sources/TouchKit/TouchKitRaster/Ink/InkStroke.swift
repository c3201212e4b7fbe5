import TouchKitGeometry

/// A line through points that is still being drawn, with round ends and joints: the coverage of what is
/// there so far.
///
/// Drawing on costs what comes: a segment raises the coverage of its pixels once, and never again.
/// Points behind the settled ones, the tail, are taken back by the next call; the coverage that they
/// raised was kept. Each pixel's coverage is the largest of its segments', so that nothing tells in how many
/// steps a line was drawn: the bits are those of a polyline painted whole.
package final class InkStroke {
    /// The line's width, in pixels, as drawings keep it.
    package private(set) var width: Float
    /// All points, as drawings keep them; the tail's last.
    private(set) var points: [PointStore.Point] = []
    /// How many of them stay.
    private var settledCount = 1
    /// The pixels that it may cover; those of former tails may be among them.
    private(set) var box = PixelRect.empty

    /// All pixels of its picture.
    private(set) var picture: PixelRect
    private let cells: InkCells
    private var columns: Int
    /// For each cell of the picture, row by row, its number in `cells`; `none` where no ink came by.
    private var table: [Int32]
    private static let none: Int32 = -1

    private var tail: [StrokeShape] = []
    /// The pixels whose coverage the tail may have raised, and what it was before: the cells' parts of
    /// them one after the other.
    private var tailBox = PixelRect.empty
    private var kept: [UInt8] = []

    /// Begins with a dot.
    init(at point: PointStore.Point, width: Float, picture: PixelRect, cells: InkCells) {
        self.width = width
        self.picture = picture
        self.cells = cells
        columns = InkCells.count(along: picture.width)
        table = Array(repeating: Self.none, count: columns * InkCells.count(along: picture.height))
        // A minute's ink of a slow finger; memory that isn't written to takes none.
        points.reserveCapacity(8_192)
        points.append(point)
        tail.reserveCapacity(64)
        kept.reserveCapacity(16_384)
        box = dot(at: point)
    }

    // MARK: Drawing on

    /// Takes the tail back and draws on.
    ///
    /// - Parameters:
    ///   - settled: Points that stay.
    ///   - end: Points behind them, which the next call takes back.
    ///   - changed: Gets the pixels that may have changed.
    func setEnd(
        settled: ArraySlice<PointStore.Point>, tail end: ArraySlice<PointStore.Point>,
        changed: inout Region
    ) {
        let wasShort = points.count <= 2
        changed.formUnion(tailBox)
        takeTailBack()
        points.removeLast(points.count - settledCount)
        var run = BoxRun()
        for point in settled {
            let shape = shape(to: point)
            points.append(point)
            guard let shape else { continue }
            run.add(makeRoom(for: shape), of: shape, within: picture, to: &changed)
            raise(by: shape)
        }
        settledCount = points.count
        for point in end {
            let shape = shape(to: point)
            points.append(point)
            guard let shape else { continue }
            let own = makeRoom(for: shape)
            run.add(own, of: shape, within: picture, to: &changed)
            tailBox = tailBox.isEmpty ? own : tailBox.union(own)
            tail.append(shape)
        }
        run.finish(&changed)
        keepCoverageUnderTail()
        for shape in tail { raise(by: shape) }
        // A single segment is painted another way than several: other bits all along.
        if wasShort || points.count <= 2 { changed.formUnion(box) }
    }

    /// The segment from the newest point on.
    private func shape(to point: PointStore.Point) -> StrokeShape? {
        StrokeShape(
            from: CGPoint(points[points.count - 1]), to: CGPoint(point), width: Double(width),
            cap: .round)
    }

    private func dot(at point: PointStore.Point) -> PixelRect {
        let place = CGPoint(point)
        let shape = StrokeShape(from: place, to: place, width: Double(width), cap: .round)
        return shape?.box.intersection(picture) ?? .empty
    }

    /// Sees to it that there are cells wherever a segment may leave something.
    ///
    /// - Returns: The pixels that it may touch.
    private func makeRoom(for shape: StrokeShape) -> PixelRect {
        let own = shape.box.intersection(picture)
        if own.isEmpty { return own }
        box = box.isEmpty ? own : box.union(own)
        forEachPlace(of: shape, own) { place, _ in
            if table[place] == Self.none { table[place] = cells.take() }
        }
        return own
    }

    private func raise(by shape: StrokeShape) {
        forEachPlace(of: shape, shape.box.intersection(picture)) { place, part in
            shape.cover(into: coverage(at: place), clip: part)
        }
    }

    /// Calls `body` for each cell that a segment may touch, with the pixels of it that it may touch.
    @inline(__always)
    private func forEachPlace(
        of shape: StrokeShape, _ own: PixelRect, _ body: (Int, PixelRect) -> Void
    ) {
        if own.isEmpty { return }
        let shift = InkCells.shift
        for row in (own.minY >> shift)...((own.maxY - 1) >> shift) {
            let rows =
                max(row << shift, own.minY)..<min((row + 1) << shift, own.maxY)
            var (left, right) = (own.minX, own.maxX)
            // The box of a long slanted line has many cells that it doesn't come to.
            if own.width > 2 * InkCells.extent, let columns = shape.columns(inRows: rows) {
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

    private func coverage(at place: Int) -> CoverageTile {
        CoverageTile(
            memory: cells.at(table[place]), stride: InkCells.extent,
            x: (place % columns) << InkCells.shift, y: (place / columns) << InkCells.shift)
    }

    // MARK: The tail

    private func keepCoverageUnderTail() {
        kept.removeAll(keepingCapacity: true)
        forEachRow(in: tailBox) { _, row, columns in
            kept.append(
                contentsOf: UnsafeBufferPointer(
                    start: row + columns.lowerBound, count: columns.count))
        }
    }

    private func takeTailBack() {
        var next = 0
        kept.withUnsafeBufferPointer { kept in
            guard let bytes = kept.baseAddress else { return }
            forEachRow(in: tailBox) { _, row, columns in
                (row + columns.lowerBound).update(from: bytes + next, count: columns.count)
                next += columns.count
            }
        }
        kept.removeAll(keepingCapacity: true)
        tail.removeAll(keepingCapacity: true)
        tailBox = .empty
    }

    /// Calls `body` for each row of each cell that has pixels of a rectangle: with its number, where its column
    /// 0 would be, and the columns.
    @inline(__always)
    private func forEachRow(
        in rect: PixelRect, _ body: (Int, UnsafeMutablePointer<UInt8>, Range<Int>) -> Void
    ) {
        let rect = rect.intersection(picture)
        if rect.isEmpty { return }
        let shift = InkCells.shift
        for row in (rect.minY >> shift)...((rect.maxY - 1) >> shift) {
            for column in (rect.minX >> shift)...((rect.maxX - 1) >> shift) {
                let place = row * columns + column
                if table[place] == Self.none { continue }
                let tile = coverage(at: place)
                let left = max(column << shift, rect.minX)
                let right = min((column + 1) << shift, rect.maxX)
                for y in max(row << shift, rect.minY)..<min((row + 1) << shift, rect.maxY) {
                    body(y, tile.row(y), left..<right)
                }
            }
        }
    }

    // MARK: Painting and going

    /// Blends a colour by the coverage into a tile.
    ///
    /// - Parameters:
    ///   - x: The canvas column of the picture's first pixel.
    ///   - y: The canvas row of the picture's first pixel.
    ///   - clip: The pixels that may change; they lie in the tile.
    func paint(into tile: Tile, x: Int, y: Int, clip: PixelRect, color: BlendColor) {
        let own = PixelRect(
            x: clip.minX - x, y: clip.minY - y, width: clip.width, height: clip.height)
        forEachRow(in: own) { row, coverage, columns in
            blendRow(
                tile.row(row + y), (columns.lowerBound + x)..<(columns.upperBound + x),
                coverage - x, color)
        }
    }

    /// Puts the pixels that it may cover into a region: runs of cells.
    func addCover(to region: inout Region) {
        let extent = InkCells.extent
        for row in 0..<(table.count / columns) {
            var column = 0
            while column < columns {
                let first = column
                while column < columns, table[row * columns + column] != Self.none { column += 1 }
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
        // A dot has no coverage of its own.
        if points.count <= 2 { region.formUnion(box) }
    }

    /// Covers the pixels of another picture, which has its points elsewhere.
    ///
    /// - Complexity: O(points, and pixels of their segments).
    func move(to picture: PixelRect, scaledBy scale: Float) {
        let all = points.map { $0 * scale }
        let staying = settledCount
        removeAll()
        width *= scale
        self.picture = picture
        columns = InkCells.count(along: picture.width)
        table = Array(repeating: Self.none, count: columns * InkCells.count(along: picture.height))
        points.removeAll(keepingCapacity: true)
        points.append(all[0])
        settledCount = 1
        box = dot(at: all[0])
        var changed = Region()
        setEnd(settled: all[1..<staying], tail: all[staying...], changed: &changed)
    }

    /// Gives all memory back: nothing is painted of it any more.
    func removeAll() {
        for place in table.indices where table[place] != Self.none {
            cells.giveBack(table[place])
            table[place] = Self.none
        }
        tail.removeAll()
        tailBox = .empty
        kept.removeAll()
        box = .empty
    }
}

extension CGPoint {
    /// A point as drawings keep it.
    init(_ point: PointStore.Point) {
        self.init(x: Double(point.x), y: Double(point.y))
    }
}
