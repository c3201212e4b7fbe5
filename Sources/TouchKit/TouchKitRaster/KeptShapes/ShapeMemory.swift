import TouchKitGeometry

/// The coverage of small shapes that were painted before, by all that it depends on: the path, its map and
/// how it is filled or stroked.
///
/// Icons and panels are painted again whenever something near them changes or they fade, and making
/// their coverage takes many times as long as blending it. The memory is taken once, and bounded: the
/// first half of it takes what comes, the second half what comes a second time, so that shapes that change
/// with each frame don't fill it. When it is full, all of it is forgotten with a list that follows; not with
/// each, so that a screen with more shapes than there is room for doesn't make them all anew in every frame.
struct ShapeMemory: ~Copyable {
    /// Paths with more points aren't kept: what they are would take long to compare.
    static let mostPoints = 64
    /// The largest box that is kept, in pixels.
    static let largestSide = 2_048
    static let largestArea = 131_072

    private static let capacity = 131_072
    private static let slotCount = 256
    private static let mostEntries = 192
    /// So many lists are painted at least before what is kept is forgotten.
    private static let lists = 120

    private struct Entry: BitwiseCopyable {
        let hash: UInt64
        let key: UnsafePointer<UInt64>
        let keyCount: Int
        let shape: KeptShape
    }

    /// What the shape that is looked for depends on, and a hash of that.
    private var key = FlatMemory<UInt64>(capacity: 2 * mostPoints + 32)
    private var hash: UInt64 = 0
    private var rows = SpanRows()

    private var arena: UnsafeMutableRawPointer?
    private var used = 0
    private var isFull = false
    /// How many times the list was emptied since it was forgotten.
    private var age = 0
    /// Whether the list was emptied once: one that is used a single time keeps nothing.
    private var isUsedAgain = false
    private var entries = FlatMemory<Entry>(capacity: mostEntries)
    /// For each hash's lowest bits the entry's number and 1 more, or the next slot; 0 for none.
    private var slots = FlatMemory<UInt16>(capacity: slotCount)
    /// Hashes of what was painted without being kept.
    private var seen = FlatMemory<UInt64>(capacity: slotCount)

    init() { forget() }

    /// How many shapes are kept.
    var count: Int { entries.count }

    deinit { arena?.deallocate() }

    private mutating func forget() {
        used = 0
        age = 0
        isFull = false
        entries.count = 0
        slots.elements.update(repeating: 0, count: Self.slotCount)
        seen.elements.update(repeating: 0, count: Self.slotCount)
    }

    /// Nothing that was found before is in use any more.
    mutating func listWasEmptied() {
        isUsedAgain = true
        age += 1
        if isFull && age > Self.lists { forget() }
    }

    // MARK: Keys

    /// Begins to say what a shape depends on.
    ///
    /// - Parameter kind: What is done with the path.
    mutating func beginKey(_ kind: UInt64) {
        key.count = 0
        hash = 0x9E37_79B9_7F4A_7C15
        add(kind)
    }

    /// Adds something that the shape depends on.
    @inline(__always)
    mutating func add(_ word: UInt64) {
        key.makeRoom(for: 1)
        key.append(word)
        hash = (hash ^ word) &* 0xFF51_AFD7_ED55_8CCD
        hash ^= hash &>> 32
    }

    /// Adds a number that the shape depends on.
    @inline(__always)
    mutating func add(_ number: Double) { add(number.bitPattern) }

    /// Adds a path and its map.
    ///
    /// - Returns: False where the path is too long to be kept.
    mutating func add(_ path: Path, _ map: CGAffineTransform) -> Bool {
        guard isUsedAgain, path.points.count <= Self.mostPoints,
            path.verbs.count <= 2 * Self.mostPoints
        else { return false }
        add(map.a)
        add(map.b)
        add(map.c)
        add(map.d)
        add(map.tx)
        add(map.ty)
        // Three bits a step, and one above them to say how many.
        var steps: UInt64 = 1
        for verb in path.verbs {
            if steps >> 60 != 0 {
                add(steps)
                steps = 1
            }
            steps = steps << 3 | UInt64(verb.rawValue)
        }
        add(steps)
        for point in path.points {
            add(point.x)
            add(point.y)
        }
        return true
    }

    // MARK: Finding and keeping

    /// The shape of the key; nil where it isn't kept.
    func find() -> KeptShape? {
        var slot = Int(truncatingIfNeeded: hash) & (Self.slotCount - 1)
        while slots.elements[slot] != 0 {
            let entry = entries.elements + Int(slots.elements[slot] &- 1)
            if entry.pointee.hash == hash, entry.pointee.keyCount == key.count,
                isKey(entry.pointee.key)
            {
                return entry.pointee.shape
            }
            slot = (slot + 1) & (Self.slotCount - 1)
        }
        return nil
    }

    private func isKey(_ other: UnsafePointer<UInt64>) -> Bool {
        for index in 0..<key.count where key.elements[index] != other[index] { return false }
        return true
    }

    /// Whether the shape of the key, which isn't kept, is to be kept now.
    mutating func wants() -> Bool {
        if isFull { return false }
        if used < Self.capacity / 2 { return true }
        let place = seen.elements + Int(truncatingIfNeeded: hash &>> 8) & (Self.slotCount - 1)
        if place.pointee == hash { return true }
        place.pointee = hash
        return false
    }

    /// Whether a shape in a box may be kept.
    static func fits(_ box: PixelRect) -> Bool {
        !box.isEmpty && box.width <= largestSide && box.height <= largestSide
            && box.area <= largestArea
    }

    /// The next rows are those of the shape of the key.
    mutating func beginRows() { rows.removeAll() }

    /// Adds a row of coverage, 0…255, from the box's left edge on.
    mutating func addRow(_ coverage: UnsafePointer<UInt8>, width: Int) {
        rows.add(coverage, width: width)
    }

    /// Keeps the rows as the shape of the key; nil where there is no room.
    mutating func keep(box: PixelRect) -> KeptShape? {
        rows.finish()
        let wanted =
            Self.size(key) + Self.size(rows.rowStarts) + Self.size(rows.spans)
            + Self.size(rows.bytes)
        guard used + wanted <= Self.capacity, entries.count < Self.mostEntries else {
            isFull = true
            return nil
        }
        let memory = arena ?? .allocate(byteCount: Self.capacity, alignment: 8)
        arena = memory
        var free = memory + used
        used += wanted
        let kept = Self.copy(key, to: &free)
        let shape = KeptShape(
            box: box, rowStarts: Self.copy(rows.rowStarts, to: &free),
            spans: Self.copy(rows.spans, to: &free), bytes: Self.copy(rows.bytes, to: &free))
        entries.makeRoom(for: 1)
        entries.append(Entry(hash: hash, key: kept, keyCount: key.count, shape: shape))
        var slot = Int(truncatingIfNeeded: hash) & (Self.slotCount - 1)
        while slots.elements[slot] != 0 { slot = (slot + 1) & (Self.slotCount - 1) }
        slots.elements[slot] = UInt16(entries.count)
        return shape
    }

    /// What a list takes in the arena, in bytes: whole words.
    private static func size<Element>(_ list: borrowing FlatMemory<Element>) -> Int {
        (list.count * MemoryLayout<Element>.stride + 7) & ~7
    }

    /// Copies a list to free memory, and moves on behind it.
    private static func copy<Element>(
        _ list: borrowing FlatMemory<Element>, to free: inout UnsafeMutableRawPointer
    ) -> UnsafePointer<Element> {
        let place = free.bindMemory(to: Element.self, capacity: list.count)
        place.initialize(from: list.elements, count: list.count)
        free += size(list)
        return UnsafePointer(place)
    }
}
