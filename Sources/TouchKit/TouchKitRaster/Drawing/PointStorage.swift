import TouchKitGeometry

/// Storage for the points of all strokes: 8 bytes per point plus 8 bytes per stroke, and 16 bytes
/// per section of a long stroke (`PointSections`).
///
/// The points of a stroke are contiguous. Strokes are written one after the other into chunks of 16
/// KiB. A stroke of more than about 500 points has its own chunk. If less than half of a chunk is
/// in use, its strokes are copied to the current chunk, and the chunk is freed. Therefore the
/// memory is proportional to the number of points, and removing a stroke takes at most the time for
/// copying half a chunk.
final class PointStorage {
    /// A point, in pixels.
    typealias Point = SIMD2<Float>

    /// Converts a finite point to the stored precision of 24 bits, clamped to ±2²⁰.
    static func storedPoint(_ point: CGPoint) -> Point {
        let limit = 1_048_576.0
        return SIMD2(
            Float(min(max(point.x, -limit), limit)), Float(min(max(point.y, -limit), limit)))
    }

    /// The number of bits of a location that contain the offset in the chunk. The upper bits
    /// contain the index of the chunk.
    private static let chunkShift: UInt32 = 11
    /// The capacity of a chunk that is shared by several strokes, in elements of 8 bytes.
    private static let chunkCapacity = 1 << 11
    /// The value that replaces the owner in the header of a stroke's points when the points are
    /// released.
    private static let noOwner = UInt32.max

    /// A block of memory that contains the points of several strokes.
    private struct Chunk {
        /// The address of the first element.
        var base: UnsafeMutablePointer<Point>
        /// The capacity, in elements.
        var capacity: Int
        /// The number of elements written, including headers and released points.
        var usedCount = 0
        /// The number of written elements that belong to strokes, including headers.
        var liveCount = 0
    }

    /// The chunks, or `nil` at indices that are not in use.
    @exclusivity(unchecked) private var chunks: [Chunk?] = []
    /// The memory of freed chunks, which new chunks reuse.
    ///
    /// A stroke that grows point by point frees one chunk after the other.
    @exclusivity(unchecked) private var freeMemory: [UnsafeMutablePointer<Point>] = []
    /// The maximum number of freed chunks whose memory is retained: enough for the ink of ten
    /// contacts.
    private static let freeMemoryLimit = 64
    /// The indices of freed chunks, which new chunks reuse.
    @exclusivity(unchecked) private var freeChunkIndices: [Int] = []
    /// The index of the chunk to which new strokes are appended, or `nil` if there is none.
    @exclusivity(unchecked) private var currentChunkIndex: Int?

    /// Creates an empty store with one chunk.
    init() {
        freeMemory.reserveCapacity(Self.freeMemoryLimit)
        currentChunkIndex = newChunk(capacity: Self.chunkCapacity)
    }

    deinit {
        for case let chunk? in chunks { chunk.base.deallocate() }
        for memory in freeMemory { memory.deallocate() }
    }

    /// The size of all chunks, in bytes.
    var byteCount: Int {
        let capacity =
            chunks.reduce(0) { $0 + ($1?.capacity ?? 0) } + freeMemory.count * Self.chunkCapacity
        return capacity * MemoryLayout<Point>.stride
    }

    /// Returns the points at a location. The result is valid until points are allocated or
    /// released.
    @inline(__always)
    func points(at location: UInt32) -> UnsafeMutableBufferPointer<Point> {
        guard let chunk = chunks[Int(location >> Self.chunkShift)] else {
            preconditionFailure("stroke points: the location was released")
        }
        let header = chunk.base + Int(location & UInt32(Self.chunkCapacity - 1))
        return UnsafeMutableBufferPointer(start: header + 1, count: Self.count(header))
    }

    /// Allocates memory for the points of a stroke. The caller sets the values of the points.
    ///
    /// - Parameters:
    ///   - count: The number of points, at least 1.
    ///   - owner: The number that identifies the stroke. `release(_:moved:)` passes this number to
    ///     its closure when the points are moved.
    /// - Returns: The location of the points.
    func allocate(count: Int, owner: UInt32) -> UInt32 {
        precondition(count >= 1, "stroke points: a stroke has at least one point")
        let needed = PointSections.elementCount(forPointCount: count) + 1
        let chunkIndex = chunk(withFreeCapacity: needed)
        guard var chunk = chunks[chunkIndex] else {
            preconditionFailure("stroke points: the chunk was freed")
        }
        let offset = chunk.usedCount
        let header = chunk.base + offset
        header.initialize(repeating: Point(), count: needed)
        Self.setHeader(header, owner: owner, count: count)
        chunk.usedCount += needed
        chunk.liveCount += needed
        chunks[chunkIndex] = chunk
        return UInt32(chunkIndex) << Self.chunkShift | UInt32(offset)
    }

    /// Releases the points of a stroke, which may move the points of other strokes.
    ///
    /// - Parameters:
    ///   - location: The location of the points.
    ///   - moved: A closure that is called with the owner and the new location of each stroke whose
    ///     points were moved.
    func release(_ location: UInt32, moved: (_ owner: UInt32, _ location: UInt32) -> Void) {
        let chunkIndex = Int(location >> Self.chunkShift)
        guard var chunk = chunks[chunkIndex] else { return }
        let header = chunk.base + Int(location & UInt32(Self.chunkCapacity - 1))
        let count = Self.count(header)
        Self.setHeader(header, owner: Self.noOwner, count: count)
        chunk.liveCount -= PointSections.elementCount(forPointCount: count) + 1
        chunks[chunkIndex] = chunk
        if chunk.liveCount * 2 >= chunk.usedCount { return }
        if chunkIndex == currentChunkIndex {
            // If less than half of the current chunk has been written, new strokes are still
            // appended to it.
            if chunk.usedCount * 2 < chunk.capacity { return }
            currentChunkIndex = nil
        }
        relocateStrokes(inChunk: chunkIndex, moved: moved)
    }

    /// Releases all points.
    func removeAll() {
        for case let chunk? in chunks { chunk.base.deallocate() }
        chunks.removeAll()
        freeChunkIndices.removeAll()
        currentChunkIndex = newChunk(capacity: Self.chunkCapacity)
    }

    /// Moves the points of all strokes out of a chunk and frees the chunk.
    private func relocateStrokes(inChunk chunkIndex: Int, moved: (UInt32, UInt32) -> Void) {
        guard let chunk = chunks[chunkIndex] else { return }
        var offset = 0
        while offset < chunk.usedCount {
            let header = chunk.base + offset
            let count = Self.count(header)
            let owner = Self.owner(header)
            if owner != Self.noOwner {
                let location = allocate(count: count, owner: owner)
                points(at: location).baseAddress?.update(
                    from: header + 1, count: PointSections.elementCount(forPointCount: count))
                moved(owner, location)
            }
            offset += PointSections.elementCount(forPointCount: count) + 1
        }
        if freeMemory.count < Self.freeMemoryLimit && chunk.capacity == Self.chunkCapacity {
            freeMemory.append(chunk.base)
        } else {
            chunk.base.deallocate()
        }
        chunks[chunkIndex] = nil
        freeChunkIndices.append(chunkIndex)
    }

    /// Returns the index of a chunk with at least `needed` free elements.
    private func chunk(withFreeCapacity needed: Int) -> Int {
        if needed > Self.chunkCapacity / 4 { return newChunk(capacity: needed) }
        if let currentChunkIndex, let chunk = chunks[currentChunkIndex],
            chunk.usedCount + needed <= chunk.capacity
        {
            return currentChunkIndex
        }
        let chunkIndex = newChunk(capacity: Self.chunkCapacity)
        currentChunkIndex = chunkIndex
        return chunkIndex
    }

    /// Creates a chunk of the given capacity and returns its index.
    private func newChunk(capacity: Int) -> Int {
        let chunk = Chunk(base: memory(capacity: capacity), capacity: capacity)
        if let chunkIndex = freeChunkIndices.popLast() {
            chunks[chunkIndex] = chunk
            return chunkIndex
        }
        precondition(chunks.count < 1 << 21, "stroke points: more than 4 billion points")
        chunks.append(chunk)
        return chunks.count - 1
    }

    /// Returns memory for a chunk, reusing the memory of a freed chunk if possible.
    private func memory(capacity: Int) -> UnsafeMutablePointer<Point> {
        guard capacity == Self.chunkCapacity, let base = freeMemory.popLast() else {
            return .allocate(capacity: capacity)
        }
        return base
    }

    // The header before a stroke's points consists of the owner and the number of points.

    /// Returns the number of points from a header.
    @inline(__always)
    private static func count(_ header: UnsafeMutablePointer<Point>) -> Int {
        Int(UnsafeRawPointer(header).load(fromByteOffset: 4, as: UInt32.self))
    }

    /// Returns the owner from a header.
    private static func owner(_ header: UnsafeMutablePointer<Point>) -> UInt32 {
        UnsafeRawPointer(header).load(as: UInt32.self)
    }

    /// Writes a header.
    private static func setHeader(
        _ header: UnsafeMutablePointer<Point>, owner: UInt32, count: Int
    ) {
        let raw = UnsafeMutableRawPointer(header)
        raw.storeBytes(of: owner, as: UInt32.self)
        raw.storeBytes(of: UInt32(count), toByteOffset: 4, as: UInt32.self)
    }
}
