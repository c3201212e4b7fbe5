import Testing
import TouchKitContacts
import TouchKitGeometry
import TouchTrackerOrientation

/// Five fingers that rest.
@Suite("Five fingers that rest")
struct FingerHoldTests {
    private final class Fingers {
        var hold = FingerHold()
        var time: Int64 = 0

        func report(_ state: TouchContact.State, _ slots: Range<Int>, shift: Double = 0) {
            time += 10_000
            hold.receive(
                TouchFrame(
                    device: DeviceID(rawValue: 1), time: Timestamp(microseconds: time),
                    contacts: slots.map {
                        TouchContact(
                            slot: $0, trackingID: Int32($0), state: state,
                            position: CGPoint(x: 0.1 + 0.15 * CGFloat($0) + shift, y: 0.5))
                    }))
        }

        func isHeld(after seconds: Double) -> Bool {
            time += Int64(seconds * 1e6)
            return hold.takeHold(at: Timestamp(microseconds: time))
        }
    }

    @Test("Five seconds after the fifth they have rested long enough, once.")
    func five() {
        let fingers = Fingers()
        fingers.report(.down, 0..<4)
        #expect(fingers.hold.deadline == nil)
        fingers.report(.down, 4..<5)
        #expect(fingers.hold.deadline == Timestamp(microseconds: fingers.time + 5_000_000))
        #expect(fingers.hold.slots == 0b11111)
        #expect(!fingers.isHeld(after: 4.9))
        fingers.report(.motion, 0..<5, shift: 0.03)
        #expect(fingers.isHeld(after: 0.1))
        #expect(!fingers.isHeld(after: 6))
        fingers.report(.up, 0..<5)
        fingers.report(.down, 0..<5)
        #expect(fingers.isHeld(after: 5))
    }

    @Test("Four, six, one that strays or is lifted, and those that come back aren't.")
    func others() {
        let fingers = Fingers()
        fingers.report(.down, 0..<4)
        #expect(!fingers.isHeld(after: 9))
        fingers.report(.down, 4..<6)
        #expect(!fingers.isHeld(after: 9))
        fingers.report(.up, 5..<6)
        #expect(!fingers.isHeld(after: 9))
        fingers.report(.up, 0..<5)

        fingers.report(.down, 0..<5)
        fingers.report(.motion, 2..<3, shift: 0.06)
        #expect(!fingers.isHeld(after: 9))
        fingers.report(.cancel, 0..<5)

        fingers.report(.down, 0..<5)
        fingers.report(.up, 0..<1)
        #expect(!fingers.isHeld(after: 9))
        fingers.report(.down, 0..<1)
        #expect(!fingers.isHeld(after: 9))
        fingers.report(.up, 0..<5)
        fingers.report(.down, 0..<5)
        #expect(fingers.isHeld(after: 5))
    }
}
