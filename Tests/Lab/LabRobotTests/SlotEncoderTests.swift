import LabRobot
import Testing
import TouchKitContacts
import TouchKitGeometry
import TouchTrackerTestSupport

/// Encoded events, decoded with `SlotDecoder`.
@Suite("SlotEncoder")
struct SlotEncoderTests {
    private static let axis = SlotDecoder.Axis(minimum: 0, maximum: 32_767)

    private typealias Event = (type: UInt16, code: UInt16, value: Int32)

    private func contact(
        _ slot: Int, _ id: Int32, _ state: TouchContact.State, _ x: Double = 0.5, _ y: Double = 0.5
    ) -> TouchContact {
        TouchContact(
            slot: slot, trackingID: id, state: state, position: CGPoint(x: x, y: y))
    }

    private func frame(_ contacts: TouchContact...) -> TouchFrame {
        TouchFrame(device: DeviceID(rawValue: 1), time: .zero, contacts: contacts)
    }

    @Test(
        "A script is decoded from its events as it was, with positions in device units",
        arguments: RobotScript.Name.allCases)
    func roundTrip(name: RobotScript.Name) throws {
        let device = DeviceID(rawValue: 1)
        var decoder = try #require(SlotDecoder(RobotTouchscreen.description, device: device))
        var encoder = SlotEncoder(slotCount: 10, axisX: Self.axis, axisY: Self.axis)
        var script = RobotScript(name, rateHz: 125, duration: 10_000_000)
        var sent = TouchFrame(device: device, time: .zero)
        var read = TouchFrame(device: device, time: .zero)
        var count = 0
        while script.next(into: &sent) {
            count += 1
            var results: [SlotDecoder.Result] = []
            encoder.encode(sent) {
                results.append(
                    decoder.decode(type: $0, code: $1, value: $2, time: sent.time, into: &read))
            }
            #expect(results.last == .frame && results.dropLast().allSatisfy { $0 == .incomplete })
            #expect(read.time == sent.time && read.contacts.count == sent.contacts.count)
            for (result, expected) in zip(read.contacts, sent.contacts) {
                #expect(result.slot == expected.slot && result.trackingID == expected.trackingID)
                #expect(result.state == expected.state)
                #expect(result.rawPosition?.x == Self.axis.value(at: expected.position.x))
                #expect(result.rawPosition?.y == Self.axis.value(at: expected.position.y))
                #expect(abs(result.position.x - expected.position.x) <= 0.5 / 32_768)
                #expect(abs(result.position.y - expected.position.y) <= 0.5 / 32_768)
            }
        }
        // A fling lasts 0.12 of 1.3 s.
        #expect(count > (name == .fling ? 10 : 50))
    }

    @Test("BTN_TOUCH and the single-touch axes follow the oldest contact")
    func pointer() {
        var encoder = SlotEncoder(slotCount: 10, axisX: Self.axis, axisY: Self.axis)
        func pointer(_ frame: TouchFrame) -> [Int32?] {
            var values: [UInt32: Int32] = [:]
            encoder.encode(frame) { values[UInt32($0) << 16 | UInt32($1)] = $2 }
            return [values[0x1_014a], values[0x3_0000], values[0x3_0001]]
        }
        let quarter: Int32 = 8_192
        #expect(pointer(frame(contact(3, 1, .down, 0.25, 0.5))) == [1, quarter, 2 * quarter])
        #expect(pointer(frame(contact(0, 2, .down, 0.75, 0.75))) == [nil, quarter, 2 * quarter])
        #expect(pointer(frame(contact(0, 2, .motion, 0.5, 0.75))) == [nil, quarter, 2 * quarter])
        #expect(pointer(frame(contact(3, 1, .up))) == [nil, 2 * quarter, 3 * quarter])
        #expect(pointer(frame(contact(0, 2, .up))) == [0, nil, nil])
    }

    @Test("All contacts lift in one report, which is empty without contacts")
    func lift() throws {
        var encoder = SlotEncoder(slotCount: 10, axisX: Self.axis, axisY: Self.axis)
        let device = DeviceID(rawValue: 1)
        var decoder = try #require(SlotDecoder(RobotTouchscreen.description, device: device))
        var read = TouchFrame(device: device, time: .zero)
        encoder.encode(frame(contact(2, 5, .down), contact(7, 6, .down))) {
            _ = decoder.decode(type: $0, code: $1, value: $2, time: .zero, into: &read)
        }
        encoder.encodeLift {
            _ = decoder.decode(type: $0, code: $1, value: $2, time: .zero, into: &read)
        }
        #expect(read.contacts.map(\.state) == [.up, .up])
        #expect(read.contacts.map(\.trackingID) == [5, 6])
        var events: [Event] = []
        encoder.encodeLift { events.append(($0, $1, $2)) }
        #expect(events.count == 1 && events[0] == (0, 0, 0))
    }

    @Test("Invalid slots are ignored, and positions beyond the edges are clamped")
    func outOfRange() {
        var encoder = SlotEncoder(slotCount: 2, axisX: Self.axis, axisY: Self.axis)
        var events: [Event] = []
        encoder.encode(frame(contact(2, 1, .down), contact(-1, 2, .down))) {
            events.append(($0, $1, $2))
        }
        #expect(events.count == 1 && events[0] == (0, 0, 0))
        events.removeAll()
        encoder.encode(frame(contact(0, 3, .down, -1, 7))) { events.append(($0, $1, $2)) }
        #expect(events.contains { $0 == (3, 0x35, 0) })
        #expect(events.contains { $0 == (3, 0x36, 32_767) })
    }
}
