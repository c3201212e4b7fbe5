import CTouchTrackerInput
import Glibc
import KioskSystem
import TouchKitContacts
import TouchKitGeometry

/// An open evdev node, read beside others: without a grab, on the monotonic clock. It is closed when
/// its last user goes.
package final class EvdevNode {
    /// What a reading led to.
    package enum Reading: Hashable, Sendable {
        /// Events were appended; there may be more.
        case events
        /// Nothing has happened since the last reading.
        case nothing
        /// The device was unplugged: nothing will come any more.
        case unplugged
    }

    /// The node: `/dev/input/event3`.
    package let path: String
    /// What the device says of itself.
    package let description: EvdevDescription
    private let owned: OwnedDescriptor
    /// Where the kernel puts events.
    private var received: [input_event]
    /// `struct input_mt_request_layout`: the axis, then a value for each slot.
    private var request: [Int32]

    /// Opens a node and reads what its device says of itself.
    ///
    /// - Throws: `LinuxError` where it can't be opened or isn't an evdev node.
    package init(path: String) throws(LinuxError) {
        self.path = path
        owned = try OwnedDescriptor(opening: path, flags: O_RDONLY | O_NONBLOCK)
        let number = owned.number
        description = try EvdevDescription(reading: number, path: path)
        try checked("EVIOCSCLOCKID", path: path) { touchtracker_set_clock(number, CLOCK_MONOTONIC) }
        // Ten fingers report about 50 events at once.
        received = Array(repeating: input_event(), count: 64)
        request = Array(repeating: 0, count: 1 + description.slotCount)
    }

    /// What a loop watches: readable when there are events.
    package var descriptor: Int32 { owned.number }

    /// Appends what has happened, at most 64 events.
    ///
    /// Allocates nothing where `events` has room.
    /// - Throws: `LinuxError` where the node can't be read.
    package func read(into events: inout [EvdevEvent]) throws(LinuxError) -> Reading {
        let size = MemoryLayout<input_event>.stride
        let count = received.withUnsafeMutableBytes {
            Glibc.read(owned.number, $0.baseAddress, $0.count)
        }
        guard count >= 0 else {
            let code = Errno.last
            switch code {
            case .again, .interrupted: return .nothing
            case .noDevice: return .unplugged
            default: throw LinuxError(operation: "read", code: code, path: path)
            }
        }
        for index in 0..<count / size {
            let time = touchtracker_event_microseconds(&received[index])
            events.append(
                EvdevEvent(
                    time: Timestamp(microseconds: time), type: received[index].type,
                    code: received[index].code, value: received[index].value))
        }
        return count > 0 ? .events : .unplugged
    }

    // MARK: Slots

    /// The slots as they are now, for `SlotDecoder.resynchronize`; none where the device has none.
    /// Wraps `EVIOCGMTSLOTS`.
    ///
    /// - Throws: `LinuxError` where the node can't be asked.
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

    /// Tells a decoder how the slots are now: at the beginning, and after `SYN_DROPPED`. What is still
    /// unread is dropped: it is older.
    ///
    /// - Parameters:
    ///   - decoder: The decoder of this node's events.
    ///   - time: When that shall have been; from before the call.
    ///   - frame: Gets what changed.
    /// - Returns: Whether something did.
    /// - Throws: `LinuxError` where the node can't be asked.
    package func resynchronize(
        _ decoder: inout SlotDecoder, at time: Timestamp, into frame: inout TouchFrame
    ) throws(LinuxError) -> Bool {
        if description.slotCount == 0 { return false }
        var unread: [EvdevEvent] = []
        while try read(into: &unread) == .events { unread.removeAll(keepingCapacity: true) }
        let states = try slotStates()
        _ = decoder.decode(
            type: EventCode.absolute, code: EventCode.slot, value: try currentSlot(), time: time,
            into: &frame)
        return decoder.resynchronize(with: states, at: time, into: &frame)
    }

    /// The slot that the next events are about until they name one.
    private func currentSlot() throws(LinuxError) -> Int32 {
        var current = input_absinfo()
        let number = owned.number
        try checked("EVIOCGABS", path: path) {
            touchtracker_axis(number, UInt32(EventCode.slot), &current)
        }
        return current.value
    }

    /// Appends the slots as they are now as ordinary events, ended by a `SYN_REPORT`: first every
    /// slot's contact or its absence, and at last the slot that the next events are about.
    ///
    /// For the beginning of a recording, and for after `SYN_DROPPED`. What is still unread is
    /// dropped: it is older than these. Appends nothing where the device has no slots.
    /// - Parameters:
    ///   - time: When the events shall have happened.
    ///   - skipsUnused: Whether slots that nothing was in yet are left out: at the beginning nobody
    ///     thinks otherwise.
    ///   - events: Gets the events.
    /// - Throws: `LinuxError` where the node can't be asked.
    package func readSlotEvents(
        at time: Timestamp, skipsUnused: Bool = false, into events: inout [EvdevEvent]
    ) throws(LinuxError) {
        if description.slotCount == 0 { return }
        let kept = events.count
        while try read(into: &events) == .events { events.removeLast(events.count - kept) }
        var values: [(code: UInt16, of: [Int32])] = []
        for code in description.axes.keys.sorted() where Self.isOfSlots(code) {
            var all = Array(repeating: Int32(0), count: description.slotCount)
            try readSlots(code) { all[$0] = $1 }
            values.append((code, all))
        }
        func append(_ code: UInt16, _ value: Int32) {
            events.append(
                EvdevEvent(time: time, type: EventCode.absolute, code: code, value: value))
        }
        for slot in 0..<description.slotCount {
            let contact = values.first { $0.code == EventCode.trackingID }?.of[slot] ?? -1
            let isUnused = values.allSatisfy {
                $0.of[slot] == ($0.code == EventCode.trackingID ? -1 : 0)
            }
            if skipsUnused, isUnused { continue }
            append(EventCode.slot, Int32(slot))
            append(EventCode.trackingID, contact)
            // The kernel says only what changes: where a slot's last finger was, the next one may
            // come down without a word about one of its coordinates.
            for value in values where value.code != EventCode.trackingID {
                if contact >= 0 || value.of[slot] != 0 { append(value.code, value.of[slot]) }
            }
        }
        append(EventCode.slot, try currentSlot())
        events.append(
            EvdevEvent(
                time: time, type: EventCode.synchronization, code: EventCode.report, value: 0))
    }

    /// Whether each slot has a value of its own on an axis: the codes after `ABS_MT_SLOT`, up to
    /// `ABS_MT_TOOL_Y`.
    private static func isOfSlots(_ code: UInt16) -> Bool {
        code > EventCode.slot && code <= UInt16(ABS_MT_TOOL_Y)
    }

    private func readSlots(
        _ code: UInt16, _ body: (_ slot: Int, _ value: Int32) -> Void
    ) throws(LinuxError) {
        request[0] = Int32(code)
        let number = owned.number
        let size = request.count * MemoryLayout<Int32>.stride
        try checked("EVIOCGMTSLOTS", path: path) { touchtracker_slots(number, &request, size) }
        for slot in 0..<description.slotCount { body(slot, request[1 + slot]) }
    }
}

extension EvdevDescription {
    /// Reads what an open node says of its device.
    fileprivate init(reading number: Int32, path: String) throws(LinuxError) {
        var identity = input_id()
        try checked("EVIOCGID", path: path) { touchtracker_identity(number, &identity) }
        // The kernel keeps at most 256 bytes; a device without a name is answered with an error.
        var name = [CChar](repeating: 0, count: 256)
        let length = max(0, Int(touchtracker_name(number, &name, name.count)))
        let bytes = name.prefix(length).prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }

        var codes: [UInt16: [UInt16]] = [:]
        for type in Self.bits({ touchtracker_codes(number, 0, $0, $1) }) {
            // Of synchronization the kernel gives the event types.
            codes[type] =
                type == EventCode.synchronization
                ? [EventCode.report]
                : Self.bits { touchtracker_codes(number, UInt32(type), $0, $1) }
        }
        var axes: [UInt16: AbsoluteAxis] = [:]
        for code in codes[EventCode.absolute] ?? [] {
            var range = input_absinfo()
            try checked("EVIOCGABS", path: path) {
                touchtracker_axis(number, UInt32(code), &range)
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
            properties: Self.bits { touchtracker_properties(number, $0, $1) })
    }

    /// The numbers of the bits that a call sets, ascending; none where it fails.
    private static func bits(
        _ call: (UnsafeMutablePointer<UInt8>, Int) -> Int32
    ) -> [UInt16] {
        // EV_KEY has the most codes: 768.
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
