import Testing
import TouchKitContacts
import TouchKitGeometry
import TouchTrackerOrientation

/// Taps in four corners.
@Suite("Taps in the four corners")
struct CornerSequenceTests {
    private final class Finger {
        var corners = CornerSequence()
        var time: Int64 = 0

        func tap(
            _ place: CGPoint, after seconds: Double = 0.4
        ) -> CornerSequence.Course? {
            time += Int64(seconds * 1e6)
            _ = report(.down, place)
            time += 60_000
            return report(.up, place)
        }

        func report(
            _ state: TouchContact.State, _ place: CGPoint, slot: Int = 0
        ) -> CornerSequence.Course? {
            corners.receive(
                TouchFrame(
                    device: DeviceID(rawValue: 1), time: Timestamp(microseconds: time),
                    contacts: [
                        TouchContact(slot: slot, trackingID: 1, state: state, position: place)
                    ]))
        }
    }

    /// Clockwise from the upper left.
    private static let places = [
        CGPoint(x: 0.08, y: 0.1), CGPoint(x: 0.93, y: 0.06), CGPoint(x: 0.9, y: 0.95),
        CGPoint(x: 0.05, y: 0.88),
    ]

    @Test(
        "All around, from any corner and either way: the same for every way round of a panel.",
        arguments: 0..<4, [1, 3])
    func around(start: Int, step: Int) throws {
        let finger = Finger()
        let order = (0..<4).map { Self.places[(start + $0 * step) % 4] }
        for place in order.dropLast() { #expect(finger.tap(place) == nil) }
        let course = try #require(finger.tap(order[3]))
        #expect(course.first == order[0] && course.second == order[1])
        // It takes four more.
        #expect(finger.tap(order[0]) == nil)
    }

    @Test("Across, back, elsewhere, too slowly or with two fingers isn't.")
    func others() {
        func goesWell(
            _ order: [Int], pause: Double = 0.4, between: (Finger) -> Void = { _ in }
        ) -> Bool {
            let finger = Finger()
            var last: CornerSequence.Course?
            for (number, corner) in order.enumerated() {
                if number == 2 { between(finger) }
                last = finger.tap(Self.places[corner], after: pause)
            }
            return last != nil
        }
        #expect(goesWell([0, 1, 2, 3]))
        #expect(!goesWell([0, 2, 1, 3]))
        #expect(!goesWell([0, 1, 0, 3]))
        #expect(!goesWell([0, 1, 1, 2]))
        #expect(!goesWell([0, 1, 2]))
        #expect(!goesWell([0, 1, 2, 3], pause: 2))
        #expect(!goesWell([0, 1, 2, 3]) { _ = $0.tap(CGPoint(x: 0.5, y: 0.5)) })
        #expect(
            !goesWell([0, 1, 2, 3]) { finger in
                _ = finger.report(.down, Self.places[2])
                _ = finger.report(.down, Self.places[3], slot: 1)
                _ = finger.report(.up, Self.places[2])
                _ = finger.report(.up, Self.places[3], slot: 1)
            })
    }
}
