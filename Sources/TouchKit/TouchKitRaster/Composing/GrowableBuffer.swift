/// A growable array without bounds checks, reference counting and copy-on-write, for scratch data
/// that is filled and cleared each frame.
///
/// The capacity never shrinks. Therefore refilling a cleared buffer with the previous number of
/// elements allocates nothing.
struct GrowableBuffer<Element: BitwiseCopyable>: ~Copyable {
    /// The address of the first element. Calls of `reserve(additional:)` invalidate the address.
    private(set) var elements: UnsafeMutablePointer<Element>
    /// The number of elements that fit into the allocated memory.
    private(set) var capacity: Int
    /// The number of initialized elements.
    var count = 0

    /// Creates an empty buffer with memory for `capacity` elements, but at least for one element.
    init(capacity: Int) {
        self.capacity = max(1, capacity)
        elements = .allocate(capacity: self.capacity)
    }

    deinit { elements.deallocate() }

    /// Ensures that `more` elements can be appended without another reservation.
    @inline(__always)
    mutating func reserve(additional more: Int) {
        if count &+ more > capacity { grow(to: count &+ more) }
    }

    /// Moves the elements to newly allocated memory for at least `needed` elements.
    @inline(never)
    private mutating func grow(to needed: Int) {
        let larger = max(needed, capacity * 2)
        let memory = UnsafeMutablePointer<Element>.allocate(capacity: larger)
        memory.update(from: elements, count: count)
        elements.deallocate()
        elements = memory
        capacity = larger
    }

    /// Appends an element without checking the capacity. Call `reserve(additional:)` first.
    @inline(__always)
    mutating func append(_ element: Element) {
        elements[count] = element
        count &+= 1
    }
}
