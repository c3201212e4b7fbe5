import Testing
import TouchKitContacts
import TouchKitGeometry
import TouchTrackerOrientation

@Suite("CornerTapSequence")
struct CornerTapSequenceTests {
    /// A detector, with functions that send it taps and touch frames.
    private final class TapTester {
        var sequence = CornerTapSequence()
        var time: Int64 = 0

        /// Taps a position in 0…1 along each axis, after a pause in seconds.
        func tap(
            _ position: CGPoint, after seconds: Double = 0.4
        ) -> CornerTapSequence.FirstTaps? {
            time += Int64(seconds * 1e6)
            _ = report(.down, position)
            time += 60_000
            return report(.up, position)
        }

        /// Sends a touch frame with one contact.
        func report(
            _ state: TouchContact.State, _ position: CGPoint, slot: Int = 0
        ) -> CornerTapSequence.FirstTaps? {
            sequence.process(
                TouchFrame(
                    device: DeviceID(rawValue: 1), time: Timestamp(microseconds: time),
                    contacts: [
                        TouchContact(slot: slot, trackingID: 1, state: state, position: position)
                    ]))
        }
    }

    /// Positions near the corners, clockwise from the upper left.
    private static let cornerPositions = [
        CGPoint(x: 0.08, y: 0.1), CGPoint(x: 0.93, y: 0.06), CGPoint(x: 0.9, y: 0.95),
        CGPoint(x: 0.05, y: 0.88),
    ]

    @Test(
        "Taps in all corners are detected from any starting corner and in both directions.",
        arguments: 0..<4, [1, 3])
    func completeSequence(start: Int, step: Int) throws {
        let tester = TapTester()
        let order = (0..<4).map { Self.cornerPositions[(start + $0 * step) % 4] }
        for position in order.dropLast() { #expect(tester.tap(position) == nil) }
        let taps = try #require(tester.tap(order[3]))
        #expect(taps.first == order[0] && taps.second == order[1])
        // The next sequence needs four new taps.
        #expect(tester.tap(order[0]) == nil)
    }

    @Test("Taps in another order, elsewhere, too slow or with a second contact are not detected.")
    func otherTaps() {
        func isDetected(
            _ order: [Int], pause: Double = 0.4, between: (TapTester) -> Void = { _ in }
        ) -> Bool {
            let tester = TapTester()
            var last: CornerTapSequence.FirstTaps?
            for (number, corner) in order.enumerated() {
                if number == 2 { between(tester) }
                last = tester.tap(Self.cornerPositions[corner], after: pause)
            }
            return last != nil
        }
        #expect(isDetected([0, 1, 2, 3]))
        #expect(!isDetected([0, 2, 1, 3]))
        #expect(!isDetected([0, 1, 0, 3]))
        #expect(!isDetected([0, 1, 1, 2]))
        #expect(!isDetected([0, 1, 2]))
        #expect(!isDetected([0, 1, 2, 3], pause: 2))
        #expect(!isDetected([0, 1, 2, 3]) { _ = $0.tap(CGPoint(x: 0.5, y: 0.5)) })
        #expect(
            !isDetected([0, 1, 2, 3]) { tester in
                _ = tester.report(.down, Self.cornerPositions[2])
                _ = tester.report(.down, Self.cornerPositions[3], slot: 1)
                _ = tester.report(.up, Self.cornerPositions[2])
                _ = tester.report(.up, Self.cornerPositions[3], slot: 1)
            })
    }
}
