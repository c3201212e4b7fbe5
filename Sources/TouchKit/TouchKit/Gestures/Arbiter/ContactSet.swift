/// One contact of a finger, as the arbiter knows it: a place in a `ContactSet`, given to another
/// contact when this one is over and nobody waits for anything of it any more.
package struct ContactID: Hashable, Sendable {
    package let place: Int

    package init(place: Int) {
        self.place = place
    }
}

/// A set of contacts, one bit each.
package struct ContactSet: Hashable, Sendable {
    /// As many contacts as there can be at a time; those count that are lifted and that a recognizer
    /// still waits with (a double tap's first).
    package static let capacity = 64

    private var bits: UInt64 = 0

    /// Makes the empty set.
    package init() {}

    /// Makes a set of one.
    package init(_ contact: ContactID) {
        bits = 1 << UInt64(contact.place)
    }

    package var isEmpty: Bool { bits == 0 }
    package var count: Int { bits.nonzeroBitCount }

    /// A place that no contact has; nil where all are taken.
    package var freePlace: ContactID? {
        let place = (~bits).trailingZeroBitCount
        return place < Self.capacity ? ContactID(place: place) : nil
    }

    package func contains(_ contact: ContactID) -> Bool {
        bits & (1 << UInt64(contact.place)) != 0
    }

    package func isDisjoint(with other: Self) -> Bool { bits & other.bits == 0 }

    package func intersection(_ other: Self) -> Self {
        var result = self
        result.bits &= other.bits
        return result
    }

    package func subtracting(_ other: Self) -> Self {
        var result = self
        result.bits &= ~other.bits
        return result
    }

    package mutating func insert(_ contact: ContactID) {
        bits |= 1 << UInt64(contact.place)
    }

    package mutating func remove(_ contact: ContactID) {
        bits &= ~(1 << UInt64(contact.place))
    }

    package mutating func formUnion(_ other: Self) {
        bits |= other.bits
    }
}

extension ContactSet: Sequence {
    /// Goes through the contacts by their places.
    package struct Iterator: IteratorProtocol {
        fileprivate var bits: UInt64

        package mutating func next() -> ContactID? {
            guard bits != 0 else { return nil }
            let place = bits.trailingZeroBitCount
            bits &= bits - 1
            return ContactID(place: place)
        }
    }

    package func makeIterator() -> Iterator { Iterator(bits: bits) }
}
