/// Numbered elements that never move: an array that grows by slabs.
///
/// Growing copies nothing, so that the millionth stroke costs what the first did, and at most one
/// slab stands empty.
final class Slabs<Element: BitwiseCopyable> {
    private let shift: Int
    private var slabs: UnsafeMutablePointer<UnsafeMutablePointer<Element>>
    private var slabCount = 0
    private var slabRoom = 16
    /// The number of elements.
    private(set) var count = 0

    /// - Parameter shift: A slab holds 2 to this power.
    init(shift: Int) {
        self.shift = shift
        slabs = .allocate(capacity: slabRoom)
        addSlab()
    }

    deinit {
        for index in 0..<slabCount { slabs[index].deallocate() }
        slabs.deallocate()
    }

    /// The memory it takes, in bytes.
    var byteCount: Int {
        (slabCount << shift) * MemoryLayout<Element>.stride
            + slabRoom * MemoryLayout<UnsafeRawPointer>.stride
    }

    /// Where an element is; valid as long as the slabs live.
    @inline(__always)
    func at(_ index: Int) -> UnsafeMutablePointer<Element> {
        slabs[index &>> shift] + (index & ((1 &<< shift) &- 1))
    }

    /// Adds copies of an element, as many as divide a slab, side by side.
    ///
    /// - Returns: The first one's number.
    func append(_ element: Element, copies: Int = 1) -> Int {
        let first = count
        if first >> shift == slabCount { addSlab() }
        at(first).initialize(repeating: element, count: copies)
        count += copies
        return first
    }

    /// Takes all elements out and gives all memory but the first slab back.
    func removeAll() {
        for index in 1..<slabCount { slabs[index].deallocate() }
        slabCount = 1
        count = 0
    }

    private func addSlab() {
        if slabCount == slabRoom { growTable() }
        (slabs + slabCount).initialize(to: .allocate(capacity: 1 << shift))
        slabCount += 1
    }

    private func growTable() {
        let larger = UnsafeMutablePointer<UnsafeMutablePointer<Element>>.allocate(
            capacity: slabRoom * 2)
        larger.moveInitialize(from: slabs, count: slabCount)
        slabs.deallocate()
        slabs = larger
        slabRoom *= 2
    }
}
