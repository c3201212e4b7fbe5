import KioskInput
import KioskServices
import KioskSystem
import TouchKitContacts
import TouchKitGeometry

/// What raw touches are read from: an evdev node.
package protocol RawTouchNode: AnyObject {
    /// What the device says of itself.
    var description: EvdevDescription { get }
    /// Appends what has happened.
    func read(into events: inout [EvdevEvent]) throws(LinuxError) -> EvdevNode.Reading
    /// Tells a decoder how the slots are now; what is unread is dropped.
    func resynchronize(
        _ decoder: inout SlotDecoder, at time: Timestamp, into frame: inout TouchFrame
    ) throws(LinuxError) -> Bool
}

extension EvdevNode: RawTouchNode {}

/// The frames of one open node. Reading allocates nothing once warm.
@MainActor
final class RawTouchStream {
    private let node: any RawTouchNode
    private var decoder: SlotDecoder
    private var events: [EvdevEvent] = []
    private var frame: TouchFrame
    private let clock: () -> Timestamp
    private var isUnplugged = false

    /// Begins with what happens from now on; nil where the device tells no fingers apart by slots.
    ///
    /// - Throws: `LinuxError` where the node can't be asked.
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
        // Fingers that are down already are no news: they are told of when they move.
        _ = try node.resynchronize(&self.decoder, at: clock(), into: &frame)
    }

    /// Hands on all that the device has to say.
    ///
    /// - Throws: `LinuxError` where the node can't be read any more.
    func read(_ body: (TouchFrame) -> Void) throws(LinuxError) {
        while !isUnplugged {
            events.removeAll(keepingCapacity: true)
            switch try node.read(into: &events) {
            case .nothing: return
            case .events: try decode(body)
            case .unplugged: isUnplugged = true
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
            case .lost:
                // What follows of these events is older than the slots are now.
                if try node.resynchronize(&decoder, at: clock(), into: &frame) { body(frame) }
                return
            }
        }
    }

    /// The device has gone: its fingers with it.
    func cancelContacts(_ body: (TouchFrame) -> Void) {
        if decoder.cancelContacts(at: clock(), into: &frame) { body(frame) }
    }
}
