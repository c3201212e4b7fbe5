import TouchKitContacts
import TouchKitGeometry

/// The contacts of a fault's input by slot, with the slot and tracking id that each contact has in
/// the fault's output.
///
/// A fault that hides or adds contacts cannot keep the input's slots and tracking ids: a hidden
/// contact that reappears is a new contact, and an added contact occupies a slot. Each contact
/// receives the next tracking id, and the same slot as in the input if that slot is free, otherwise
/// the lowest free slot. Without a free slot a contact waits until a slot becomes free.
struct ReportedContacts: Sendable {
    /// The slot and tracking id that identify a contact in the output.
    struct Identity: Sendable, Equatable {
        let slot: Int
        let trackingID: Int32
    }

    /// A contact of the input and its representation in the output.
    struct TrackedContact: Sendable {
        /// The newest state of the contact in the input.
        var contact: TouchContact
        /// The time at which the contact started.
        let startTime: Timestamp
        /// The number of contacts that started before the contact.
        let order: Int
        /// Whether the contact is omitted from the output.
        var isHidden = false
        /// The position in the output, or `nil` for the input's position.
        var position: CGPoint?
        /// The `order` of the contact that `MergedContacts` reports instead of the contact, or
        /// `nil` if the contact is not merged.
        var mergedInto: Int?
        /// Whether the contact has changed since the last report.
        fileprivate(set) var isChanged = false
        /// The identity in the output, or `nil` while the contact is not reported.
        fileprivate(set) var identity: Identity?
    }

    /// The contacts of the input, indexed by slot.
    private(set) var tracked: [TrackedContact?]
    /// The tracking ids in the output, indexed by slot; `nil` for a free slot.
    private var trackingIDs: [Int32?]
    /// The contacts that have ended since the last report.
    private var endings: [TouchContact] = []
    private var nextTrackingID: Int32?
    private var startCount = 0

    /// Creates tracking for a touchscreen with `slotCount` slots and no tracked contacts.
    init(slotCount: Int) {
        trackingIDs = Array(repeating: nil, count: slotCount)
        tracked = Array(repeating: nil, count: slotCount)
        endings.reserveCapacity(slotCount)
    }

    /// Updates the contacts from a frame of the input.
    mutating func update(_ frame: TouchFrame) {
        for contact in frame.contacts where tracked.indices.contains(contact.slot) {
            switch contact.state {
            case .down:
                end(contact.slot, .cancel)
                if nextTrackingID == nil { nextTrackingID = contact.trackingID & 0xffff }
                tracked[contact.slot] = TrackedContact(
                    contact: contact, startTime: frame.time, order: startCount)
                startCount += 1
            case .motion:
                tracked[contact.slot]?.contact = contact
                tracked[contact.slot]?.isChanged = true
            case .up, .cancel:
                end(contact.slot, contact.state)
            }
        }
    }

    private mutating func end(_ slot: Int, _ state: TouchContact.State) {
        guard let contact = tracked[slot] else { return }
        tracked[slot] = nil
        guard let identity = contact.identity else { return }
        trackingIDs[identity.slot] = nil
        endings.append(Self.output(contact, identity, state))
    }

    /// Modifies the contact in `slot` with `body`, if there is one.
    mutating func modifyContact(in slot: Int, _ body: (inout TrackedContact) -> Void) {
        guard tracked.indices.contains(slot), var contact = tracked[slot] else { return }
        body(&contact)
        tracked[slot] = contact
    }

    /// Exchanges the output identities of the contacts in two slots.
    mutating func exchangeIdentities(_ first: Int, _ second: Int) {
        let identities = (tracked[first]?.identity, tracked[second]?.identity)
        tracked[first]?.identity = identities.1
        tracked[second]?.identity = identities.0
        tracked[first]?.isChanged = true
        tracked[second]?.isChanged = true
    }

    /// Sets the output position of the contact in `slot`; `nil` restores the input's position.
    mutating func setPosition(_ position: CGPoint?, ofContactIn slot: Int) {
        guard tracked[slot]?.position != position else { return }
        tracked[slot]?.position = position
        tracked[slot]?.isChanged = true
    }

    /// Stops tracking the contact in `slot`, whose output slot stays occupied permanently.
    mutating func abandonContact(in slot: Int) {
        tracked[slot] = nil
    }

    /// Reserves an output identity for a contact that a fault adds.
    ///
    /// - Parameter slot: The preferred slot.
    /// - Returns: The identity, or `nil` if all slots are in use.
    mutating func reserveIdentity(preferring slot: Int = 0) -> Identity? {
        guard let free = freeSlot(preferring: slot) else { return nil }
        var trackingID = nextTrackingID ?? 1
        // Tracking ids wrap around after 65,535, like the kernel's.
        while trackingIDs.contains(trackingID) { trackingID = (trackingID + 1) & 0xffff }
        nextTrackingID = (trackingID + 1) & 0xffff
        trackingIDs[free] = trackingID
        return Identity(slot: free, trackingID: trackingID)
    }

    /// Releases the identity of a contact that a fault added. The caller must not reserve another
    /// identity for the same report.
    mutating func release(_ identity: Identity) {
        trackingIDs[identity.slot] = nil
    }

    /// Returns `slot` if it is free, otherwise the lowest free slot, or `nil` if all slots are in
    /// use. A slot with a lift in the next report is not free, because not every reader accepts one
    /// slot twice in a report.
    private func freeSlot(preferring slot: Int) -> Int? {
        func isFree(_ slot: Int) -> Bool {
            trackingIDs[slot] == nil && !endings.contains { $0.slot == slot }
        }
        return isFree(slot) ? slot : trackingIDs.indices.first { isFree($0) }
    }

    /// Appends all changes since the last report, sorted by slot.
    mutating func appendReport(to output: inout [TouchContact]) {
        let start = output.count
        for slot in tracked.indices {
            guard let contact = tracked[slot], contact.isHidden, let identity = contact.identity
            else { continue }
            trackingIDs[identity.slot] = nil
            tracked[slot]?.identity = nil
            endings.append(Self.output(contact, identity, .up))
        }
        output.append(contentsOf: endings)
        for slot in tracked.indices {
            guard let contact = tracked[slot], !contact.isHidden else { continue }
            if let identity = contact.identity {
                if contact.isChanged { output.append(Self.output(contact, identity, .motion)) }
            } else if let identity = reserveIdentity(preferring: slot) {
                tracked[slot]?.identity = identity
                output.append(Self.output(contact, identity, .down))
            }
            tracked[slot]?.isChanged = false
        }
        endings.removeAll(keepingCapacity: true)
        output.sortBySlot(from: start)
    }

    /// Returns the contact that the output reports for `source`, with `identity` and `state`.
    private static func output(
        _ source: TrackedContact, _ identity: Identity, _ state: TouchContact.State
    ) -> TouchContact {
        var contact = source.contact
        contact.slot = identity.slot
        contact.trackingID = identity.trackingID
        contact.state = state
        if let position = source.position { contact.move(to: position) }
        return contact
    }
}

extension TouchContact {
    /// Moves the contact to `position` and removes its position in device units.
    mutating func move(to newPosition: CGPoint) {
        guard newPosition != position else { return }
        position = newPosition
        rawPosition = nil
    }
}

extension [TouchContact] {
    /// Sorts the contacts from index `start` on by slot, as the kernel does. Contacts in the same
    /// slot keep their order, so that an end precedes a start.
    mutating func sortBySlot(from start: Int = 0) {
        for index in indices.dropFirst(start + 1) {
            var target = index
            while target > start, self[target - 1].slot > self[target].slot {
                swapAt(target - 1, target)
                target -= 1
            }
        }
    }
}
