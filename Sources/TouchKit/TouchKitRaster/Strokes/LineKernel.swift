import TouchKitGeometry

// Performance-critical: pointers and wrapping arithmetic avoid bounds and overflow checks. A
// pixel's result does not depend on the clip: the positions of a row's chunks and the formula for
// their coverage depend only on the line and the row. A clip only omits pixels.

extension LineShape {
    /// Paints the line into a tile.
    ///
    /// - Parameters:
    ///   - tile: The tile to change.
    ///   - clip: The pixels that may change. They must be inside the tile.
    ///   - color: The color.
    func paint(into tile: Tile, clip: PixelRect, color: BlendColor) {
        if color.isOpaque {
            LinePainter(self, OpaqueSink(tile: tile, color: color), clip).paint()
        } else {
            LinePainter(self, TranslucentSink(tile: tile, color: color), clip).paint()
        }
    }

    /// Raises the coverage of each pixel in a tile to the coverage of the line, if the line's
    /// coverage is higher.
    ///
    /// - Parameters:
    ///   - tile: The coverage tile to change.
    ///   - clip: The pixels that may change. They must be inside the tile.
    package func addCoverage(into tile: CoverageTile, clip: PixelRect) {
        LinePainter(self, CoverageSink(tile: tile), clip).paint()
    }

    /// Raises the coverage of each pixel in the scratch memory of wet ink to the coverage of the
    /// line, if the line's coverage is higher. The memory must contain the line's bounding box.
    func addCoverage(into scratch: InkScratchSink) {
        LinePainter(self, scratch, box).paint()
    }
}

/// A painter of one line into a sink.
private struct LinePainter<Sink: LineSink> {
    /// The line.
    private let shape: LineShape
    /// The sink that receives the coverage.
    private let sink: Sink
    /// The columns that may change.
    private let columns: Range<Int>
    /// The rows that may change.
    private let clipRows: Range<Int>
    /// The maximum distance between the line and the center of a pixel that it changes, in pixels.
    private let reach: Float

    /// Prepares painting of a line.
    @inline(__always)
    init(_ shape: LineShape, _ sink: Sink, _ clip: PixelRect) {
        self.shape = shape
        self.sink = sink
        columns = clip.minX..<clip.maxX
        clipRows = clip.minY..<clip.maxY
        reach = shape.reach
    }

    /// Paints all rows inside the clip.
    @inline(__always)
    func paint() {
        let rows = rowsInClip()
        guard shape.isRound else { return paintFlatEndedRows(rows) }
        let round = RoundCapCoverage(shape)
        let sides = sideRows().clamped(to: rows)
        if sides.isEmpty { return paintRows(rows, round) }
        paintRows(rows.lowerBound..<sides.lowerBound, round)
        paintSides(sides)
        paintRows(sides.upperBound..<rows.upperBound, round)
    }

    /// Returns the rows of the clip in which the line may touch the clip's columns.
    @inline(__always)
    private func rowsInClip() -> Range<Int> {
        var from: Float = 0
        var to = shape.length
        let left = Float(columns.lowerBound) - reach - shape.startX
        let right = Float(columns.upperBound) + reach - shape.startX
        // Limits the line to the section that is near enough to the clip's columns.
        if min(shape.width, 0) < left || max(shape.width, 0) > right {
            if abs(shape.directionX) > 1e-4 {
                let inverse = 1 / shape.directionX
                from = max(from, min(left * inverse, right * inverse))
                to = min(to, max(left * inverse, right * inverse))
            } else if left > max(shape.width, 0) || right < min(shape.width, 0) {
                return clipRows.lowerBound..<clipRows.lowerBound
            }
        }
        // Above and below a round cap, only pixels whose centers are up to half a pixel away are
        // touched.
        let above = shape.isRound ? shape.radius + 0.5 : reach
        let first = roundedToInt(shape.startY + from * shape.directionY - above)
        let end = roundedToInt(shape.startY + to * shape.directionY + above)
        return from <= to && first < end
            ? (first..<end).clamped(to: clipRows) : clipRows.lowerBound..<clipRows.lowerBound
    }

    /// Returns the rows that contain only the straight sides of the line, or an empty range if a
    /// side does not fit into four pixels.
    @inline(__always)
    private func sideRows() -> Range<Int> {
        guard shape.directionY > 0.316, StraightSideCoverage.rowWidth(shape) > 8.01 else {
            return 0..<0
        }
        // The distance along the line is half the row's width plus one pixel, multiplied by the
        // direction's cosine.
        let margin = abs(shape.directionX) * (reach + shape.directionY) + 0.5
        let first = roundedToInt(shape.startY + margin)
        let end = roundedToInt(shape.startY + shape.height - margin)
        return first < end ? first..<end : first..<first
    }

    /// Paints rows that contain only the straight sides of a steep line.
    @inline(never)
    private func paintSides(_ rows: Range<Int>) {
        // The positions are computed from the line's first row, independently of the clip.
        let origin = roundedToInt(shape.startY)
        let coverage = StraightSideCoverage(shape, row: origin)
        let slope = coverage.slope
        var positions = coverage.first &+ slope &* Int64(rows.lowerBound &- origin)
        var row = rows.lowerBound
        while row < rows.upperBound {
            let left = Int(positions[0] &>> 32)
            let end = 0 &- Int(positions[1] &>> 32)
            paintSpan(sink.row(row), left, end &- 4, coverage(positions))
            positions &+= slope
            row &+= 1
        }
    }

    /// Paints rows that may contain caps.
    @inline(never)
    private func paintRows(_ rows: Range<Int>, _ coverage: RoundCapCoverage) {
        let strokeRows = CapsuleRows(shape, radius: reach)
        var row = rows.lowerBound
        while row < rows.upperBound {
            let count = min(8, rows.upperBound &- row)
            var spans = strokeRows.spans(from: row)
            // The lanes are read from memory, because each subscript of a vector would store the
            // whole vector.
            withUnsafePointer(to: &spans) {
                let numbers = UnsafeRawPointer($0).assumingMemoryBound(to: Int32.self)
                let parts = UnsafeRawPointer($0).assumingMemoryBound(to: Float.self)
                var lane = 0
                while lane < count {
                    let ends = coverage.coverageOfBothEnds(
                        x: parts[lane &+ 16], distance: parts[lane &+ 32], y: parts[lane &+ 24])
                    paintRow(
                        row &+ lane, Int(numbers[lane]), Int(numbers[lane &+ 8]), ends, coverage)
                    lane &+= 1
                }
            }
            row &+= 8
        }
    }

    /// Paints a row, given the coverage of the four pixels at each end.
    @inline(__always)
    private func paintRow(
        _ row: Int, _ left: Int, _ right: Int, _ ends: Coverage8, _ coverage: RoundCapCoverage
    ) {
        let pixels = sink.row(row)
        if innerEndsAreFull(ends) || right == left &+ 4 {
            paintSpan(pixels, left, right, ends)
        } else {
            paintEnds(pixels, left, right, ends)
            paintMiddle(row, left &+ 4, right, coverage)
        }
    }

    /// Returns whether the innermost of the four pixels at each end are fully covered.
    ///
    /// Reading the two lanes by subscripts would make the compiler assemble the vector anew from
    /// its lanes for the blending that follows.
    @inline(__always)
    private func innerEndsAreFull(_ ends: Coverage8) -> Bool {
        let halves = unsafeBitCast(ends, to: SIMD2<UInt64>.self)
        return (halves[0] &>> 48) & halves[1] & 0xFFFF == 256
    }

    /// Paints the pixels between the four pixels at each end. These pixels are not all fully
    /// covered.
    @inline(never)
    private func paintMiddle(_ row: Int, _ from: Int, _ to: Int, _ coverage: RoundCapCoverage) {
        let solid = solidColumns(row, from, to)
        paintChunks(row, from, solid.lowerBound, coverage)
        let first = max(solid.lowerBound, columns.lowerBound)
        let end = min(solid.upperBound, columns.upperBound)
        if first < end { sink.fill(sink.row(row) + first, end &- first) }
        paintChunks(row, solid.upperBound, to, coverage)
    }

    /// Paints columns in chunks of eight. The last chunk may overlap the previous chunk.
    @inline(__always)
    private func paintChunks(_ row: Int, _ from: Int, _ to: Int, _ coverage: RoundCapCoverage) {
        let pixels = sink.row(row)
        let y = Float(row) + 0.5 - shape.startY
        // Chunks before the clip are skipped.
        var x = from &+ max(0, columns.lowerBound &- from) & ~7
        while x < min(to, columns.upperBound) {
            // The caller paints the four pixels before and after these columns, so their lanes get
            // a coverage of 0.
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

    /// Returns the columns from `from` up to `to` that are certainly covered completely, or an
    /// empty range if there are few columns.
    @inline(__always)
    private func solidColumns(_ row: Int, _ from: Int, _ to: Int) -> Range<Int> {
        let y = Float(row) + 0.5 - shape.startY
        let radius = shape.solidRadius
        guard to &- from > 16, y > -radius, y < shape.height + radius else { return to..<to }
        let inner = CapsuleRows(shape, radius: radius).columns(of: row)
        let first = max(inner.lowerBound, from)
        let end = min(inner.upperBound, to)
        return first < end ? first..<end : to..<to
    }
    /// Paints the pixels of a span that are inside the clip: the four pixels at each end, and the
    /// fully covered pixels between them.
    @inline(__always)
    private func paintSpan(
        _ pixels: UnsafeMutablePointer<Sink.Pixel>, _ left: Int, _ right: Int, _ ends: Coverage8
    ) {
        if left >= columns.lowerBound && right &+ 4 <= columns.upperBound {
            sink.paintSpan(pixels, left, right, ends)
        } else {
            paintClippedSpan(pixels, left, right, ends)
        }
    }

    /// Paints a span that is partly outside the clip.
    @inline(never)
    private func paintClippedSpan(
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

    /// Paints the four pixels at each end of a row, without the pixels between them.
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

    /// Paints the pixels of a chunk that are inside the clip.
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

    /// Paints the rows of a line with flat ends, in chunks of eight on the canvas grid.
    @inline(never)
    private func paintFlatEndedRows(_ rows: Range<Int>) {
        let coverage = FlatEndCoverage(shape)
        let outer = CapsuleRows(shape, radius: reach)
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
