/// A ring buffer of the newest values of a series. Appending a value does not allocate.
package struct RecentValues<Value: Sendable>: Sendable {
    private var ring: [Value] = []
    /// The index of the oldest value in `ring`.
    private var first = 0
    private let capacity: Int
    /// The number of values in the buffer.
    package private(set) var count = 0

    /// Creates an empty buffer for `capacity` values, at least 1.
    package init(capacity: Int) {
        self.capacity = max(1, capacity)
        ring.reserveCapacity(self.capacity)
    }

    /// The value at `index`; the oldest stored value has index 0.
    package subscript(index: Int) -> Value {
        precondition(index >= 0 && index < count, "RecentValues: index \(index) is out of range")
        return ring[(first + index) % capacity]
    }

    /// The oldest stored value, or `nil` if there is none.
    package var oldest: Value? { count > 0 ? self[0] : nil }
    /// The newest stored value, or `nil` if there is none.
    package var newest: Value? { count > 0 ? self[count - 1] : nil }

    /// Appends a value. If the buffer is full, first removes the oldest value.
    package mutating func append(_ value: Value) {
        if count == capacity { removeOldest() }
        let index = (first + count) % capacity
        if index < ring.count { ring[index] = value } else { ring.append(value) }
        count += 1
    }

    /// Removes the oldest value, if there is one.
    package mutating func removeOldest() {
        guard count > 0 else { return }
        first = (first + 1) % capacity
        count -= 1
    }

    /// Removes all values.
    package mutating func removeAll() {
        // Unused capacity, which `append` fills, is always at the end of the ring.
        first = 0
        count = 0
    }
}
