import TouchKitGeometry

// Performance-critical: pointers and wrapping arithmetic avoid bounds and overflow checks.

/// Memory in which the coverage of consecutive segments is combined before it is merged into the
/// cells of an ink stroke.
///
/// Consecutive segments overlap almost completely. In this memory a segment is painted without
/// clipping and once, however many cells it touches. All coverage is 0 between two uses.
struct InkScratch: ~Copyable {
    /// The maximum width and height of the area that the memory represents, in pixels.
    static let extent = 96
    /// The number of pixels that are merged at once. Cells are a multiple of this width.
    static let chunk = 16

    /// The memory of `extent` rows and `extent` columns plus one chunk on either side.
    private let memory: UnsafeMutablePointer<UInt16>

    /// Allocates the memory.
    init() {
        let count = Self.extent * (Self.extent + 2 * Self.chunk)
        memory = .allocate(capacity: count)
        memory.initialize(repeating: 0, count: count)
    }

    deinit { memory.deallocate() }

    /// Returns whether an area is small enough.
    static func fits(_ area: PixelRect) -> Bool {
        area.width <= extent && area.height <= extent
    }

    /// Paints segments into the memory.
    ///
    /// - Parameters:
    ///   - shapes: The segments.
    ///   - area: The union of the segments' bounding boxes, which must fit.
    /// - Returns: The memory, addressed by pixels of the ink layer.
    @inline(__always)
    func paint(_ shapes: UnsafeBufferPointer<LineShape>, in area: PixelRect) -> InkScratchSink {
        let left = area.minX & ~(Self.chunk &- 1)
        let stride = (area.maxX &- left &+ Self.chunk &- 1) & ~(Self.chunk &- 1)
        let sink = InkScratchSink(
            origin: memory - (area.minY &* stride &+ left), stride: stride)
        for shape in shapes { shape.addCoverage(into: sink) }
        return sink
    }
}

extension InkScratchSink {
    /// Raises the coverage of the pixels of a cell's row to the coverage in the memory, and resets
    /// the memory to 0.
    ///
    /// - Parameters:
    ///   - target: The row of the cell, indexed by column.
    ///   - columns: The columns, which begin and end at multiples of the chunk width.
    ///   - y: The row.
    @inline(__always)
    func mergeRow(_ target: UnsafeMutablePointer<UInt8>, _ columns: Range<Int>, _ y: Int) {
        var x = columns.lowerBound
        let source = row(y)
        while x < columns.upperBound {
            let from = UnsafeMutableRawPointer(source + x)
            let low = from.loadUnaligned(as: Coverage8.self)
            let high = (from + 16).loadUnaligned(as: Coverage8.self)
            from.storeBytes(of: Coverage8(), as: Coverage8.self)
            (from + 16).storeBytes(of: Coverage8(), as: Coverage8.self)
            let to = UnsafeMutableRawPointer(target + x)
            var new = to.loadUnaligned(as: SIMD16<UInt8>.self)
            let coverage = bytes(low, high)
            for lane in 0..<16 { new[lane] = max(new[lane], coverage[lane]) }
            to.storeBytes(of: new, as: SIMD16<UInt8>.self)
            x &+= InkScratch.chunk
        }
    }

    /// Resets the coverage of columns in a row to 0.
    @inline(__always)
    func clearRow(_ columns: Range<Int>, _ y: Int) {
        (row(y) + columns.lowerBound).update(repeating: 0, count: columns.count)
    }

    /// Converts the coverage of 16 pixels from 0…256 to 0…255.
    @inline(__always)
    private func bytes(_ low: Coverage8, _ high: Coverage8) -> SIMD16<UInt8> {
        let (left, right) = (low &- (low &+ 127) &>> 8, high &- (high &+ 127) &>> 8)
        var result = SIMD16<UInt8>()
        for lane in 0..<8 {
            result[lane] = UInt8(truncatingIfNeeded: left[lane])
            result[lane &+ 8] = UInt8(truncatingIfNeeded: right[lane])
        }
        return result
    }
}

/// Memory for the coverage under the tail of an ink stroke. It grows to the largest requested size.
struct TailCoverage: ~Copyable {
    /// The address of the memory, aligned to a chunk.
    private(set) var bytes: UnsafeMutableRawPointer
    /// The size of the memory, in bytes.
    private var capacity = 98_304

    /// Allocates memory that suffices for tails across a display. Memory pages that are never
    /// written are not committed.
    init() {
        bytes = .allocate(byteCount: capacity, alignment: InkScratch.chunk)
    }

    deinit { bytes.deallocate() }

    /// Ensures that the memory has at least `count` bytes. Its contents may be lost.
    mutating func reserve(byteCount count: Int) {
        if count <= capacity { return }
        bytes.deallocate()
        capacity = count * 2
        bytes = .allocate(byteCount: capacity, alignment: InkScratch.chunk)
    }
}
