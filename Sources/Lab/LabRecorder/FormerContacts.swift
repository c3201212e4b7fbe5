import TouchKitContacts

/// The values that the slots of a device have kept from their last contacts, which must not be
/// recorded because the contacts may have been secret.
///
/// The kernel reports only changed values. If a new contact has one of the values, the kernel does
/// not report it, so the value is inserted into the contact's first frame.
package struct FormerContacts: Sendable {
    private struct Value {
        var slot: Int32
        var code: UInt16
        var value: Int32
    }

    private var values: [Value] = []
    private var slot: Int32 = 0

    /// Creates a value for a device whose slots have kept nothing.
    package init() {}

    /// Whether no slot has kept a value.
    package var isEmpty: Bool { values.isEmpty }

    /// Replaces all values with those of the slots without a contact, and removes these from
    /// `events`, which describe the current state of all slots.
    package mutating func take(from events: inout [EvdevEvent]) {
        values.removeAll(keepingCapacity: true)
        var hasContact = false
        events.removeAll { event in
            guard event.type == EventCode.absolute else { return false }
            switch event.code {
            case EventCode.slot:
                slot = event.value
                return false
            case EventCode.trackingID:
                hasContact = event.value >= 0
                return false
            default:
                if !hasContact {
                    values.append(Value(slot: slot, code: event.code, value: event.value))
                }
                return !hasContact
            }
        }
    }

    /// Inserts the values of each slot in which a contact begins after the contact's tracking ID,
    /// and forgets them. Omits values of axes that the contact's frame reports.
    package mutating func complete(_ events: inout [EvdevEvent]) {
        var index = 0
        while index < events.count, !values.isEmpty {
            let event = events[index]
            index += 1
            guard event.type == EventCode.absolute else { continue }
            if event.code == EventCode.slot { slot = event.value }
            guard event.code == EventCode.trackingID, event.value >= 0 else { continue }
            let reported = Self.axes(reportedIn: events[index...])
            for value in values where value.slot == slot && !reported.contains(value.code) {
                events.insert(
                    EvdevEvent(
                        time: event.time, type: EventCode.absolute, code: value.code,
                        value: value.value), at: index)
                index += 1
            }
            values.removeAll { $0.slot == slot }
        }
    }

    /// Returns the codes of the axes that `events` report before the next slot or frame begins.
    private static func axes(reportedIn events: ArraySlice<EvdevEvent>) -> [UInt16] {
        events.prefix {
            $0.type != EventCode.synchronization
                && ($0.type != EventCode.absolute || $0.code != EventCode.slot)
        }.filter { $0.type == EventCode.absolute }.map(\.code)
    }
}
