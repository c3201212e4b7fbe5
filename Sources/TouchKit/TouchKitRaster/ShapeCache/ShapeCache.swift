import TouchKitGeometry

/// A cache of the rendered coverage of small paths and polylines.
///
/// The key consists of the path, its transform and the fill or stroke parameters. Icons are
/// repainted when something near them changes, and rasterizing their coverage takes much longer
/// than blending it.
///
/// The memory is allocated once and bounded. While less than half of the memory is used, each shape
/// is stored. After that, only shapes that are looked up repeatedly are stored, so that animated
/// shapes do not fill the cache. A full cache is cleared as a whole, but only after the display
/// list has been emptied more than 120 times since the last clearing. Therefore a screen with too
/// many shapes still uses cached shapes in most frames.
struct ShapeCache: ~Copyable {
    /// The maximum number of points of a cacheable path. Comparing longer keys would take too long.
    static let maximumPointCount = 64
    /// The maximum width and height of a cacheable shape, in pixels.
    static let maximumSide = 2_048
    /// The maximum bounding box area of a cacheable shape, in pixels.
    static let maximumArea = 131_072

    /// The size of the memory for keys and coverage, in bytes.
    private static let capacity = 131_072
    /// The number of slots of the hash table, a power of two.
    private static let slotCount = 256
    /// The maximum number of cached shapes.
    private static let maximumEntryCount = 192
    /// The number of times that the display list must be emptied before the cache is cleared again.
    private static let minimumListCount = 120

    /// A cached shape with its key.
    private struct Entry: BitwiseCopyable {
        /// The hash of the key.
        let hash: UInt64
        /// The words of the key.
        let key: UnsafePointer<UInt64>
        /// The number of words of the key.
        let keyCount: Int
        /// The cached coverage.
        let shape: CachedShape
    }

    /// The key of the current lookup: all values that determine the shape's coverage.
    private var key = GrowableBuffer<UInt64>(capacity: 2 * maximumPointCount + 32)
    /// The hash of the current key.
    private var hash: UInt64 = 0
    /// The encoder for the coverage of the shape that is being stored.
    private var rows = SpanEncoder()

    /// The memory for keys and coverage, allocated when the first shape is stored.
    private var arena: UnsafeMutableRawPointer?
    /// The number of bytes of `arena` that are in use.
    private var usedByteCount = 0
    /// Whether the cache has rejected a shape for lack of memory or entries since it was last
    /// cleared.
    private var isFull = false
    /// The number of times that the display list has been emptied since the cache was last cleared.
    private var age = 0
    /// Whether the display list was emptied at least once. A list that is used only once caches
    /// nothing.
    private var isListReused = false
    /// The cached shapes.
    private var entries = GrowableBuffer<Entry>(capacity: maximumEntryCount)
    /// The slots of an open-addressing hash table. A slot contains the index of an entry plus 1, or
    /// 0 if the slot is empty.
    private var slots = GrowableBuffer<UInt16>(capacity: slotCount)
    /// The hashes of shapes that were looked up but not stored.
    private var missedHashes = GrowableBuffer<UInt64>(capacity: slotCount)

    /// Creates an empty cache.
    init() { removeAll() }

    /// The number of cached shapes.
    var count: Int { entries.count }

    deinit { arena?.deallocate() }

    /// Removes all shapes, but keeps the allocated memory.
    private mutating func removeAll() {
        usedByteCount = 0
        age = 0
        isFull = false
        entries.count = 0
        slots.elements.update(repeating: 0, count: Self.slotCount)
        missedHashes.elements.update(repeating: 0, count: Self.slotCount)
    }

    /// Records that the display list was emptied, and clears the cache if it is full and old
    /// enough.
    ///
    /// Clearing the cache invalidates all cached shapes that it has returned.
    mutating func didEmptyList() {
        isListReused = true
        age += 1
        if isFull && age > Self.minimumListCount { removeAll() }
    }

    // MARK: Keys

    /// Begins the key of a lookup.
    ///
    /// - Parameter kind: A constant that identifies the type of drawing operation, so that
    ///   different operations on one path have different keys.
    mutating func beginKey(_ kind: UInt64) {
        key.count = 0
        hash = 0x9E37_79B9_7F4A_7C15
        add(kind)
    }

    /// Appends a word to the key.
    @inline(__always)
    mutating func add(_ word: UInt64) {
        key.reserve(additional: 1)
        key.append(word)
        hash = (hash ^ word) &* 0xFF51_AFD7_ED55_8CCD
        hash ^= hash &>> 32
    }

    /// Appends a floating-point value to the key.
    @inline(__always)
    mutating func add(_ number: Double) { add(number.bitPattern) }

    /// Appends a path and its transform to the key.
    ///
    /// - Returns: Whether the path can be cached. The result is `false` for long paths, and if the
    ///   display list was never emptied.
    mutating func add(_ path: Path, _ map: CGAffineTransform) -> Bool {
        guard isListReused, path.points.count <= Self.maximumPointCount,
            path.verbs.count <= 2 * Self.maximumPointCount
        else { return false }
        add(map.a)
        add(map.b)
        add(map.c)
        add(map.d)
        add(map.tx)
        add(map.ty)
        // Each verb takes three bits. The leading 1 bit encodes the number of verbs.
        var verbWord: UInt64 = 1
        for verb in path.verbs {
            if verbWord >> 60 != 0 {
                add(verbWord)
                verbWord = 1
            }
            verbWord = verbWord << 3 | UInt64(verb.rawValue)
        }
        add(verbWord)
        for point in path.points {
            add(point.x)
            add(point.y)
        }
        return true
    }

    // MARK: Lookup and storage

    /// Returns the cached shape for the current key, or `nil` if the cache does not contain it.
    func find() -> CachedShape? {
        var slot = Int(truncatingIfNeeded: hash) & (Self.slotCount - 1)
        while slots.elements[slot] != 0 {
            let entry = entries.elements + Int(slots.elements[slot] &- 1)
            if entry.pointee.hash == hash, entry.pointee.keyCount == key.count,
                isCurrentKey(entry.pointee.key)
            {
                return entry.pointee.shape
            }
            slot = (slot + 1) & (Self.slotCount - 1)
        }
        return nil
    }

    /// Returns whether the current key equals the key at `other`, which must have the same number
    /// of words.
    private func isCurrentKey(_ other: UnsafePointer<UInt64>) -> Bool {
        for index in 0..<key.count where key.elements[index] != other[index] { return false }
        return true
    }

    /// Returns whether the shape for the current key should be stored after rendering. If the
    /// result is `false`, the hash of the key may be recorded, so that a repeated lookup is
    /// recognized.
    mutating func shouldStore() -> Bool {
        if isFull { return false }
        if usedByteCount < Self.capacity / 2 { return true }
        let address =
            missedHashes.elements + Int(truncatingIfNeeded: hash &>> 8) & (Self.slotCount - 1)
        if address.pointee == hash { return true }
        address.pointee = hash
        return false
    }

    /// Returns whether a shape with this bounding box is small enough to be cached.
    static func isCacheable(_ box: PixelRect) -> Bool {
        !box.isEmpty && box.width <= maximumSide && box.height <= maximumSide
            && box.area <= maximumArea
    }

    /// Begins encoding the coverage of the shape for the current key.
    mutating func beginCoverage() { rows.removeAll() }

    /// Adds a row of coverage 0…255, beginning at the left edge of the shape's box.
    mutating func addRow(_ coverage: UnsafePointer<UInt8>, width: Int) {
        rows.add(coverage, width: width)
    }

    /// Stores the encoded coverage under the current key.
    ///
    /// - Parameter box: The bounding box of the shape, in canvas pixels.
    /// - Returns: The cached shape, or `nil` if the cache is full.
    mutating func store(box: PixelRect) -> CachedShape? {
        rows.finish()
        let neededBytes =
            Self.size(key) + Self.size(rows.rowStarts) + Self.size(rows.spans)
            + Self.size(rows.bytes)
        guard usedByteCount + neededBytes <= Self.capacity, entries.count < Self.maximumEntryCount
        else {
            isFull = true
            return nil
        }
        let memory = arena ?? .allocate(byteCount: Self.capacity, alignment: 8)
        arena = memory
        var free = memory + usedByteCount
        usedByteCount += neededBytes
        let storedKey = Self.copy(key, to: &free)
        let shape = CachedShape(
            box: box, rowStarts: Self.copy(rows.rowStarts, to: &free),
            spans: Self.copy(rows.spans, to: &free), coverage: Self.copy(rows.bytes, to: &free))
        entries.reserve(additional: 1)
        entries.append(Entry(hash: hash, key: storedKey, keyCount: key.count, shape: shape))
        var slot = Int(truncatingIfNeeded: hash) & (Self.slotCount - 1)
        while slots.elements[slot] != 0 { slot = (slot + 1) & (Self.slotCount - 1) }
        slots.elements[slot] = UInt16(entries.count)
        return shape
    }

    /// Returns the size of an array in the cache memory, in bytes, rounded up to a multiple of 8.
    private static func size<Element>(_ list: borrowing GrowableBuffer<Element>) -> Int {
        (list.count * MemoryLayout<Element>.stride + 7) & ~7
    }

    /// Copies an array to the free memory at the address `free`, and advances `free` past the copy.
    private static func copy<Element>(
        _ list: borrowing GrowableBuffer<Element>, to free: inout UnsafeMutableRawPointer
    ) -> UnsafePointer<Element> {
        let address = free.bindMemory(to: Element.self, capacity: list.count)
        address.initialize(from: list.elements, count: list.count)
        free += size(list)
        return UnsafePointer(address)
    }
}
