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
    /// The events after the last complete frame.
    private var incompleteFrame: [EvdevEvent] = []

    /// Creates an assembler for a device whose slots have kept nothing.
    package init() {}

    /// Replaces the batch `events` with the frames that are complete after it, and inserts the
    /// former values of new contacts.
    package mutating func assembleFrames(_ events: inout [EvdevEvent]) {
        events.insert(contentsOf: incompleteFrame, at: 0)
        let end = events.lastIndex(where: \.isReport).map { $0 + 1 } ?? 0
        incompleteFrame.removeAll(keepingCapacity: true)
        incompleteFrame.append(contentsOf: events[end...])
        events.removeSubrange(end...)
        formerContacts.complete(&events)
    }

    /// Discards the events of a frame that is not complete.
    package mutating func discardIncompleteFrame() {
        incompleteFrame.removeAll(keepingCapacity: true)
    }
}
