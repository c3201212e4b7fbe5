import Geometry

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
    func cover(into tile: CoverageTile, clip: PixelRect) {
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
        // On flat lines rows are few and their rims longer than four pixels.
        guard shape.directionY > 0.316 else { return paintFlat(rows, round) }
        let sides = sideRows().clamped(to: rows)
        paintSteep(rows.lowerBound..<sides.lowerBound, round)
        if !sides.isEmpty { paintSides(sides) }
        paintSteep(sides.upperBound..<rows.upperBound, round)
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
        let first = nearest(shape.startY + from * shape.directionY - reach)
        let end = nearest(shape.startY + to * shape.directionY + reach)
        return from <= to && first < end
            ? (first..<end).clamped(to: clipRows) : clipRows.lowerBound..<clipRows.lowerBound
    }

    /// The rows on which both rims lie wholly beside the segment, if both fit four pixels.
    @inline(__always)
    private func sideRows() -> Range<Int> {
        guard SideCoverage.rowWidth(shape) > 8.01 else { return 0..<0 }
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

    /// Rows of a steep line near its ends: most rims fit four pixels.
    @inline(never)
    private func paintSteep(_ rows: Range<Int>, _ coverage: RoundCoverage) {
        var row = rows.lowerBound
        while row < rows.upperBound {
            let y = Float(row) + 0.5 - shape.startY
            let outer = shape.interval(radius: reach, y: y)
            let left = nearest(outer.from)
            let end = nearest(outer.to)
            if left < columns.upperBound && end > columns.lowerBound && left < end {
                let right = max(end &- 4, left &+ 4)
                let first = SIMD4<Float>(0, 1, 2, 3) + (Float(left) + 0.5 - shape.startX)
                let last = SIMD4<Float>(0, 1, 2, 3) + (Float(right) + 0.5 - shape.startX)
                let ends = coverage(x: Float8(lowHalf: first, highHalf: last), y: y)
                if right == left &+ 4 || ends[3] & ends[4] == 256 {
                    paintSpan(sink.row(row), left, right, ends)
                } else {
                    paintChunks(row, left..<end, coverage)
                }
            }
            row &+= 1
        }
    }

    @inline(never)
    private func paintFlat(_ rows: Range<Int>, _ coverage: RoundCoverage) {
        var row = rows.lowerBound
        while row < rows.upperBound {
            let outer = shape.interval(radius: reach, y: Float(row) + 0.5 - shape.startY)
            let left = nearest(outer.from)
            let end = nearest(outer.to)
            if left < columns.upperBound && end > columns.lowerBound && left < end {
                paintChunks(row, left..<end, coverage)
            }
            row &+= 1
        }
    }

    /// A row in chunks of eight on the canvas's grid.
    @inline(__always)
    private func paintChunks(_ row: Int, _ touched: Range<Int>, _ coverage: RoundCoverage) {
        let y = Float(row) + 0.5 - shape.startY
        let solid = solidChunks(y)
        let pixels = sink.row(row)
        let end = min(touched.upperBound, columns.upperBound)
        var x = max(touched.lowerBound, columns.lowerBound) & ~7
        while x < end {
            if x >= solid.lowerBound && x < solid.upperBound {
                let first = max(solid.lowerBound, columns.lowerBound)
                sink.fill(
                    pixels + first, min(solid.upperBound, columns.upperBound) &- first)
                x = solid.upperBound
                continue
            }
            paintChunk(
                pixels, x,
                coverage(x: Float8(0, 1, 2, 3, 4, 5, 6, 7) + (Float(x) + 0.5 - shape.startX), y: y))
            x &+= 8
        }
    }

    /// The chunks of a row that are covered for certain.
    @inline(__always)
    private func solidChunks(_ y: Float) -> Range<Int> {
        let radius = shape.radius - 0.72
        guard y > -radius, y < shape.height + radius else { return 0..<0 }
        let inner = shape.interval(radius: radius, y: y)
        let first = (nearest(inner.from) &+ 7) & ~7
        let end = nearest(inner.to) & ~7
        return first < end ? first..<end : 0..<0
    }

    @inline(never)
    private func paintCut(_ rows: Range<Int>) {
        let coverage = CutCoverage(shape)
        var row = rows.lowerBound
        while row < rows.upperBound {
            let y = Float(row) + 0.5 - shape.startY
            let outer = shape.interval(radius: reach, y: y)
            let pixels = sink.row(row)
            let end = min(nearest(outer.to), columns.upperBound)
            var x = max(nearest(outer.from), columns.lowerBound) & ~7
            while x < end {
                let first = Float(x) + 0.5 - shape.startX
                paintChunk(
                    pixels, x, coverage(x: Float8(0, 1, 2, 3, 4, 5, 6, 7) + first, y: y))
                x &+= 8
            }
            row &+= 1
        }
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
}
