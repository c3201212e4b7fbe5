import LabFaults
import LabFieldTest
import LabFieldTestTechnician
import Testing
import TouchKitContacts
import TouchKitGeometry

@Suite("FieldTest")
struct FieldTestTests {
    private static let stage = FieldTestSamples.stage

    /// Returns a touch frame with one contact at a position, 0…1.
    private static func frame(
        _ microseconds: Int64, _ state: TouchContact.State, x: Double, y: Double, slot: Int = 0,
        device: UInt32 = 1
    ) -> TouchFrame {
        TouchFrame(
            device: DeviceID(rawValue: device), time: Timestamp(microseconds: microseconds),
            contacts: [
                TouchContact(
                    slot: slot, trackingID: 1, state: state, position: CGPoint(x: x, y: y))
            ])
    }

    @Test(
        "The same touch frames give the same report, regardless of the time steps",
        arguments: [nil, 3])
    func replay(stepMilliseconds: Int64?) {
        let faults: [TouchFault] = [.offset(dx: 4, dy: 2), .ghost(seconds: 3)]
        let technician = Technician(stage: Self.stage, faults: faults, seed: 2)
        let report = technician.performFieldTest()
        var test = FieldTest(stage: Self.stage)
        var now = Timestamp.zero
        for frame in technician.frames {
            if let stepMilliseconds {
                while now < frame.time {
                    test.advance(to: now)
                    now = now.advanced(byMicroseconds: stepMilliseconds * 1_000)
                }
            }
            test.process(frame)
        }
        test.advance(to: now.advanced(byMicroseconds: 1_000_000_000))
        #expect(test.phase == .summary)
        #expect(test.report() == report)
    }

    @Test("A touch starts the test unless it is shorter than 90 ms")
    func welcome() {
        var test = FieldTest(stage: Self.stage)
        test.process(Self.frame(0, .down, x: 0.5, y: 0.5))
        test.process(Self.frame(89_999, .up, x: 0.5, y: 0.5))
        #expect(test.phase == .welcome && test.nextDeadline == nil)
        test.process(Self.frame(1_000_000, .down, x: 0.5, y: 0.5))
        test.process(Self.frame(1_090_000, .up, x: 0.5, y: 0.5))
        #expect(test.phase == .testing(.coverage))
    }

    @Test("If all pages are skipped, no test has a value and the verdict is incomplete")
    func skipping() {
        let technician = Technician(stage: Self.stage)
        while technician.test.phase != .summary {
            technician.pressNext()
        }
        let report = technician.test.report()
        #expect(
            report.outcomes.allSatisfy { $0.verdict == .skipped && $0.decisiveMeasurement == nil })
        #expect(report.verdict == .incomplete)
        #expect(!technician.test.isDismissed)
        technician.pressNext()
        #expect(technician.test.isDismissed)
    }

    @Test("Pages that are not touched end at their deadlines, up to the summary")
    func deadlines() {
        var test = FieldTest(stage: Self.stage)
        test.process(Self.frame(0, .down, x: 0.5, y: 0.5))
        test.process(Self.frame(200_000, .up, x: 0.5, y: 0.5))
        var pages = 0
        var last = Timestamp(microseconds: 200_000)
        while let deadline = test.nextDeadline, pages < 100 {
            #expect(deadline > last)
            last = deadline
            test.advance(to: deadline)
            pages += 1
        }
        #expect(test.phase == .summary)
        #expect(last.seconds < 300)
        // Without touches only the ghost test has a result.
        let report = test.report()
        #expect(report.outcomes.filter { $0.verdict == .pass }.map(\.test) == [.ghosts])
        #expect(report.outcomes.filter { $0.verdict == .skipped }.count == 8)
    }

    @Test("Only the device that is touched first is tested")
    func otherDevice() {
        var test = FieldTest(stage: Self.stage)
        test.process(Self.frame(0, .down, x: 0.5, y: 0.5, device: 4))
        test.process(Self.frame(1_000, .down, x: 0.1, y: 0.1, device: 5))
        test.process(Self.frame(200_000, .up, x: 0.5, y: 0.5, device: 4))
        #expect(test.device == DeviceID(rawValue: 4))
        test.process(Self.frame(300_000, .motion, x: 0.2, y: 0.2, device: 5))
        #expect(test.coverage?.coveredCount == 0)
        test.process(Self.frame(400_000, .down, x: 0.2, y: 0.2, device: 4))
        #expect(test.coverage?.coveredCount == 1)
    }

    @Test("A screen of unknown size has 40 cells along its longer side and 160 points per inch")
    func unknownSize() {
        let stage = FieldTestStage(
            geometry: ScreenGeometry(scanoutWidth: 480, scanoutHeight: 800))
        let layout = FieldTestLayout(stage: stage)
        #expect(!stage.isMeasured)
        #expect(layout.rows == 40 && layout.columns == 24)
        #expect(abs(stage.millimeters.height - 127) < 0.001)
        let report = Technician(stage: stage, seed: 4).performFieldTest()
        #expect(report.verdict == .pass, "\(report.outcomes.map(\.finding))")
    }

    @Test("One dead cell of a large screen is not rounded to none")
    func oneDeadCell() throws {
        // 80 × 48 cells. The contact crosses each row in steps of a millimeter.
        let stage = FieldTestStage(
            geometry: Self.stage.geometry, millimeters: CGSize(width: 400, height: 240))
        var test = FieldTest(stage: stage)
        test.process(Self.frame(0, .down, x: 0.5, y: 0.5))
        test.process(Self.frame(200_000, .up, x: 0.5, y: 0.5))
        var state = TouchContact.State.down
        var time: Int64 = 300_000
        for row in 0..<48 {
            for x in 0..<400 where row != 24 || x / 5 != 40 {
                test.process(
                    Self.frame(
                        time, state, x: (Double(x) + 0.5) / 400, y: (Double(row) + 0.5) / 48))
                state = .motion
                time += 3_000
            }
        }
        test.advance(to: Timestamp(microseconds: 1_000_000_000))
        let outcome = try #require(test.report().outcomes.first)
        #expect(outcome.finding.hasPrefix("1 cells didn't answer"))
        #expect(outcome.decisiveMeasurement?.value == 0.1)
        #expect(outcome.verdict == .doubtful)
    }

    @Test("A single-touch touchscreen can pass the multi-touch test")
    func singleTouch() {
        let stage = FieldTestStage(
            geometry: Self.stage.geometry, millimeters: Self.stage.millimeters, slotCount: 1)
        let report = Technician(stage: stage, seed: 4).performFieldTest()
        #expect(report.verdict == .pass, "\(report.outcomes.map(\.finding))")
    }

    @Test("A limit for the longest gap applies also if no report is missing")
    func shortGap() throws {
        let technician = Technician(stage: Self.stage, seed: 3)
        technician.performFieldTest()
        var limits = FieldTestLimits()
        limits.gap.pass = 5
        limits.gap.fail = 8
        var test = FieldTest(stage: Self.stage, limits: limits)
        for frame in technician.frames { test.process(frame) }
        test.advance(to: technician.now.advanced(byMicroseconds: 1_000_000))
        let latency = try #require(test.report().outcomes.first { $0.test == .latency })
        // The touchscreen reports at 100 Hz.
        let gap = try #require(latency.decisiveMeasurement)
        #expect(gap.limit.name == "latency.gap-ms" && abs(gap.value - 10) < 0.1)
        #expect(latency.verdict == .fail)
    }

    @Test("Buttons do not overlap targets, even if the touchscreen is mirrored")
    func buttons() {
        let sizes = [
            (800, 480), (480, 800), (720, 1_280), (1_024, 600), (320, 240), (1_920, 1_080),
        ]
        for (width, height) in sizes {
            for scale in [1.0, 2.0] where Double(min(width, height)) / scale >= 240 {
                let layout = FieldTestLayout(
                    stage: FieldTestStage(
                        geometry: ScreenGeometry(
                            scanoutWidth: width, scanoutHeight: height, scale: scale)))
                let bounds = layout.stage.bounds
                for button in [layout.nextButton, layout.applyButton] {
                    #expect(bounds.contains(button))
                    #expect(button.width >= 60 && button.height >= 30)
                    for point in layout.crosses + layout.restSpots + layout.tapSpots {
                        for position in [point, CGPoint(x: bounds.width - point.x, y: point.y)] {
                            #expect(!button.insetBy(dx: -4, dy: -4).contains(position))
                        }
                    }
                }
                #expect(layout.nextButton.intersection(layout.applyButton).isNull)
            }
        }
    }
}
