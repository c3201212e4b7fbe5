import TouchKitContacts

/// The withheld motions: for each slot, the newest motion that has not been reported yet.
struct WithheldMotions: Sendable {
    private var motions: [TouchContact?]
    private var count = 0

    /// Creates storage for `slotCount` slots.
    init(slotCount: Int) {
        motions = Array(repeating: nil, count: slotCount)
    }

    /// Whether no motion is withheld.
    var isEmpty: Bool { count == 0 }

    /// Withholds the motions of a frame and appends its other changes to `contacts`. A contact that
    /// ends discards its withheld motion.
    mutating func withhold(_ frame: TouchFrame, passingOthersTo contacts: inout [TouchContact]) {
        for contact in frame.contacts where motions.indices.contains(contact.slot) {
            if motions[contact.slot] == nil, contact.state == .motion { count += 1 }
            if motions[contact.slot] != nil, contact.state != .motion { count -= 1 }
            motions[contact.slot] = contact.state == .motion ? contact : nil
            if contact.state != .motion { contacts.append(contact) }
        }
    }

    /// Appends the withheld motions to `contacts`, sorted by slot, and removes them from the
    /// storage.
    mutating func release(into contacts: inout [TouchContact]) {
        for slot in motions.indices {
            guard let motion = motions[slot] else { continue }
            contacts.append(motion)
            motions[slot] = nil
        }
        count = 0
        contacts.sortBySlot()
    }
}

extension TouchFrame {
    /// Whether the frame contains only motion: no contact starts or ends.
    var isMotionOnly: Bool { contacts.allSatisfy { $0.state == .motion } }
}
