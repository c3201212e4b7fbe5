/// An array that stores its elements in chunks, so that the addresses of elements do not change
/// when the array grows.
///
/// Appending never copies existing elements. At most one chunk is unused.
final class ChunkedArray<Element: BitwiseCopyable> {
    /// The base-2 logarithm of the number of elements per chunk.
    private let shift: Int
    /// The table of chunk addresses.
    @exclusivity(unchecked) private var chunks: UnsafeMutablePointer<UnsafeMutablePointer<Element>>
    /// The number of chunks.
    @exclusivity(unchecked) private var chunkCount = 0
    /// The capacity of the chunk table.
    @exclusivity(unchecked) private var tableCapacity = 16
    /// The number of elements.
    @exclusivity(unchecked) private(set) var count = 0

    /// Creates an empty array with chunks of 2^`shift` elements.
    init(shift: Int) {
        self.shift = shift
        chunks = .allocate(capacity: tableCapacity)
        addChunk()
    }

    deinit {
        for index in 0..<chunkCount { chunks[index].deallocate() }
        chunks.deallocate()
    }

    /// The size of the allocated memory, in bytes.
    var byteCount: Int {
        (chunkCount << shift) * MemoryLayout<Element>.stride
            + tableCapacity * MemoryLayout<UnsafeRawPointer>.stride
    }

    /// Returns the address of the element at `index`. The address is valid until the element is
    /// removed.
    @inline(__always)
    func at(_ index: Int) -> UnsafeMutablePointer<Element> {
        chunks[index &>> shift] + (index & ((1 &<< shift) &- 1))
    }

    /// Appends copies of an element, which are contiguous in memory.
    ///
    /// - Parameters:
    ///   - element: The element to copy.
    ///   - copies: The number of copies, which must divide the chunk size.
    /// - Returns: The index of the first copy.
    func append(_ element: Element, copies: Int = 1) -> Int {
        let first = count
        if first >> shift == chunkCount { addChunk() }
        at(first).initialize(repeating: element, count: copies)
        count += copies
        return first
    }

    /// Removes all elements, and frees all chunks except the first chunk.
    func removeAll() {
        for index in 1..<chunkCount { chunks[index].deallocate() }
        chunkCount = 1
        count = 0
    }

    /// Allocates another chunk.
    private func addChunk() {
        if chunkCount == tableCapacity { growTable() }
        (chunks + chunkCount).initialize(to: .allocate(capacity: 1 << shift))
        chunkCount += 1
    }

    /// Doubles the capacity of the chunk table.
    private func growTable() {
        let larger = UnsafeMutablePointer<UnsafeMutablePointer<Element>>.allocate(
            capacity: tableCapacity * 2)
        larger.moveInitialize(from: chunks, count: chunkCount)
        chunks.deallocate()
        chunks = larger
        tableCapacity *= 2
    }
}
