/// The identifier of a contact in the dispatcher and the arbiter: an index in a `ContactSet`.
///
/// A contact lasts from touch-down to lift. After the contact has ended and no recognizer or view
/// depends on it any more, a later contact reuses the index.
package struct ContactID: Hashable, Sendable {
    /// The index of the contact, 0..<`ContactSet.capacity`.
    package let index: Int

    /// Creates an identifier from an index.
    package init(index: Int) {
        self.index = index
    }
}

/// A set of contacts, stored as one bit for each contact.
package struct ContactSet: Hashable, Sendable {
    /// The maximum number of contacts at a time, including ended contacts that a recognizer still
    /// tracks, such as the first tap of a double tap.
    package static let capacity = 64

    private var bits: UInt64 = 0

    /// Creates an empty set.
    package init() {}

    /// Creates a set with one contact.
    package init(_ contact: ContactID) {
        bits = 1 << UInt64(contact.index)
    }

    /// Whether the set contains no contact.
    package var isEmpty: Bool { bits == 0 }
    /// The number of contacts in the set.
    package var count: Int { bits.nonzeroBitCount }

    /// The contact with the lowest index that is not in the set, or `nil` if the set is full.
    package var firstAbsentContact: ContactID? {
        let index = (~bits).trailingZeroBitCount
        return index < Self.capacity ? ContactID(index: index) : nil
    }

    /// Returns whether the set contains `contact`.
    package func contains(_ contact: ContactID) -> Bool {
        bits & (1 << UInt64(contact.index)) != 0
    }

    /// Returns whether the two sets have no contact in common.
    package func isDisjoint(with other: Self) -> Bool { bits & other.bits == 0 }

    /// Returns the contacts that are in both sets.
    package func intersection(_ other: Self) -> Self {
        var result = self
        result.bits &= other.bits
        return result
    }

    /// Returns the contacts of this set that are not in `other`.
    package func subtracting(_ other: Self) -> Self {
        var result = self
        result.bits &= ~other.bits
        return result
    }

    /// Inserts a contact.
    package mutating func insert(_ contact: ContactID) {
        bits |= 1 << UInt64(contact.index)
    }

    /// Removes a contact, if the set contains it.
    package mutating func remove(_ contact: ContactID) {
        bits &= ~(1 << UInt64(contact.index))
    }

    /// Inserts all contacts of another set.
    package mutating func formUnion(_ other: Self) {
        bits |= other.bits
    }
}

extension ContactSet: Sequence {
    /// An iterator over the contacts of a set, in ascending order of their indices.
    package struct Iterator: IteratorProtocol {
        fileprivate var bits: UInt64

        /// Returns the next contact, or `nil` after the last contact.
        package mutating func next() -> ContactID? {
            guard bits != 0 else { return nil }
            let index = bits.trailingZeroBitCount
            bits &= bits - 1
            return ContactID(index: index)
        }
    }

    /// Returns an iterator over the contacts, in ascending order of their indices.
    package func makeIterator() -> Iterator { Iterator(bits: bits) }
}
