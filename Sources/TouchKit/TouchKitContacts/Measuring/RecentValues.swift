/// The newest values of a series, in a ring: one more allocates nothing.
package struct RecentValues<Value: Sendable>: Sendable {
    private var ring: [Value] = []
    private var first = 0
    private let most: Int
    /// How many there are.
    package private(set) var count = 0

    /// Makes an empty series that keeps so many values, at least 1.
    package init(most: Int) {
        self.most = max(1, most)
        ring.reserveCapacity(self.most)
    }

    /// A value by its age: 0 is the oldest one.
    package subscript(index: Int) -> Value {
        precondition(index >= 0 && index < count, "there is no such value")
        return ring[(first + index) % most]
    }

    /// The value that was there first; nil where there is none.
    package var oldest: Value? { count > 0 ? self[0] : nil }
    /// The value that came last; nil where there is none.
    package var newest: Value? { count > 0 ? self[count - 1] : nil }

    /// Adds a value; the oldest one goes where there is no room.
    package mutating func append(_ value: Value) {
        if count == most { removeOldest() }
        let place = (first + count) % most
        if place < ring.count { ring[place] = value } else { ring.append(value) }
        count += 1
    }

    /// Takes the oldest value out.
    package mutating func removeOldest() {
        guard count > 0 else { return }
        first = (first + 1) % most
        count -= 1
    }

    /// Takes all values out.
    package mutating func removeAll() {
        // What was never filled stays at the end of the ring.
        first = 0
        count = 0
    }
}
