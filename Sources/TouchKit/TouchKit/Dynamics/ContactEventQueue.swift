/// A queue of events for contacts that began or ended. The queue compares the pairs that touch in
/// the current frame with the pairs that touched in the previous frame.
@MainActor
struct ContactEventQueue {
    /// Two bodies, or a body and a boundary, that touch in the current frame or touched in the
    /// previous frame.
    private struct Pair {
        var body: DynamicBody
        var other: DynamicBody?
        var boundary: AnyHashable?
        /// The position at which the contact began, in the reference view.
        var point: DynamicVector
        /// Whether the pair touches in the current frame.
        var isTouching: Bool
        /// Whether the pair touched in the previous frame.
        var wasTouching: Bool
    }

    /// The beginning or end of a contact, for the collision delegate.
    struct ContactEvent {
        /// The item that touches or touched another item or a boundary.
        var item: any UIDynamicItem
        /// The other item, or `nil` for a boundary.
        var other: (any UIDynamicItem)?
        /// The identifier of the boundary. `nil` if the contact is between two items or with the
        /// reference view's bounds.
        var boundary: AnyHashable?
        /// The position of the contact in the reference view, in points.
        var point: CGPoint
        /// Whether the contact began; `false` if the contact ended.
        var began: Bool
    }

    /// The pairs that touch in the current frame or touched in the previous frame.
    private var pairs: [Pair] = []
    /// The events of the last frame that were not delivered yet. The array is stored so that frames
    /// do not allocate.
    private var events: [ContactEvent] = []

    /// Records that a pair touches in the current frame, if at least one contact of the pair is
    /// touching.
    ///
    /// - Parameters:
    ///   - contacts: The contacts found for the pair.
    ///   - boundary: The boundary's identifier. `nil` if the pair consists of two items, or of an
    ///     item and the reference view's bounds.
    mutating func record(_ contacts: ArraySlice<ContactConstraint>, boundary: AnyHashable?) {
        for contact in contacts where contact.isTouching {
            record(contact, boundary: boundary)
            return
        }
    }

    /// Records that the pair of a contact touches in the current frame.
    private mutating func record(_ contact: ContactConstraint, boundary: AnyHashable?) {
        for index in pairs.indices
        where Self.areSame(pairs[index].body, pairs[index].other, contact.body, contact.other)
            && pairs[index].boundary == boundary
        {
            pairs[index].isTouching = true
            return
        }
        pairs.append(
            Pair(
                body: contact.body, other: contact.other, boundary: boundary, point: contact.point,
                isTouching: true, wasTouching: false))
    }

    /// Returns whether two pairs contain the same bodies; the order may differ, because the
    /// reference body of a contact can change.
    private static func areSame(
        _ first: DynamicBody, _ second: DynamicBody?, _ third: DynamicBody, _ fourth: DynamicBody?
    ) -> Bool {
        (first === third && second === fourth) || (first === fourth && second === third)
    }

    /// Ends the frame: queues events for contacts that began or ended since the previous frame.
    mutating func endFrame() {
        events.removeAll(keepingCapacity: true)
        for pair in pairs where pair.isTouching != pair.wasTouching {
            events.append(
                ContactEvent(
                    item: pair.body.item, other: pair.other?.item, boundary: pair.boundary,
                    point: pair.point.point, began: pair.isTouching))
        }
        pairs.removeAll { !$0.isTouching }
        for index in pairs.indices {
            pairs[index].wasTouching = true
            pairs[index].isTouching = false
        }
    }

    /// Removes and returns the oldest event, or returns `nil` if there is none.
    mutating func popEvent() -> ContactEvent? {
        events.isEmpty ? nil : events.removeFirst()
    }
}
