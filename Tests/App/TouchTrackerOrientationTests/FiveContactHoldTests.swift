import Testing
import TouchKitContacts
import TouchKitGeometry
import TouchTrackerOrientation

@Suite("FiveContactHold")
struct FiveContactHoldTests {
    /// A detector, with functions that send it touch frames and advance the time.
    private final class HoldTester {
        var hold = FiveContactHold()
        var time: Int64 = 0

        /// Sends a touch frame with the contacts of `slots`, moved along x by `shift` from their
        /// initial positions.
        func report(_ state: TouchContact.State, _ slots: Range<Int>, shift: Double = 0) {
            time += 10_000
            hold.process(
                TouchFrame(
                    device: DeviceID(rawValue: 1), time: Timestamp(microseconds: time),
                    contacts: slots.map {
                        TouchContact(
                            slot: $0, trackingID: Int32($0), state: state,
                            position: CGPoint(x: 0.1 + 0.15 * CGFloat($0) + shift, y: 0.5))
                    }))
        }

        /// Advances the time, and returns whether the hold is complete.
        func isComplete(after seconds: Double) -> Bool {
            time += Int64(seconds * 1e6)
            return hold.consumeHold(at: Timestamp(microseconds: time))
        }
    }

    @Test("The hold is complete once, five seconds after the fifth contact came down.")
    func fiveContacts() {
        let tester = HoldTester()
        tester.report(.down, 0..<4)
        #expect(tester.hold.deadline == nil)
        tester.report(.down, 4..<5)
        #expect(tester.hold.deadline == Timestamp(microseconds: tester.time + 5_000_000))
        #expect(tester.hold.slots == 0b11111)
        #expect(!tester.isComplete(after: 4.9))
        tester.report(.motion, 0..<5, shift: 0.03)
        #expect(tester.isComplete(after: 0.1))
        #expect(!tester.isComplete(after: 6))
        tester.report(.up, 0..<5)
        tester.report(.down, 0..<5)
        #expect(tester.isComplete(after: 5))
    }

    @Test("Other contact counts, and contacts that move or lift, complete no hold.")
    func otherContacts() {
        let tester = HoldTester()
        tester.report(.down, 0..<4)
        #expect(!tester.isComplete(after: 9))
        tester.report(.down, 4..<6)
        #expect(!tester.isComplete(after: 9))
        tester.report(.up, 5..<6)
        #expect(!tester.isComplete(after: 9))
        tester.report(.up, 0..<5)

        tester.report(.down, 0..<5)
        tester.report(.motion, 2..<3, shift: 0.06)
        #expect(!tester.isComplete(after: 9))
        tester.report(.cancel, 0..<5)

        tester.report(.down, 0..<5)
        tester.report(.up, 0..<1)
        #expect(!tester.isComplete(after: 9))
        tester.report(.down, 0..<1)
        #expect(!tester.isComplete(after: 9))
        tester.report(.up, 0..<5)
        tester.report(.down, 0..<5)
        #expect(tester.isComplete(after: 5))
    }
}
