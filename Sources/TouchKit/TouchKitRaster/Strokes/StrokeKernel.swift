import TouchKitGeometry

// Hot code: see Blend.swift. Whatever the clip, a pixel gets the same bits: where a row's chunks lie
// and which law gives their coverage depends on the stroke and the row alone. A clip only leaves
// pixels out.

extension StrokeShape {
    /// Paints the stroke into a tile.
    ///
    /// - Parameter clip: The pixels that may change; they lie in the tile.
    func paint(into tile: Tile, clip: PixelRect, color: BlendColor) {
        if color.isOpaque {
            StrokePainter(self, OpaqueSink(tile: tile, color: color), clip).paint()
        } else {
            StrokePainter(self, TranslucentSink(tile: tile, color: color), clip).paint()
        }
    }

    /// Raises the coverage of a tile to the stroke's own.
    ///
    /// - Parameter clip: The pixels that may change; they lie in the tile.
    package func cover(into tile: CoverageTile, clip: PixelRect) {
        StrokePainter(self, CoverageSink(tile: tile), clip).paint()
    }
}

/// The painting of one stroke.
private struct StrokePainter<Sink: StrokeSink> {
    private let shape: StrokeShape
    private let sink: Sink
    private let columns: Range<Int>
    private let clipRows: Range<Int>
    private let reach: Float

    @inline(__always)
    init(_ shape: StrokeShape, _ sink: Sink, _ clip: PixelRect) {
        self.shape = shape
        self.sink = sink
        columns = clip.minX..<clip.maxX
        clipRows = clip.minY..<clip.maxY
        reach = shape.reach
    }

    @inline(__always)
    func paint() {
        let rows = rowsInClip()
        guard shape.isRound else { return paintCut(rows) }
        let round = RoundCoverage(shape)
        let sides = sideRows().clamped(to: rows)
        if sides.isEmpty { return paintRows(rows, round) }
        paintRows(rows.lowerBound..<sides.lowerBound, round)
        paintSides(sides)
        paintRows(sides.upperBound..<rows.upperBound, round)
    }

    /// The rows of the clip on which the stroke may touch the clip's columns.
    @inline(__always)
    private func rowsInClip() -> Range<Int> {
        var from: Float = 0
        var to = shape.length
        let left = Float(columns.lowerBound) - reach - shape.startX
        let right = Float(columns.upperBound) + reach - shape.startX
        // The part of the segment that is near enough to the columns.
        if min(shape.width, 0) < left || max(shape.width, 0) > right {
            if abs(shape.directionX) > 1e-4 {
                let inverse = 1 / shape.directionX
                from = max(from, min(left * inverse, right * inverse))
                to = min(to, max(left * inverse, right * inverse))
            } else if left > 0 || right < 0 {
                return clipRows.lowerBound..<clipRows.lowerBound
            }
        }
        // Above and below a cap only what lies half a pixel away is touched.
        let above = shape.isRound ? shape.radius + 0.5 : reach
        let first = nearest(shape.startY + from * shape.directionY - above)
        let end = nearest(shape.startY + to * shape.directionY + above)
        return from <= to && first < end
            ? (first..<end).clamped(to: clipRows) : clipRows.lowerBound..<clipRows.lowerBound
    }

    /// The rows on which both rims lie wholly beside the segment, if both fit four pixels.
    @inline(__always)
    private func sideRows() -> Range<Int> {
        guard shape.directionY > 0.316, SideCoverage.rowWidth(shape) > 8.01 else { return 0..<0 }
        // Seen along the segment, half the row's width, and a pixel more, shrink by the direction.
        let margin = abs(shape.directionX) * (reach + shape.directionY) + 0.5
        let first = nearest(shape.startY + margin)
        let end = nearest(shape.startY + shape.height - margin)
        return first < end ? first..<end : first..<first
    }

    /// Rows beside the segment of a steep line.
    @inline(never)
    private func paintSides(_ rows: Range<Int>) {
        // From the stroke's own first row on, whatever the clip's.
        let origin = nearest(shape.startY)
        let coverage = SideCoverage(shape, row: origin)
        let slope = coverage.slope
        var places = coverage.first &+ slope &* Int64(rows.lowerBound &- origin)
        var row = rows.lowerBound
        while row < rows.upperBound {
            let left = Int(places[0] &>> 32)
            let end = 0 &- Int(places[1] &>> 32)
            paintSpan(sink.row(row), left, end &- 4, coverage(places))
            places &+= slope
            row &+= 1
        }
    }

    /// Rows with any edges.
    @inline(never)
    private func paintRows(_ rows: Range<Int>, _ coverage: RoundCoverage) {
        let strokeRows = StrokeRows(shape, radius: reach)
        var row = rows.lowerBound
        while row < rows.upperBound {
            let count = min(8, rows.upperBound &- row)
            var places = strokeRows.places(from: row)
            // Lanes are read from memory: a vector's own subscript writes it there each time.
            withUnsafePointer(to: &places) {
                let numbers = UnsafeRawPointer($0).assumingMemoryBound(to: Int32.self)
                let parts = UnsafeRawPointer($0).assumingMemoryBound(to: Float.self)
                var lane = 0
                while lane < count {
                    let ends = coverage.twiceFour(
                        x: parts[lane &+ 16], distance: parts[lane &+ 32], y: parts[lane &+ 24])
                    paintRow(
                        row &+ lane, Int(numbers[lane]), Int(numbers[lane &+ 8]), ends, coverage)
                    lane &+= 1
                }
            }
            row &+= 8
        }
    }

    /// A row of which the coverage of four pixels at either end is known.
    @inline(__always)
    private func paintRow(
        _ row: Int, _ left: Int, _ right: Int, _ ends: Coverage8, _ coverage: RoundCoverage
    ) {
        let pixels = sink.row(row)
        if ends[3] & ends[4] == 256 || right == left &+ 4 {
            paintSpan(pixels, left, right, ends)
        } else {
            paintEnds(pixels, left, right, ends)
            paintMiddle(row, left &+ 4, right, coverage)
        }
    }

    /// What is between the first and the last four pixels of a row with longer rims.
    @inline(never)
    private func paintMiddle(_ row: Int, _ from: Int, _ to: Int, _ coverage: RoundCoverage) {
        let solid = solidColumns(row, from, to)
        paintChunks(row, from, solid.lowerBound, coverage)
        let first = max(solid.lowerBound, columns.lowerBound)
        let end = min(solid.upperBound, columns.upperBound)
        if first < end { sink.fill(sink.row(row) + first, end &- first) }
        paintChunks(row, solid.upperBound, to, coverage)
    }

    /// Columns of a row in chunks of eight; the last one may have begun before.
    @inline(__always)
    private func paintChunks(_ row: Int, _ from: Int, _ to: Int, _ coverage: RoundCoverage) {
        let pixels = sink.row(row)
        let y = Float(row) + 0.5 - shape.startY
        // Chunks that lie wholly before the clip are left out.
        var x = from &+ max(0, columns.lowerBound &- from) & ~7
        while x < min(to, columns.upperBound) {
            // The row has four pixels more on either side: they get none from here.
            let start = min(x, to &- 4)
            let lane = Coverage8(0, 1, 2, 3, 4, 5, 6, 7)
            let first = Coverage8(repeating: UInt16(truncatingIfNeeded: x &- start))
            let end = Coverage8(repeating: UInt16(truncatingIfNeeded: min(to &- start, 8)))
            let eight = coverage.eight(x: Float(start) + 0.5 - shape.startX, y: y)
                .replacing(with: Coverage8(repeating: 0), where: (lane .< first) .| (lane .>= end))
            paintChunk(pixels, start, eight)
            x &+= 8
        }
    }

    /// The columns of a row's middle that are covered for certain, where it's worth it.
    @inline(__always)
    private func solidColumns(_ row: Int, _ from: Int, _ to: Int) -> Range<Int> {
        let y = Float(row) + 0.5 - shape.startY
        let radius = shape.solidRadius
        guard to &- from > 16, y > -radius, y < shape.height + radius else { return to..<to }
        let inner = StrokeRows(shape, radius: radius).columns(of: row)
        let first = max(inner.lowerBound, from)
        let end = min(inner.upperBound, to)
        return first < end ? first..<end : to..<to
    }
    /// Four pixels at either end and what is between, as far as they lie in the clip.
    @inline(__always)
    private func paintSpan(
        _ pixels: UnsafeMutablePointer<Sink.Pixel>, _ left: Int, _ right: Int, _ ends: Coverage8
    ) {
        if left >= columns.lowerBound && right &+ 4 <= columns.upperBound {
            sink.paintSpan(pixels, left, right, ends)
        } else {
            paintCutSpan(pixels, left, right, ends)
        }
    }

    @inline(never)
    private func paintCutSpan(
        _ pixels: UnsafeMutablePointer<Sink.Pixel>, _ left: Int, _ right: Int, _ ends: Coverage8
    ) {
        for lane in 0..<4 where columns.contains(left &+ lane) {
            sink.paint(pixels + left + lane, ends[lane])
        }
        let first = max(left &+ 4, columns.lowerBound)
        let end = min(right, columns.upperBound)
        if first < end { sink.fill(pixels + first, end &- first) }
        for lane in 0..<4 where columns.contains(right &+ lane) {
            sink.paint(pixels + right + lane, ends[4 &+ lane])
        }
    }

    /// The first and the last four pixels of a row without what is between.
    @inline(__always)
    private func paintEnds(
        _ pixels: UnsafeMutablePointer<Sink.Pixel>, _ left: Int, _ right: Int, _ ends: Coverage8
    ) {
        if left >= columns.lowerBound && right &+ 4 <= columns.upperBound {
            sink.paintEnds(pixels, left, right, ends)
        } else {
            for lane in 0..<4 where columns.contains(left &+ lane) {
                sink.paint(pixels + left + lane, ends[lane])
            }
            for lane in 0..<4 where columns.contains(right &+ lane) {
                sink.paint(pixels + right + lane, ends[4 &+ lane])
            }
        }
    }

    /// The pixels of a chunk that lie in the clip.
    @inline(__always)
    private func paintChunk(
        _ pixels: UnsafeMutablePointer<Sink.Pixel>, _ x: Int, _ coverage: Coverage8
    ) {
        if x >= columns.lowerBound && x &+ 8 <= columns.upperBound {
            sink.paint8(pixels + x, coverage)
        } else {
            for lane in 0..<8 where columns.contains(x &+ lane) {
                sink.paint(pixels + x + lane, coverage[lane])
            }
        }
    }

    /// Rows of a line that is cut off straight, in chunks of eight on the canvas's grid.
    @inline(never)
    private func paintCut(_ rows: Range<Int>) {
        let coverage = CutCoverage(shape)
        let outer = StrokeRows(shape, radius: reach)
        let lanes = Float8(0, 1, 2, 3, 4, 5, 6, 7) + 0.5 - shape.startX
        for row in rows {
            let y = Float(row) + 0.5 - shape.startY
            let touched = outer.columns(of: row)
            let pixels = sink.row(row)
            var x = max(touched.lowerBound, columns.lowerBound) & ~7
            while x < min(touched.upperBound, columns.upperBound) {
                paintChunk(pixels, x, coverage(x: lanes + Float(x), y: y))
                x &+= 8
            }
        }
    }
}
