import Testing
import TouchKitContacts
import TouchKitGeometry

@Suite("Slot decoder")
struct SlotDecoderTests {
    var decoder = SlotDecoder(
        device: DeviceID(rawValue: 3), slotCount: 4,
        x: SlotDecoder.Axis(minimum: 0, maximum: 32_767),
        y: SlotDecoder.Axis(minimum: 100, maximum: 599),
        pressure: SlotDecoder.Axis(minimum: 0, maximum: 255))
    var frame = TouchFrame(device: DeviceID(rawValue: 0), time: .zero)

    /// Decodes absolute events and a `SYN_REPORT`, and returns the contacts as text of the form
    /// `state slot (x, y)`, or `nil` if there is no frame.
    mutating func report(
        _ events: [(code: UInt16, value: Int32)], at time: Int64 = 5
    ) -> [String]? {
        let stamp = Timestamp(microseconds: time)
        for event in events {
            let result = decoder.decode(
                type: EventCode.absolute, code: event.code, value: event.value, time: stamp,
                into: &frame)
            #expect(result == .incomplete)
        }
        let result = decoder.decode(
            type: EventCode.synchronization, code: EventCode.report, value: 0, time: stamp,
            into: &frame)
        return result == .frame ? contactTexts : nil
    }

    /// The contacts of the frame as text of the form `state slot (x, y)`.
    var contactTexts: [String] {
        frame.contacts.map { "\($0.state) \($0.slot) (\($0.position.x), \($0.position.y))" }
    }

    /// Returns the events of a contact that comes down in the selected slot.
    static func contact(_ id: Int32, _ x: Int32, _ y: Int32) -> [(code: UInt16, value: Int32)] {
        [(EventCode.trackingID, id), (EventCode.positionX, x), (EventCode.positionY, y)]
    }

    /// Decodes an event outside of a report and returns the result.
    @discardableResult
    mutating func decode(
        _ type: UInt16, _ code: UInt16, _ value: Int32
    ) -> SlotDecoder.Result {
        decoder.decode(type: type, code: code, value: value, time: .zero, into: &frame)
    }

    /// Decodes `SYN_DROPPED`, an event and a `SYN_REPORT`, and returns the last result.
    mutating func dropEvents() -> SlotDecoder.Result {
        decode(EventCode.synchronization, EventCode.dropped, 0)
        decode(EventCode.absolute, EventCode.positionX, 9)
        return decode(EventCode.synchronization, EventCode.report, 0)
    }

    @Test("One slot reports down, motion and up.")
    mutating func oneContact() {
        #expect(report(Self.contact(11, 16_384, 350)) == ["down 0 (0.5, 0.5)"])
        #expect(report([(EventCode.positionX, 8_192)]) == ["motion 0 (0.25, 0.5)"])
        #expect(report([(EventCode.trackingID, -1)]) == ["up 0 (0.25, 0.5)"])
        #expect(frame.device == DeviceID(rawValue: 3))
        #expect(frame.time.microseconds == 5)
    }

    @Test("A report without contact changes completes no frame.")
    mutating func emptyReport() {
        #expect(report([]) == nil)
        #expect(report([(EventCode.slot, 2)]) == nil)
    }

    @Test("Slots keep their state while events change other slots.")
    mutating func slotsAreIndependent() {
        _ = report(Self.contact(1, 0, 100))
        #expect(
            report([
                (EventCode.slot, 2), (EventCode.trackingID, 2), (EventCode.positionX, 16_384),
                (EventCode.positionY, 100), (EventCode.slot, 0), (EventCode.positionX, 8_192),
            ]) == ["motion 0 (0.25, 0.0)", "down 2 (0.5, 0.0)"])
    }

    @Test("A tracking ID that changes without a lift is reported as a lift and a new contact.")
    mutating func replacedContact() {
        _ = report(Self.contact(1, 0, 100))
        #expect(report([(EventCode.trackingID, 2)]) == ["up 0 (0.0, 0.0)", "down 0 (0.0, 0.0)"])
    }

    @Test("A contact that another contact replaces is removed at its own last position.")
    mutating func positionOfReplacedContact() {
        _ = report(Self.contact(1, 0, 100))
        #expect(report([(EventCode.positionX, 8_192)]) == ["motion 0 (0.25, 0.0)"])
        #expect(
            report(Self.contact(2, 16_384, 350)) == ["up 0 (0.25, 0.0)", "down 0 (0.5, 0.5)"])
        #expect(dropEvents() == .eventsDropped)
        let third = SlotDecoder.SlotState(trackingID: 3, x: 0, y: 100)
        #expect(decoder.resynchronize(with: [third], at: .zero, into: &frame))
        #expect(contactTexts == ["cancel 0 (0.5, 0.5)", "down 0 (0.0, 0.0)"])
    }

    @Test(
        "Events for a slot that the device does not have are ignored.",
        arguments: [Int32(4), -1, .max, .min])
    mutating func missingSlots(slot: Int32) {
        #expect(report([(EventCode.slot, slot), (EventCode.trackingID, 1)]) == nil)
    }

    @Test("After dropped events, contacts that are missing in the slot states are cancelled.")
    mutating func droppedEvents() {
        _ = report(
            Self.contact(1, 0, 100) + [(code: EventCode.slot, value: 1)]
                + Self.contact(2, 0, 100))
        #expect(dropEvents() == .eventsDropped)
        let lifted = SlotDecoder.SlotState(trackingID: -1, x: 0, y: 100)
        let moved = SlotDecoder.SlotState(trackingID: 2, x: 16_384, y: 100)
        let new = SlotDecoder.SlotState(trackingID: 9, x: 8_192, y: 100)
        #expect(
            decoder.resynchronize(with: [lifted, moved, new, lifted], at: .zero, into: &frame))
        #expect(
            contactTexts == ["cancel 0 (0.0, 0.0)", "motion 1 (0.5, 0.0)", "down 2 (0.25, 0.0)"])
    }

    @Test("Resynchronization updates pressure and size, and keeps values that are not given.")
    mutating func resynchronizedPressure() {
        var decoder = SlotDecoder(
            device: DeviceID(rawValue: 1), slotCount: 2,
            x: SlotDecoder.Axis(minimum: 0, maximum: 99),
            y: SlotDecoder.Axis(minimum: 0, maximum: 99),
            pressure: SlotDecoder.Axis(minimum: 0, maximum: 255))
        func resynchronize(_ state: SlotDecoder.SlotState) -> TouchContact? {
            decoder.resynchronize(with: [state], at: .zero, into: &frame)
                ? frame.contacts.first : nil
        }
        let first = resynchronize(
            SlotDecoder.SlotState(trackingID: 1, x: 0, y: 0, pressure: 64, touchMajor: 20))
        #expect(first?.pressure == 0.25)
        #expect(first?.majorRadius == 0.1)
        let second = resynchronize(SlotDecoder.SlotState(trackingID: 1, x: 50, y: 0))
        #expect(second?.pressure == 0.25)
        let third = resynchronize(
            SlotDecoder.SlotState(trackingID: 1, x: 50, y: 0, pressure: 128, touchMajor: 20))
        #expect(third?.pressure == 0.5)
    }

    @Test("A lift directly before dropped events is reported by the resynchronization.")
    mutating func liftBeforeDroppedEvents() {
        _ = report(Self.contact(1, 0, 100))
        decode(EventCode.absolute, EventCode.trackingID, -1)
        #expect(dropEvents() == .eventsDropped)
        let lifted = SlotDecoder.SlotState(trackingID: -1, x: 0, y: 100)
        #expect(decoder.resynchronize(with: [lifted, lifted], at: .zero, into: &frame))
        #expect(contactTexts == ["cancel 0 (0.0, 0.0)"])
    }

    @Test("A slot without a state in the resynchronization holds no contact.")
    mutating func slotsWithoutState() {
        _ = report([(code: EventCode.slot, value: 2)] + Self.contact(1, 8_192, 100))
        #expect(dropEvents() == .eventsDropped)
        #expect(decoder.resynchronize(with: [], at: .zero, into: &frame))
        #expect(contactTexts == ["cancel 2 (0.25, 0.0)"])
    }

    @Test("If the slots cannot be read, contacts are cancelled at their last position.")
    mutating func cancelledContacts() {
        _ = report(Self.contact(1, 16_384, 350))
        #expect(dropEvents() == .eventsDropped)
        #expect(decoder.cancelContacts(at: Timestamp(microseconds: 9), into: &frame))
        #expect(contactTexts == ["cancel 0 (0.5, 0.5)"])
        #expect(frame.time.microseconds == 9)
        #expect(!decoder.cancelContacts(at: .zero, into: &frame))
        #expect(report([(EventCode.positionX, 1)]) == nil)
        // The kernel does not repeat an unchanged y position.
        #expect(
            report([(EventCode.trackingID, 1), (EventCode.positionX, 8_192)])
                == ["down 0 (0.25, 0.5)"])
    }

    @Test("A slot selection among dropped events is valid for the next frame.")
    mutating func slotSelectedAmongDroppedEvents() {
        decode(EventCode.synchronization, EventCode.dropped, 0)
        decode(EventCode.absolute, EventCode.slot, 3)
        decode(EventCode.synchronization, EventCode.report, 0)
        #expect(
            report([(EventCode.trackingID, 1), (EventCode.positionY, 100)]) == ["down 3 (0.0, 0.0)"]
        )
    }

    @Test("Contacts contain pressure, size and raw position.")
    mutating func pressureAndRawUnits() {
        _ = report([
            (EventCode.trackingID, 1), (EventCode.positionX, 20), (EventCode.positionY, 130),
            (EventCode.pressure, 128), (EventCode.touchMajor, 3_276),
        ])
        #expect(frame.contacts.map(\.rawPosition) == [TouchContact.RawPosition(x: 20, y: 130)])
        #expect(frame.contacts.map(\.pressure) == [0.5])
        #expect(frame.contacts.map(\.majorRadius) == [3_276.0 / 32_768 / 2])
    }

    @Test("Axes with an empty range or extreme limits give finite values.")
    func invalidAxes() {
        #expect(SlotDecoder.Axis(minimum: 5, maximum: 4).normalize(99) == 0)
        #expect(SlotDecoder.Axis(minimum: .min, maximum: .max).normalize(.max) < 1)
        #expect(SlotDecoder.Axis(minimum: .max, maximum: .min).normalize(.min) == 0)
        #expect(SlotDecoder.Axis(minimum: .min, maximum: .max).value(at: 1) == .max)
        #expect(SlotDecoder.Axis(minimum: .max, maximum: .min).value(at: 1e300) == .min)
        #expect(SlotDecoder.Axis(minimum: 0, maximum: 9).value(at: .infinity) == .max)
        #expect(SlotDecoder.Axis(minimum: 7, maximum: 9).value(at: .nan) == 7)
    }
}
