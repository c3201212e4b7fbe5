import CTouchTrackerInput
import Glibc
import KioskSystem
import TouchKitContacts
import TouchKitGeometry

/// An open evdev node whose events are read without a grab and timestamped by the monotonic clock.
/// The node is closed on deinitialization.
package final class EvdevNode {
    /// The result of reading from a node.
    package enum ReadResult: Hashable, Sendable {
        /// At least one event was read. More may be pending.
        case events
        /// No event was pending.
        case noEvents
        /// The device was disconnected.
        case removed
    }

    /// The path of the node, for example `/dev/input/event3`.
    package let path: String
    /// The name, identity, axes and properties that the device reports.
    package let description: EvdevDescription
    private let ownedDescriptor: OwnedDescriptor
    /// The buffer into which `read(2)` writes events.
    private var buffer: [input_event]
    /// The argument of `EVIOCGMTSLOTS` (`struct input_mt_request_layout`): an axis code, then one
    /// value per slot.
    private var request: [Int32]

    /// Opens a node and reads its description.
    ///
    /// The corresponding C function is `open(2)`.
    ///
    /// - Throws: `LinuxError` if the node cannot be opened or is not an evdev node.
    package init(path: String) throws(LinuxError) {
        self.path = path
        ownedDescriptor = try OwnedDescriptor(opening: path, flags: O_RDONLY)
        let descriptor = ownedDescriptor.number
        description = try EvdevDescription(reading: descriptor, path: path)
        try performSystemCall("EVIOCSCLOCKID", path: path) {
            touchtracker_set_event_clock(descriptor, CLOCK_MONOTONIC)
        }
        // A touch frame of ten contacts has about 50 events.
        buffer = Array(repeating: input_event(), count: 64)
        request = Array(repeating: 0, count: 1 + description.slotCount)
    }

    /// The descriptor that is readable while events are pending.
    package var descriptor: Int32 { ownedDescriptor.number }

    /// Whether touches are secret, as published by a kiosk, or `nil` if no kiosk has opened the
    /// node.
    package var secrecy: TouchSecrecy? { TouchSecrecy(publishedOn: descriptor) }

    /// Appends at most 64 pending events to `events`.
    ///
    /// Does not allocate if the capacity of `events` is sufficient. The corresponding C function is
    /// `read(2)`.
    ///
    /// - Throws: `LinuxError` if the node cannot be read.
    package func read(into events: inout [EvdevEvent]) throws(LinuxError) -> ReadResult {
        let size = MemoryLayout<input_event>.stride
        let count = buffer.withUnsafeMutableBytes {
            Glibc.read(ownedDescriptor.number, $0.baseAddress, $0.count)
        }
        guard count >= 0 else {
            let code = Errno.last
            switch code {
            case .again, .interrupted: return .noEvents
            case .noDevice: return .removed
            default: throw LinuxError(operation: "read", code: code, path: path)
            }
        }
        for index in 0..<count / size {
            let time = touchtracker_event_microseconds(&buffer[index])
            events.append(
                EvdevEvent(
                    time: Timestamp(microseconds: time), type: buffer[index].type,
                    code: buffer[index].code, value: buffer[index].value))
        }
        return count > 0 ? .events : .removed
    }

    // MARK: Slots

    /// Returns the current state of all slots, for `SlotDecoder.resynchronize(with:at:into:)`. The
    /// array is empty if the device has no slots.
    ///
    /// The corresponding C interface is the ioctl `EVIOCGMTSLOTS`.
    ///
    /// - Throws: `LinuxError` if the slots cannot be read.
    package func slotStates() throws(LinuxError) -> [SlotDecoder.SlotState] {
        let count = description.slotCount
        if count == 0 { return [] }
        var states = Array(
            repeating: SlotDecoder.SlotState(trackingID: -1, x: 0, y: 0), count: count)
        try readSlots(EventCode.trackingID) { states[$0].trackingID = $1 }
        try readSlots(EventCode.positionX) { states[$0].x = $1 }
        try readSlots(EventCode.positionY) { states[$0].y = $1 }
        if description.axes[EventCode.pressure] != nil {
            try readSlots(EventCode.pressure) { states[$0].pressure = $1 }
        }
        if description.axes[EventCode.touchMajor] != nil {
            try readSlots(EventCode.touchMajor) { states[$0].touchMajor = $1 }
        }
        return states
    }

    /// Updates `decoder` with the current state of all slots. Call this method before the first
    /// read and after each `SYN_DROPPED`. Does nothing if the device has no slots.
    ///
    /// Discards pending events, because they are older than the slots' state.
    ///
    /// - Parameters:
    ///   - decoder: The decoder of this node's events.
    ///   - time: The timestamp of the changes, taken before the call.
    ///   - frame: The touch frame to which the changed contacts are written.
    /// - Returns: Whether any contact has changed.
    /// - Throws: `LinuxError` if the slots cannot be read.
    package func resynchronize(
        _ decoder: inout SlotDecoder, at time: Timestamp, into frame: inout TouchFrame
    ) throws(LinuxError) -> Bool {
        if description.slotCount == 0 { return false }
        var discarded: [EvdevEvent] = []
        while try read(into: &discarded) == .events { discarded.removeAll(keepingCapacity: true) }
        let states = try slotStates()
        _ = decoder.decode(
            type: EventCode.absolute, code: EventCode.slot, value: try currentSlot(), time: time,
            into: &frame)
        return decoder.resynchronize(with: states, at: time, into: &frame)
    }

    /// Returns the slot to which the next events belong until an `ABS_MT_SLOT` event.
    ///
    /// The corresponding C interface is the ioctl `EVIOCGABS`.
    private func currentSlot() throws(LinuxError) -> Int32 {
        var current = input_absinfo()
        let descriptor = ownedDescriptor.number
        try performSystemCall("EVIOCGABS", path: path) {
            touchtracker_get_axis_range(descriptor, UInt32(EventCode.slot), &current)
        }
        return current.value
    }

    /// Appends events that describe the current state of all slots. A recording needs these events
    /// at its start and after each `SYN_DROPPED`.
    ///
    /// The events set each slot's tracking ID and axes, then the current slot, and end with
    /// `SYN_REPORT`. Pending events are discarded, because they are older than the slots' state.
    /// Appends nothing if the device has no slots.
    ///
    /// - Parameters:
    ///   - time: The timestamp of the events.
    ///   - skippingUnusedSlots: Whether to omit slots that have never had a contact.
    ///   - events: The array to which the events are appended.
    /// - Throws: `LinuxError` if the slots cannot be read.
    package func appendSlotEvents(
        at time: Timestamp, skippingUnusedSlots: Bool = false, to events: inout [EvdevEvent]
    ) throws(LinuxError) {
        if description.slotCount == 0 { return }
        let count = events.count
        while try read(into: &events) == .events { events.removeLast(events.count - count) }
        var axes: [(code: UInt16, values: [Int32])] = []
        for code in description.axes.keys.sorted() where Self.isSlotAxis(code) {
            var values = Array(repeating: Int32(0), count: description.slotCount)
            try readSlots(code) { values[$0] = $1 }
            axes.append((code, values))
        }
        func append(_ code: UInt16, _ value: Int32) {
            events.append(
                EvdevEvent(time: time, type: EventCode.absolute, code: code, value: value))
        }
        for slot in 0..<description.slotCount {
            let trackingID =
                axes.first { $0.code == EventCode.trackingID }?.values[slot] ?? -1
            let isUnused = axes.allSatisfy {
                $0.values[slot] == ($0.code == EventCode.trackingID ? -1 : 0)
            }
            if skippingUnusedSlots, isUnused { continue }
            append(EventCode.slot, Int32(slot))
            append(EventCode.trackingID, trackingID)
            // The kernel reports only changed values. A new contact at the former x or y of an
            // empty slot causes no event for that axis, so empty slots need their values too.
            for axis in axes where axis.code != EventCode.trackingID {
                if trackingID >= 0 || axis.values[slot] != 0 {
                    append(axis.code, axis.values[slot])
                }
            }
        }
        append(EventCode.slot, try currentSlot())
        events.append(
            EvdevEvent(
                time: time, type: EventCode.synchronization, code: EventCode.report, value: 0))
    }

    /// Returns whether `code` is an axis with one value per slot, from `ABS_MT_TOUCH_MAJOR` through
    /// `ABS_MT_TOOL_Y`.
    private static func isSlotAxis(_ code: UInt16) -> Bool {
        code > EventCode.slot && code <= UInt16(ABS_MT_TOOL_Y)
    }

    /// Calls `body` once for each slot with the slot's value of the axis `code`.
    ///
    /// The corresponding C interface is the ioctl `EVIOCGMTSLOTS`.
    private func readSlots(
        _ code: UInt16, _ body: (_ slot: Int, _ value: Int32) -> Void
    ) throws(LinuxError) {
        request[0] = Int32(code)
        let descriptor = ownedDescriptor.number
        let size = request.count * MemoryLayout<Int32>.stride
        try performSystemCall("EVIOCGMTSLOTS", path: path) {
            touchtracker_get_slot_values(descriptor, &request, size)
        }
        for slot in 0..<description.slotCount { body(slot, request[1 + slot]) }
    }
}

extension EvdevDescription {
    /// Reads the device description from an open evdev file descriptor.
    ///
    /// The corresponding C interfaces are the ioctls `EVIOCGID`, `EVIOCGNAME`, `EVIOCGBIT`,
    /// `EVIOCGABS` and `EVIOCGPROP`.
    fileprivate init(reading descriptor: Int32, path: String) throws(LinuxError) {
        var identity = input_id()
        try performSystemCall("EVIOCGID", path: path) {
            touchtracker_get_device_identity(descriptor, &identity)
        }
        // Names have at most 256 bytes. The ioctl fails for a device without a name.
        var name = [CChar](repeating: 0, count: 256)
        let length = max(0, Int(touchtracker_get_device_name(descriptor, &name, name.count)))
        let bytes = name.prefix(length).prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }

        var codes: [UInt16: [UInt16]] = [:]
        for type in Self.bits({ touchtracker_get_event_codes(descriptor, 0, $0, $1) }) {
            // For EV_SYN, the kernel returns the event types instead of codes.
            codes[type] =
                type == EventCode.synchronization
                ? [EventCode.report]
                : Self.bits { touchtracker_get_event_codes(descriptor, UInt32(type), $0, $1) }
        }
        var axes: [UInt16: AbsoluteAxis] = [:]
        for code in codes[EventCode.absolute] ?? [] {
            var range = input_absinfo()
            try performSystemCall("EVIOCGABS", path: path) {
                touchtracker_get_axis_range(descriptor, UInt32(code), &range)
            }
            axes[code] = AbsoluteAxis(
                minimum: range.minimum, maximum: range.maximum, fuzz: range.fuzz,
                flat: range.flat, resolution: range.resolution)
        }
        self.init(
            name: String(decoding: bytes, as: UTF8.self),
            identity: Identity(
                bus: identity.bustype, vendor: identity.vendor, product: identity.product,
                version: identity.version),
            codes: codes, axes: axes,
            properties: Self.bits { touchtracker_get_device_properties(descriptor, $0, $1) })
    }

    /// Returns the indices of the bits that an ioctl sets, in ascending order, or an empty array if
    /// the ioctl fails.
    ///
    /// - Parameter call: Performs the ioctl with a buffer and its size.
    private static func bits(
        _ call: (UnsafeMutablePointer<UInt8>, Int) -> Int32
    ) -> [UInt16] {
        // EV_KEY has the most codes: 768 bits are 96 bytes.
        var bytes = [UInt8](repeating: 0, count: 96)
        let count = bytes.count
        let result = bytes.withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.map { call($0, count) } ?? -1
        }
        if result < 0 { return [] }
        return (0..<count * 8).compactMap { (bit: Int) -> UInt16? in
            let mask: UInt8 = 1 << UInt8(bit % 8)
            return bytes[bit / 8] & mask != 0 ? UInt16(bit) : nil
        }
    }
}
