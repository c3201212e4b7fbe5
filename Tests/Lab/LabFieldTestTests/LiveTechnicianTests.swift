import LabFaults
import LabFieldTest
import LabFieldTestTechnician
import Testing
import TouchKitContacts
import TouchKitGeometry

/// A touchscreen of a busy machine, whose frames a second field test receives late.
private final class LateTouchscreen: LiveTouchscreen {
    /// The field test of the kiosk, whose time passes although frames are late.
    private(set) var test: FieldTest
    private(set) var now = Timestamp(microseconds: 1_000_000)
    private let interval: Int
    private let lateness: Int64
    private var sleepCount = 0

    /// Creates a touchscreen that is late by `lateness`, in microseconds, once per `interval`
    /// sleeps.
    init(stage: FieldTestStage, lateness: Int64, interval: Int) {
        test = FieldTest(stage: stage)
        self.lateness = lateness
        self.interval = interval
    }

    func sleep(until time: Timestamp) {
        sleepCount += 1
        now = max(now, time)
        if sleepCount.isMultiple(of: interval) { now = now.advanced(byMicroseconds: lateness) }
        // The kiosk's time follows the actual time by this delay.
        test.advance(to: now.advanced(byMicroseconds: -50_000))
    }

    func send(_ frame: TouchFrame) {
        test.process(frame)
    }
}

/// A simulated technician at a running kiosk.
@Suite("Technician on a live touchscreen")
struct LiveTechnicianTests {
    private static let stage = FieldTestSamples.stage
    private static let axes = TouchscreenProperties.Axes(
        x: SlotDecoder.Axis(minimum: 0, maximum: 799),
        y: SlotDecoder.Axis(minimum: 0, maximum: 479))

    @Test(
        "On a late touchscreen, the technician follows the pages of the kiosk's field test",
        arguments: [(45_000, 7), (200_000, 50), (1_500_000, 400)] as [(Int64, Int)])
    func late(lateness: Int64, interval: Int) {
        let touchscreen = LateTouchscreen(
            stage: Self.stage, lateness: lateness, interval: interval)
        let technician = Technician(stage: Self.stage, seed: 3, rate: 60, axes: Self.axes)
        technician.live = touchscreen
        let report = technician.performFieldTest()
        touchscreen.sleep(until: technician.now.advanced(byMicroseconds: 1_000_000))
        #expect(technician.frames.isEmpty)
        #expect(touchscreen.test.phase == .summary)
        let verdicts = touchscreen.test.report().outcomes.map(\.verdict)
        #expect(verdicts == report.outcomes.map(\.verdict))
        #expect(verdicts.filter { $0 == .pass }.count >= 8, "\(report.outcomes.map(\.finding))")
    }

    @Test("Positions are rounded to the units of the touchscreen's axes")
    func units() throws {
        let technician = Technician(stage: Self.stage, seed: 3, rate: 50, axes: Self.axes)
        #expect(technician.performFieldTest().outcomes.first?.verdict == .pass)
        for contact in technician.frames.flatMap(\.contacts) {
            let raw = try #require(contact.rawPosition)
            #expect((0...799).contains(raw.x) && (0...479).contains(raw.y))
            #expect(contact.position == CGPoint(x: Double(raw.x) / 800, y: Double(raw.y) / 480))
        }
    }
}
