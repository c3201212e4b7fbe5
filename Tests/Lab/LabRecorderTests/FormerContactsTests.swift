import KioskInput
import LabRecorder
import Testing
import TouchKitContacts
import TouchKitGeometry

@Suite("Former contacts")
struct FormerContactsTests {
    private typealias Event = (code: UInt16, value: Int32)

    /// The state of two slots: the first has a contact, the second had one.
    private let state: [Event] = [
        (EventCode.slot, 0), (EventCode.trackingID, 7), (EventCode.positionX, 10),
        (EventCode.positionY, 20),
        (EventCode.slot, 1), (EventCode.trackingID, -1), (EventCode.positionX, 300),
        (EventCode.positionY, 400),
        (EventCode.slot, 0),
    ]

    private func events(_ events: [Event]) -> [EvdevEvent] {
        events.map {
            EvdevEvent(
                time: .zero, type: EventCode.absolute, code: $0.code, value: $0.value)
        }
    }

    /// Returns former contacts that were taken from `state`, and the remaining events.
    private func taken() -> (former: FormerContacts, rest: [EvdevEvent]) {
        var former = FormerContacts()
        var rest = events(state)
        former.take(from: &rest)
        return (former, rest)
    }

    @Test("The values of slots without a contact are not written")
    func hiddenValues() {
        let (former, rest) = taken()
        #expect(!former.isEmpty)
        #expect(
            rest.map(\.value) == [0, 7, 10, 20, 1, -1, 0])
    }

    @Test("A new contact has a former value in its first frame only if the frame lacks the axis")
    func unchangedValue() {
        var (former, _) = taken()
        var frame = events([
            (EventCode.slot, 1), (EventCode.trackingID, 8), (EventCode.positionX, 310),
        ])
        former.complete(&frame)
        #expect(frame.map(\.value) == [1, 8, 400, 310])
        #expect(former.isEmpty)
        former.complete(&frame)
        #expect(frame.count == 4)
    }

    @Test("Axes of other slots and later frames do not replace a former value")
    func otherContacts() {
        var (former, _) = taken()
        var batch = events([
            (EventCode.slot, 1), (EventCode.trackingID, 8), (EventCode.slot, 0),
            (EventCode.positionX, 12),
        ])
        former.complete(&batch)
        #expect(batch.map(\.value) == [1, 8, 300, 400, 0, 12])
        (former, _) = taken()
        batch = events([(EventCode.slot, 1), (EventCode.trackingID, 8)])
        batch.append(
            EvdevEvent(
                time: .zero, type: EventCode.synchronization, code: EventCode.report, value: 0))
        batch += events([(EventCode.positionX, 310)])
        former.complete(&batch)
        #expect(batch.map(\.value) == [1, 8, 300, 400, 0, 310])
    }

    @Test("Events without a slot event belong to the current slot, also in a later frame")
    func currentSlot() {
        var (former, _) = taken()
        // Slot 0 is current; its contact moves and ends, and another begins there.
        var frame = events([
            (EventCode.positionX, 11), (EventCode.trackingID, -1), (EventCode.trackingID, 9),
            (EventCode.slot, 1),
        ])
        former.complete(&frame)
        #expect(frame.map(\.value) == [11, -1, 9, 1])
        var next = events([(EventCode.trackingID, 10)])
        former.complete(&next)
        #expect(next.map(\.value) == [10, 300, 400])
    }
}
