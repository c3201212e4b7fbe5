import TouchKitGeometry

// Hot code: see Blend.swift.

/// The coverage of a shape that was painted before: where it lies, wholly or by how much, without what it
/// was made of.
///
/// A pixel's coverage is a function of the shape alone, whatever clip or tile it is painted in; so that what
/// is blended by coverage kept is the same, to the bit, as what is blended by coverage made anew.
struct KeptShape: BitwiseCopyable {
    /// Neighbouring pixels of a row.
    struct Span: BitwiseCopyable {
        /// The first one's distance from the box's left edge.
        let x: Int16
        let count: Int16
        /// Where their coverage begins, 0…255 each; `solid` where all are covered wholly.
        let bytes: Int32

        static let solid: Int32 = -1
    }

    /// The pixels that it may touch.
    let box: PixelRect
    /// For each row of the box its first span, and one more for the end.
    let rowStarts: UnsafePointer<Int32>
    let spans: UnsafePointer<Span>
    let bytes: UnsafePointer<UInt8>

    /// Paints it into a tile.
    ///
    /// - Parameter clip: The pixels that may change, inside the box.
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
                if span.bytes == Span.solid {
                    fillRun(row + first, count, color)
                } else {
                    blendCoverage(
                        row + first, bytes + (Int(span.bytes) &+ first &- left), count, color)
                }
            }
        }
    }
}

/// Rows of coverage on the way to a `KeptShape`.
struct SpanRows: ~Copyable {
    /// A gap shorter than this stays part of a span, and so does what is covered wholly.
    private static let shortest = 8

    private(set) var rowStarts = FlatMemory<Int32>(capacity: 2_049)
    private(set) var spans = FlatMemory<KeptShape.Span>(capacity: 16_384)
    private(set) var bytes = FlatMemory<UInt8>(capacity: 131_072)

    mutating func removeAll() {
        rowStarts.count = 0
        spans.count = 0
        bytes.count = 0
    }

    /// Adds the next row.
    ///
    /// - Parameters:
    ///   - coverage: 0…255 for each pixel from the box's left edge on.
    ///   - width: The number of pixels, at most 2¹⁵ − 1.
    mutating func add(_ coverage: UnsafePointer<UInt8>, width: Int) {
        beginRow()
        var x = 0
        while x < width {
            let same = run(coverage, x, width)
            let isSolid = coverage[x] == 255
            if coverage[x] == 0 || (isSolid && same >= Self.shortest) {
                if isSolid { append(x, same, KeptShape.Span.solid) }
                x += same
                continue
            }
            // Up to where a longer run begins of what is covered not at all or wholly.
            let first = x
            while x < width {
                let more = run(coverage, x, width)
                if coverage[x] == 0 && (more >= Self.shortest || x + more == width) { break }
                if coverage[x] == 255 && more >= Self.shortest { break }
                x += more
            }
            append(first, x - first, Int32(bytes.count))
            bytes.makeRoom(for: x - first)
            for place in first..<x { bytes.append(coverage[place]) }
        }
    }

    /// All rows were added.
    mutating func finish() { beginRow() }

    private mutating func beginRow() {
        rowStarts.makeRoom(for: 1)
        rowStarts.append(Int32(spans.count))
    }

    private mutating func append(_ x: Int, _ count: Int, _ bytes: Int32) {
        spans.makeRoom(for: 1)
        spans.append(KeptShape.Span(x: Int16(x), count: Int16(count), bytes: bytes))
    }

    /// How many pixels from a column on are covered alike.
    private func run(_ coverage: UnsafePointer<UInt8>, _ x: Int, _ width: Int) -> Int {
        var end = x + 1
        while end < width && coverage[end] == coverage[x] { end += 1 }
        return end - x
    }
}
