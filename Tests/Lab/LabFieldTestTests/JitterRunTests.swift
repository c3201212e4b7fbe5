import LabFieldTest
import LabFieldTestTechnician
import Testing
import TouchKitContacts
import TouchKitGeometry

/// Tests which contacts the jitter test measures.
@Suite("JitterRun")
struct JitterRunTests {
    private let stage = FieldTestStage(
        geometry: ScreenGeometry(scanoutWidth: 800, scanoutHeight: 480),
        millimeters: CGSize(width: 155, height: 86))

    /// Returns a field test whose jitter page has just begun, and the time of the last frame.
    private func jitterPage() throws -> (test: FieldTest, time: Int64) {
        let technician = Technician(stage: stage)
        while technician.test.phase != .testing(.jitter), technician.test.phase != .summary {
            technician.pressNext()
        }
        let time = try #require(technician.frames.last?.time)
        return (technician.test, time.microseconds)
    }

    private func frame(
        _ microseconds: Int64, _ state: TouchContact.State, slot: Int, _ position: CGPoint
    ) -> TouchFrame {
        TouchFrame(
            device: FaultlessTouchscreen.device, time: Timestamp(microseconds: microseconds),
            contacts: [
                TouchContact(
                    slot: slot, trackingID: Int32(slot) + 1, state: state, position: position)
            ])
    }

    @Test(
        "A ghost touch before, during or at the end of a rest does not change the measurement",
        arguments: [-300, -30, 0, 500, 2_000, 2_200] as [Int64])
    func ghost(milliseconds: Int64) throws {
        var (test, start) = try jitterPage()
        start += 1_000_000
        let spot = CGPoint(x: 0.5, y: 0.5)
        let ghost = start + milliseconds * 1_000
        let frames = [
            frame(ghost, .down, slot: 4, CGPoint(x: 0.9, y: 0.1)),
            frame(ghost + 70_000, .up, slot: 4, CGPoint(x: 0.9, y: 0.1)),
            frame(start + 1, .down, slot: 0, spot),
            frame(start + 400_000, .motion, slot: 0, CGPoint(x: 0.501, y: 0.5)),
        ].sorted { $0.time < $1.time }
        for frame in frames { test.process(frame) }
        test.advance(to: Timestamp(microseconds: start + 2_300_000))
        #expect(test.jitter?.rests.isEmpty == true)
        test.advance(to: Timestamp(microseconds: start + 2_300_001))
        #expect(test.jitter?.rests == [[spot, CGPoint(x: 0.501, y: 0.5)]])
    }

    @Test(
        "A finger that is lost for 30 ms rests on; before it has settled, the rest begins again",
        arguments: [(100, 2_430), (1_000, 2_300)] as [(Int64, Int64)])
    func flicker(lostMilliseconds: Int64, measuredMilliseconds: Int64) throws {
        var (test, start) = try jitterPage()
        let spot = CGPoint(x: 0.5, y: 0.5)
        start += 1_000_000
        let lost = start + lostMilliseconds * 1_000
        test.process(frame(start, .down, slot: 0, spot))
        test.process(frame(lost, .up, slot: 0, spot))
        test.process(frame(lost + 30_000, .down, slot: 0, spot))
        let measured = start + measuredMilliseconds * 1_000
        test.advance(to: Timestamp(microseconds: measured - 1))
        #expect(test.jitter?.rests.isEmpty == true)
        test.advance(to: Timestamp(microseconds: measured))
        #expect(test.jitter?.rests == [[spot]])
    }

    @Test("A finger that lifts too early must rest again, also after the time limit of the spot")
    func restAgain() throws {
        var (test, start) = try jitterPage()
        let spot = CGPoint(x: 0.5, y: 0.5)
        // The time limit of the first spot is 20 s.
        start += 19_000_000
        test.process(frame(start, .down, slot: 0, spot))
        test.process(frame(start + 2_000_000, .up, slot: 0, spot))
        test.process(frame(start + 2_500_000, .down, slot: 0, spot))
        test.advance(to: Timestamp(microseconds: start + 4_799_999))
        #expect(test.jitter?.rests.isEmpty == true)
        test.advance(to: Timestamp(microseconds: start + 4_800_000))
        #expect(test.jitter?.rests == [[spot]])
    }
}
