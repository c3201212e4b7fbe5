import TouchKitContacts

extension Recording.Device {
    /// The slot that the first events are about, where no `ABS_MT_SLOT` stands before them.
    ///
    /// The kernel names a slot only when it changes, and libinput's tool doesn't write down which one
    /// was named last before it began. So it is found by what comes later: the finger that came down
    /// in the unnamed slot is moved or lifted in a slot in which nobody came down. 0 where nothing
    /// tells.
    /// - Complexity: O(events).
    var startingSlot: Int {
        var current: Int?
        var hasUnnamedFinger = false
        var down: Set<Int> = []
        /// Slots that were spoken of in this frame: what they are is known at its end.
        var mentioned: [Int] = []
        for event in events {
            switch (event.type, event.code) {
            case (EventCode.absolute, EventCode.slot):
                // What was said before the first name concerns the unnamed one alone.
                if current == nil, !hasUnnamedFinger { return 0 }
                current = Int(event.value)
            case (EventCode.absolute, EventCode.trackingID):
                guard let slot = current else {
                    hasUnnamedFinger = event.value >= 0
                    continue
                }
                if event.value >= 0 {
                    // A new finger where the unnamed one would have to be: it is another slot.
                    down.insert(slot)
                } else if down.remove(slot) == nil {
                    return slot
                }
            case (EventCode.absolute, EventCode.positionX),
                (EventCode.absolute, EventCode.positionY):
                if let current { mentioned.append(current) }
            case (EventCode.synchronization, EventCode.report):
                if let slot = mentioned.first(where: { !down.contains($0) }) { return slot }
                mentioned.removeAll(keepingCapacity: true)
            default:
                continue
            }
        }
        return 0
    }

    /// The decoder of the device's events; nil where it doesn't tell fingers apart by slots.
    func decoder(_ device: DeviceID) -> SlotDecoder? {
        SlotDecoder(description, device: device, startingSlot: startingSlot)
    }
}
