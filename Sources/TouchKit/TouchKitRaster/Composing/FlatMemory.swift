/// A list in flat memory that is filled and emptied over and over: once it is as large as it was
/// before, it allocates nothing, and reaching an element is one load.
struct FlatMemory<Element: BitwiseCopyable>: ~Copyable {
    /// The first element; valid until room is made.
    private(set) var elements: UnsafeMutablePointer<Element>
    private(set) var capacity: Int
    /// The number of elements that count.
    var count = 0

    /// - Parameter capacity: For so many elements there is room from the beginning, at least 1.
    init(capacity: Int) {
        self.capacity = max(1, capacity)
        elements = .allocate(capacity: self.capacity)
    }

    deinit { elements.deallocate() }

    /// Makes room for some elements more.
    @inline(__always)
    mutating func makeRoom(for more: Int) {
        if count &+ more > capacity { grow(to: count &+ more) }
    }

    @inline(never)
    private mutating func grow(to needed: Int) {
        let larger = max(needed, capacity * 2)
        let memory = UnsafeMutablePointer<Element>.allocate(capacity: larger)
        memory.update(from: elements, count: count)
        elements.deallocate()
        elements = memory
        capacity = larger
    }

    /// Puts an element at the end, for which there is room.
    @inline(__always)
    mutating func append(_ element: Element) {
        elements[count] = element
        count &+= 1
    }
}
