import TouchKitGeometry

// Performance-critical: pointers and wrapping arithmetic avoid bounds and overflow checks.

/// The stored coverage of a path or polyline, run-length encoded.
///
/// A pixel's coverage depends only on the shape, not on the clip or tile. Therefore painting from
/// stored coverage produces exactly the same pixels as rasterizing the shape again. The shape cache
/// owns the memory; the addresses are valid until the cache is cleared.
struct CachedShape: BitwiseCopyable {
    /// A run of adjacent pixels in a row.
    struct Span: BitwiseCopyable {
        /// The distance of the first pixel from the left edge of the shape's box, in pixels.
        let x: Int16
        /// The number of pixels.
        let count: Int16
        /// The index of the run's first coverage value in `coverage`, or `solid` if all pixels are
        /// fully covered.
        let coverageIndex: Int32

        /// The value of `coverageIndex` for a run of fully covered pixels.
        static let solid: Int32 = -1
    }

    /// The pixels that the shape may change.
    let box: PixelRect
    /// The address of the index in `spans` of each row's first span. The total number of spans
    /// follows the last row.
    let rowStarts: UnsafePointer<Int32>
    /// The address of the spans of all rows.
    let spans: UnsafePointer<Span>
    /// The address of the coverage values 0…255 of all spans that are not solid.
    let coverage: UnsafePointer<UInt8>

    /// Paints the shape into a tile.
    ///
    /// - Parameters:
    ///   - tile: The tile to change.
    ///   - clip: The pixels that may change. They must be inside `box`.
    ///   - color: The color.
    func paint(into tile: Tile, clip: PixelRect, color: BlendColor) {
        for y in clip.minY..<clip.maxY {
            let row = tile.row(y)
            let starts = rowStarts + (y &- box.minY)
            var index = Int(starts[0])
            let end = Int(starts[1])
            while index < end {
                let span = spans[index]
                index &+= 1
                let left = box.minX &+ Int(span.x)
                let first = max(left, clip.minX)
                let count = min(left &+ Int(span.count), clip.maxX) &- first
                if count <= 0 { continue }
                if span.coverageIndex == Span.solid {
                    fillRun(row + first, count, color)
                } else {
                    blendCoverage(
                        row + first, coverage + (Int(span.coverageIndex) &+ first &- left), count,
                        color)
                }
            }
        }
    }
}

/// An encoder that run-length encodes rows of coverage for a new cached shape.
struct SpanEncoder: ~Copyable {
    /// The minimum length of a run of uncovered or fully covered pixels that ends a span, in
    /// pixels. A shorter run is part of the span.
    private static let minimumRunLength = 8

    /// The index in `spans` of each row's first span.
    private(set) var rowStarts = GrowableBuffer<Int32>(capacity: 2_049)
    /// The spans of the rows added so far.
    private(set) var spans = GrowableBuffer<CachedShape.Span>(capacity: 16_384)
    /// The coverage values of the spans added so far.
    private(set) var bytes = GrowableBuffer<UInt8>(capacity: 131_072)

    /// Removes all rows, but keeps the allocated memory.
    mutating func removeAll() {
        rowStarts.count = 0
        spans.count = 0
        bytes.count = 0
    }

    /// Adds the next row.
    ///
    /// - Parameters:
    ///   - coverage: The coverage 0…255 of each pixel, beginning at the left edge of the box.
    ///   - width: The number of pixels, at most 2¹⁵ − 1.
    mutating func add(_ coverage: UnsafePointer<UInt8>, width: Int) {
        beginRow()
        var x = 0
        while x < width {
            let same = runLength(coverage, x, width)
            let isSolid = coverage[x] == 255
            if coverage[x] == 0 || (isSolid && same >= Self.minimumRunLength) {
                if isSolid { append(x, same, CachedShape.Span.solid) }
                x += same
                continue
            }
            // The span ends before a long run of uncovered or fully covered pixels.
            let first = x
            while x < width {
                let more = runLength(coverage, x, width)
                if coverage[x] == 0 && (more >= Self.minimumRunLength || x + more == width) {
                    break
                }
                if coverage[x] == 255 && more >= Self.minimumRunLength { break }
                x += more
            }
            append(first, x - first, Int32(bytes.count))
            bytes.reserve(additional: x - first)
            for index in first..<x { bytes.append(coverage[index]) }
        }
    }

    /// Completes `rowStarts` after the last row.
    mutating func finish() { beginRow() }

    /// Appends the index of the next row's first span to `rowStarts`.
    private mutating func beginRow() {
        rowStarts.reserve(additional: 1)
        rowStarts.append(Int32(spans.count))
    }

    /// Appends a span.
    private mutating func append(_ x: Int, _ count: Int, _ coverageIndex: Int32) {
        spans.reserve(additional: 1)
        spans.append(
            CachedShape.Span(x: Int16(x), count: Int16(count), coverageIndex: coverageIndex))
    }

    /// Returns the number of consecutive pixels from `x` on that have equal coverage.
    private func runLength(_ coverage: UnsafePointer<UInt8>, _ x: Int, _ width: Int) -> Int {
        var end = x + 1
        while end < width && coverage[end] == coverage[x] { end += 1 }
        return end - x
    }
}
