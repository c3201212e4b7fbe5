import LabFieldTest
import LabFieldTestTechnician
import Testing
import TouchKitContacts
import TouchKitGeometry

/// Tests that a finger counts although the touchscreen loses it for a moment, sooner than a finger
/// can return.
@Suite("Flickering contacts")
struct FlickeringContactTests {
    /// A field test that shows the page of a test, and the time of its newest frame.
    private struct Page {
        var test: FieldTest
        var time: Timestamp

        init(_ guided: GuidedTest) {
            let technician = Technician(stage: FieldTestSamples.stage)
            while technician.test.phase != .testing(guided), technician.test.phase != .summary {
                technician.pressNext()
            }
            test = technician.test
            time = technician.now
        }

        /// Reports a contact at a position, 0…1, a number of milliseconds after the newest frame.
        mutating func report(
            _ state: TouchContact.State, _ position: CGPoint, slot: Int = 0,
            after milliseconds: Int64 = 100
        ) {
            time = time.advanced(byMicroseconds: milliseconds * 1_000)
            test.process(
                TouchFrame(
                    device: FaultlessTouchscreen.device, time: time,
                    contacts: [
                        TouchContact(
                            slot: slot, trackingID: Int32(slot) + 1, state: state,
                            position: position)
                    ]))
        }

        /// Loses a contact for 30 ms.
        mutating func flicker(_ position: CGPoint, slot: Int = 0) {
            report(.up, position, slot: slot)
            report(.down, position, slot: slot, after: 30)
        }
    }

    @Test("A stroke of the linearity test continues")
    func linearity() {
        var page = Page(.linearity)
        let rail = page.test.layout.rails[0]
        let positions = (0...10).map { step in
            let fraction = Double(step) / 10
            return page.test.stage.geometry.normalized(
                point: CGPoint(
                    x: rail.from.x + fraction * (rail.to.x - rail.from.x),
                    y: rail.from.y + fraction * (rail.to.y - rail.from.y)))
        }
        page.report(.down, positions[0])
        for position in positions[1...5] { page.report(.motion, position) }
        page.flicker(positions[5])
        for position in positions[6...] { page.report(.motion, position) }
        page.report(.up, positions[10])
        page.test.advance(to: page.time.advanced(byMicroseconds: 400_001))
        #expect(page.test.linearity?.strokes == [positions])
    }

    @Test("A finger of the multi-touch test is held, and is one of two that come together")
    func multiTouch() throws {
        var page = Page(.multiTouch)
        let (left, right) = (CGPoint(x: 0.2, y: 0.5), CGPoint(x: 0.7, y: 0.5))
        page.report(.down, left, slot: 0)
        page.report(.down, right, slot: 1)
        page.flicker(right, slot: 1)
        page.time = page.time.advanced(byMicroseconds: 600_000)
        page.test.advance(to: page.time)
        #expect(page.test.multiTouch?.step == .holding(since: page.time))
        page.time = page.time.advanced(byMicroseconds: 3_000_000)
        page.test.advance(to: page.time)
        #expect(page.test.multiTouch?.step == .lifting)
        page.report(.up, left, slot: 0)
        page.report(.up, right, slot: 1)
        #expect(page.test.multiTouch?.step == .nearing)

        page.report(.down, left, slot: 0)
        page.report(.down, right, slot: 1)
        page.flicker(right, slot: 1)
        page.report(.motion, left, slot: 0, after: 150)
        let distance = try #require(page.test.multiTouch?.distance)
        #expect(abs(distance - 77.5) < 0.1)
    }
}
