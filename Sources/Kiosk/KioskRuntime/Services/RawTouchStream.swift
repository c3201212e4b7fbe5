import KioskInput
import KioskServices
import KioskSystem
import TouchKitContacts
import TouchKitGeometry

/// A source of raw evdev events: a device node, or a test double.
package protocol RawTouchNode: AnyObject {
    /// The properties of the input device.
    var description: EvdevDescription { get }
    /// Appends pending events to `events`. Returns whether events were read, no event was pending,
    /// or the device was disconnected.
    func read(into events: inout [EvdevEvent]) throws(LinuxError) -> EvdevNode.ReadResult
    /// Updates `decoder` with the current state of all slots, and discards unread events. The
    /// changes have the timestamp `time`.
    ///
    /// - Returns: Whether any contact has changed. In this case, `frame` contains the changes.
    func resynchronize(
        _ decoder: inout SlotDecoder, at time: Timestamp, into frame: inout TouchFrame
    ) throws(LinuxError) -> Bool
}

extension EvdevNode: RawTouchNode {}

/// A stream of touch frames that are decoded from one open device node. After the first frames,
/// reading allocates no memory.
@MainActor
final class RawTouchStream {
    private let node: any RawTouchNode
    private var decoder: SlotDecoder
    private var events: [EvdevEvent] = []
    private var frame: TouchFrame
    private let clock: () -> Timestamp
    private var isRemoved = false

    /// Creates a stream of the frames that the device reports from now on, or returns `nil` if the
    /// device has no slots.
    ///
    /// - Throws: `LinuxError` if the node cannot be read.
    init?(
        _ node: any RawTouchNode, device: DeviceID, clock: @escaping () -> Timestamp
    ) throws(LinuxError) {
        guard let decoder = SlotDecoder(node.description, device: device) else { return nil }
        self.node = node
        self.decoder = decoder
        self.clock = clock
        frame = TouchFrame(device: device, time: .zero)
        frame.contacts.reserveCapacity(node.description.slotCount)
        events.reserveCapacity(64)
        // The first frame is discarded. Contacts that are already down are reported with their next
        // motion.
        _ = try node.resynchronize(&self.decoder, at: clock(), into: &frame)
    }

    /// Calls `body` once for each pending touch frame.
    ///
    /// - Throws: `LinuxError` if the node can no longer be read.
    func read(_ body: (TouchFrame) -> Void) throws(LinuxError) {
        while !isRemoved {
            events.removeAll(keepingCapacity: true)
            switch try node.read(into: &events) {
            case .noEvents: return
            case .events: try decode(body)
            case .removed: isRemoved = true
            }
        }
    }

    private func decode(_ body: (TouchFrame) -> Void) throws(LinuxError) {
        for event in events {
            let result = decoder.decode(
                type: event.type, code: event.code, value: event.value, time: event.time,
                into: &frame)
            switch result {
            case .incomplete:
                break
            case .frame:
                body(frame)
            case .eventsDropped:
                // The remaining events are older than the slot state that was just read.
                if try node.resynchronize(&decoder, at: clock(), into: &frame) { body(frame) }
                return
            }
        }
    }

    /// Calls `body` with a touch frame that cancels all contacts that are down, if there are any.
    func cancelContacts(_ body: (TouchFrame) -> Void) {
        if decoder.cancelContacts(at: clock(), into: &frame) { body(frame) }
    }
}
