import TouchKitContacts

extension Recording.Device {
    /// Returns the slot to which the events of a device before the first `ABS_MT_SLOT` event
    /// belong, or 0 if the slot cannot be determined.
    ///
    /// The kernel sends `ABS_MT_SLOT` only when the slot changes, and `libinput record` does not
    /// store the slot that was current at the start. Later events reveal the slot: a contact that
    /// started in the unknown slot later moves or lifts in a slot in which no contact has started.
    ///
    /// - Complexity: O(events).
    static func startingSlot(of events: some Sequence<EvdevEvent>) -> Int {
        var current: Int?
        var hasContactInUnknownSlot = false
        var slotsInUse: Set<Int> = []
        /// The slots that received a position in the current frame. At the end of the frame, it is
        /// known whether these slots contain a contact.
        var slotsInFrame: [Int] = []
        for event in events {
            switch (event.type, event.code) {
            case (EventCode.absolute, EventCode.slot):
                // Without a contact in the unknown slot, its number does not matter.
                if current == nil, !hasContactInUnknownSlot { return 0 }
                current = Int(event.value)
            case (EventCode.absolute, EventCode.trackingID):
                guard let slot = current else {
                    hasContactInUnknownSlot = event.value >= 0
                    continue
                }
                if event.value >= 0 {
                    // The unknown slot contains a contact, so this is another slot.
                    slotsInUse.insert(slot)
                } else if slotsInUse.remove(slot) == nil {
                    return slot
                }
            case (EventCode.absolute, EventCode.positionX),
                (EventCode.absolute, EventCode.positionY):
                if let current { slotsInFrame.append(current) }
            case (EventCode.synchronization, EventCode.report):
                if let slot = slotsInFrame.first(where: { !slotsInUse.contains($0) }) {
                    return slot
                }
                slotsInFrame.removeAll(keepingCapacity: true)
            default:
                continue
            }
        }
        return 0
    }
}
