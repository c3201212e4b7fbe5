import Testing
import TouchKitContacts
import TouchKitGeometry
import TouchTrackerTestSupport

/// Checks the decoder's guarantees with random events that no real device would send.
@Suite("Slot decoder with random events")
struct SlotDecoderFuzzTests {
    /// Returns an extreme, arbitrary or typical event value.
    static func value(_ random: inout SeededRandom) -> Int32 {
        switch random.next(below: 4) {
        case 0: [.min, -2, -1, 0, 1, .max, .max - 1, .min + 1][random.next(below: 8)]
        case 1: Int32(truncatingIfNeeded: random.next())
        default: Int32(random.next(below: 12)) - 1
        }
    }

    static func event(_ random: inout SeededRandom) -> (type: UInt16, code: UInt16, value: Int32) {
        let codes = [
            EventCode.slot, EventCode.slot, EventCode.trackingID, EventCode.trackingID,
            EventCode.positionX, EventCode.positionY, EventCode.pressure, EventCode.touchMajor,
        ]
        switch random.next(below: 12) {
        case 0, 1: return (EventCode.synchronization, EventCode.report, 0)
        case 2:
            // Dropped events are rare.
            let isDropped = random.next(below: 8) == 0
            return (EventCode.synchronization, isDropped ? EventCode.dropped : EventCode.report, 0)
        case 3:
            let type = UInt16(truncatingIfNeeded: random.next())
            return (type, UInt16(truncatingIfNeeded: random.next()), value(&random))
        default:
            return (EventCode.absolute, codes[random.next(below: codes.count)], value(&random))
        }
    }

    static func axis(_ random: inout SeededRandom) -> SlotDecoder.Axis {
        SlotDecoder.Axis(minimum: value(&random), maximum: value(&random))
    }

    /// The contacts that are down according to the decoded frames. An inconsistent frame is
    /// recorded as an issue.
    struct Model {
        var down: [Int: Int32] = [:]

        mutating func apply(_ frame: TouchFrame, slotCount: Int) {
            for contact in frame.contacts {
                #expect((0..<slotCount).contains(contact.slot))
                #expect(contact.trackingID >= 0)
                #expect(contact.position.x.isFinite && contact.position.y.isFinite)
                #expect(contact.pressure.map { (0...1).contains($0) } ?? true)
                #expect(contact.majorRadius.map { $0.isFinite && $0 >= 0 } ?? true)
                switch contact.state {
                case .down:
                    #expect(down[contact.slot] == nil)
                    down[contact.slot] = contact.trackingID
                case .motion:
                    #expect(down[contact.slot] == contact.trackingID)
                case .up, .cancel:
                    #expect(down[contact.slot] == contact.trackingID)
                    down[contact.slot] = nil
                }
            }
        }
    }

    @Test(
        "Random events produce consistent frames, and every touch can be ended.",
        arguments: 0..<40 as Range<UInt64>)
    func guarantees(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let slotCount = 1 + random.next(below: 11)
        var decoder = SlotDecoder(
            device: DeviceID(rawValue: 1), slotCount: slotCount, x: Self.axis(&random),
            y: Self.axis(&random), pressure: Self.axis(&random))
        let geometry = ScreenGeometry(scanoutWidth: 800, scanoutHeight: 480)
        var tracker = ContactTracker()
        var update = TouchUpdate(time: .zero)
        var frame = TouchFrame(device: DeviceID(rawValue: 0), time: .zero)
        var model = Model()
        func deliver() {
            model.apply(frame, slotCount: slotCount)
            tracker.process(frame, geometry: geometry, calibration: .identity, into: &update)
            #expect(tracker.liveCount == model.down.count)
            update = TouchUpdate(time: .zero)
        }
        for step in 0..<1_500 {
            let time = Timestamp(microseconds: Int64(step))
            let event = Self.event(&random)
            switch decoder.decode(
                type: event.type, code: event.code, value: event.value, time: time, into: &frame)
            {
            case .incomplete: break
            case .frame: deliver()
            case .eventsDropped where random.next(below: 2) == 0:
                if decoder.cancelContacts(at: time, into: &frame) { deliver() }
                #expect(model.down.isEmpty)
            case .eventsDropped:
                let states = (0..<random.next(below: slotCount + 3)).map { _ in
                    SlotDecoder.SlotState(
                        trackingID: Self.value(&random), x: Self.value(&random),
                        y: Self.value(&random))
                }
                if decoder.resynchronize(with: states, at: time, into: &frame) { deliver() }
                let occupied = states.prefix(slotCount).enumerated().filter { $1.trackingID >= 0 }
                #expect(Set(model.down.keys) == Set(occupied.map(\.offset)))
            }
        }
        // Lifting every slot ends every touch, whatever events came before.
        for slot in 0..<slotCount {
            for (code, value) in [(EventCode.slot, Int32(slot)), (EventCode.trackingID, -1)] {
                _ = decoder.decode(
                    type: EventCode.absolute, code: code, value: value, time: .zero, into: &frame)
            }
        }
        switch decoder.decode(
            type: EventCode.synchronization, code: EventCode.report, value: 0, time: .zero,
            into: &frame)
        {
        case .incomplete: break
        case .frame: deliver()
        case .eventsDropped: if decoder.cancelContacts(at: .zero, into: &frame) { deliver() }
        }
        #expect(model.down.isEmpty)
        #expect(tracker.liveCount == 0)
    }

    @Test("A device that claims two billion slots gets memory for the maximum slot count only.")
    func excessiveSlotCount() throws {
        let axis = EvdevDescription.AbsoluteAxis(minimum: 0, maximum: 99)
        let description = EvdevDescription(
            name: "", identity: .init(bus: 0, vendor: 0, product: 0, version: 0), codes: [:],
            axes: [
                EventCode.slot: .init(minimum: 0, maximum: .max), EventCode.positionX: axis,
                EventCode.positionY: axis,
            ], properties: [])
        var decoder = try #require(SlotDecoder(description, device: DeviceID(rawValue: 1)))
        var frame = TouchFrame(device: DeviceID(rawValue: 0), time: .zero)
        for (code, value) in [(EventCode.slot, Int32.max - 1), (EventCode.trackingID, 1)] {
            _ = decoder.decode(
                type: EventCode.absolute, code: code, value: value, time: .zero, into: &frame)
        }
        let result = decoder.decode(
            type: EventCode.synchronization, code: EventCode.report, value: 0, time: .zero,
            into: &frame)
        #expect(result == .incomplete)
    }
}
