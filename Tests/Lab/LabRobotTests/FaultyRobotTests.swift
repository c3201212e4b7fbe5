import LabFaults
import LabRobot
import Testing
import TouchKitContacts
import TouchKitGeometry
import TouchTrackerTestSupport

/// Robot scripts with injected faults, encoded as evdev events.
@Suite("Robot with injected faults")
struct FaultyRobotTests {
    private static let faults: [[TouchFault]] = [
        [.deadColumn(x: 50, width: 20)], [.lostSlot(0)], [.swappedSlots(seconds: 1)],
        [.ghost(seconds: 0.5)], [.mergeDistance(millimeters: 30)], [.stuckAnywhere],
        [.doubleTapBounce(percent: 100)], [.jitter(millimeters: 1), .slowRate(hertz: 40)],
        [.gaps(milliseconds: 100, seconds: 1), .flipX, .ghost(seconds: 0.3)],
    ]

    @Test(
        "A script with faults is decoded from its events as it was sent",
        arguments: RobotScript.Name.allCases, faults)
    func roundTrip(name: RobotScript.Name, faults: [TouchFault]) throws {
        let device = DeviceID(rawValue: 1)
        let script = RobotScript(name, rateHz: 125, duration: 4_000_000)
        var frames = FaultInjectingSource(
            script, [FaultInjector(faults)], until: Timestamp(microseconds: 4_000_000))
        var decoder = try #require(SlotDecoder(RobotTouchscreen.description, device: device))
        var encoder = SlotEncoder(
            slotCount: 10, axisX: SlotDecoder.Axis(minimum: 0, maximum: 32_767),
            axisY: SlotDecoder.Axis(minimum: 0, maximum: 32_767))
        var sent = TouchFrame(device: device, time: .zero)
        var read = TouchFrame(device: device, time: .zero)
        var count = 0
        var mismatches: [TouchFrame] = []
        while frames.next(into: &sent) {
            encoder.encode(sent) {
                _ = decoder.decode(type: $0, code: $1, value: $2, time: sent.time, into: &read)
            }
            count += 1
            let isSame = zip(read.contacts, sent.contacts).allSatisfy {
                ($0.slot, $0.trackingID, $0.state) == ($1.slot, $1.trackingID, $1.state)
            }
            // Readers that evaluate a report at its end would miss a slot's first change.
            let isUnique = Set(sent.contacts.map(\.slot)).count == sent.contacts.count
            let isComplete = read.time == sent.time && read.contacts.count == sent.contacts.count
            if !isSame || !isUnique || !isComplete { mismatches.append(sent) }
        }
        #expect(mismatches.isEmpty, "\(mismatches.prefix(3))")
        // A fling lasts 0.12 of 1.3 s.
        #expect(count > (name == .fling ? 10 : 50))
    }
}
