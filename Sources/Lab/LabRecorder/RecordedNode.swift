import KioskInput
import KioskSystem
import TouchKitContacts
import TouchKitGeometry

/// A device node that a recorder reads, or a test double.
protocol RecordedNode: AnyObject {
    /// The path of the node.
    var path: String { get }
    /// The properties of the input device.
    var description: EvdevDescription { get }
    /// The descriptor that is readable while events are pending.
    var descriptor: Int32 { get }
    /// Whether touches are secret, or `nil` if no kiosk has opened the node.
    var secrecy: TouchSecrecy? { get }
    /// Appends pending events to `events`. Returns whether events were read, no event was pending,
    /// or the device was disconnected.
    func read(into events: inout [EvdevEvent]) throws(LinuxError) -> EvdevNode.ReadResult
    /// Appends events with the timestamp `time` that describe the current state of all slots, and
    /// discards unread events.
    func appendSlotEvents(
        at time: Timestamp, skippingUnusedSlots: Bool, to events: inout [EvdevEvent]
    ) throws(LinuxError)
}

extension EvdevNode: RecordedNode {}
