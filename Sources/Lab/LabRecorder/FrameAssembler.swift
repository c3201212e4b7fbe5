import LabRecordings
import TouchKitContacts

/// An assembler of complete frames from the events of a device, which a recorder reads in batches.
///
/// A batch may end within a frame. The assembler stores the events of that frame until the batch
/// with the frame's `SYN_REPORT`, because only a complete frame shows which former values of its
/// slot a new contact has.
package struct FrameAssembler: Sendable {
    /// The values of contacts that may have been secret.
    package var formerContacts = FormerContacts()
    /// Whether the device has slots, which can be read again after the kernel has dropped events.
    private let hasSlots: Bool
    /// The events after the last complete frame.
    private var incompleteFrame: [EvdevEvent] = []

    /// Creates an assembler for a device whose slots have kept nothing, or that has no slots.
    package init(hasSlots: Bool = true) {
        self.hasSlots = hasSlots
    }

    /// Replaces the batch `events` with the frames that are complete after it, and inserts the
    /// former values of new contacts.
    ///
    /// If the kernel has dropped events, the slots of later events are unknown. The frames then end
    /// with the first `SYN_REPORT` after `SYN_DROPPED`, and the rest of the batch is discarded. The
    /// later frames of a device without slots are not discarded.
    ///
    /// - Returns: Whether the kernel has dropped events, so that the slots must be read again.
    package mutating func assembleFrames(_ events: inout [EvdevEvent]) -> Bool {
        events.insert(contentsOf: incompleteFrame, at: 0)
        let firstDrop = hasSlots ? events.firstIndex(where: Self.isDrop) : nil
        let drop = firstDrop ?? events.endIndex
        let end = events[..<drop].lastIndex(where: \.isReport).map { $0 + 1 } ?? 0
        let reportAfterDrop = events[drop...].firstIndex(where: \.isReport)
        incompleteFrame.removeAll(keepingCapacity: true)
        incompleteFrame.append(
            contentsOf: events[end..<(reportAfterDrop.map { $0 + 1 } ?? events.endIndex)])
        events.removeSubrange(end...)
        formerContacts.complete(&events)
        if reportAfterDrop == nil { return false }
        // A contact that begins here may be in any slot, so no former values are inserted.
        events += incompleteFrame
        discardIncompleteFrame()
        return true
    }

    /// Discards the events of a frame that is not complete.
    package mutating func discardIncompleteFrame() {
        incompleteFrame.removeAll(keepingCapacity: true)
    }

    private static func isDrop(_ event: EvdevEvent) -> Bool {
        event.type == EventCode.synchronization && event.code == EventCode.dropped
    }
}
