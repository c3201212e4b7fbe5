import LabFaults
import LabFieldTest
import LabFieldTestTechnician
import Testing
import TouchKitContacts
import TouchKitGeometry

/// Tests the verdicts of tests that ended before all their parts were done.
@Suite("Unfinished tests")
struct UnfinishedTestTests {
    private static let stage = FieldTestSamples.stage

    /// Returns the report of a field test in which the technician lifts all fingers and stops as
    /// soon as a page has made some progress.
    private func report(
        stoppingOn page: GuidedTest, at progress: Double = 0.5, faults: [TouchFault] = []
    ) -> FieldTestReport {
        let technician = Technician(stage: Self.stage, faults: faults, seed: 3)
        technician.performFieldTest()
        var test = FieldTest(stage: Self.stage)
        for frame in technician.frames {
            test.process(frame)
            guard test.phase == .testing(page), test.progress >= progress else { continue }
            var lift = TouchFrame(device: frame.device, time: frame.time)
            lift.contacts = test.contacts.map {
                TouchContact(slot: $0.slot, trackingID: 1, state: .up, position: $0.position)
            }
            test.process(lift)
            test.advance(to: frame.time.advanced(byMicroseconds: 1_000_000_000))
            break
        }
        #expect(test.phase == .summary)
        return test.report()
    }

    @Test(
        "A test that stops in the middle is incomplete, and so is the touchscreen",
        arguments: GuidedTest.allCases.filter { $0 != .ghosts })
    func stopped(page: GuidedTest) throws {
        let report = report(stoppingOn: page)
        let outcome = try #require(report.outcomes.first { $0.test == page })
        #expect(outcome.verdict == .incomplete, "\(outcome)")
        #expect(report.verdict == .incomplete)
    }

    @Test("A fault that was found before the technician stopped is a failure")
    func faulty() throws {
        let report = report(
            stoppingOn: .coverage, at: 0.85, faults: [.deadColumn(x: 50, width: 8)])
        #expect(report.plots.deadLines.count == 1)
        #expect(report.outcomes.first?.verdict == .fail && report.verdict == .fail)
    }

    @Test("The press that skips the accuracy test is not a tap on a cross")
    func skippedAccuracy() throws {
        let technician = Technician(stage: Self.stage)
        while technician.test.phase != .testing(.accuracy), technician.test.phase != .summary {
            technician.pressNext()
        }
        var test = technician.test
        var time = technician.now
        let button = test.layout.nextButton
        let center = CGPoint(x: button.midX, y: button.midY)
        for point in test.layout.crosses.prefix(5) + [center] {
            for state in [TouchContact.State.down, .up] {
                time = time.advanced(byMicroseconds: 200_000)
                var frame = TouchFrame(device: FaultlessTouchscreen.device, time: time)
                frame.contacts = [
                    TouchContact(
                        slot: 0, trackingID: 1, state: state,
                        position: Self.stage.geometry.normalized(point: point))
                ]
                test.process(frame)
            }
        }
        let outcome = try #require(test.outcome(of: .accuracy))
        #expect(outcome.verdict == .incomplete)
        #expect(outcome.finding.hasPrefix("only 5 of 9 crosses answered"))
    }

    @Test("Cells that are not touched until the time limit are a failure")
    func timeLimit() throws {
        let technician = Technician(stage: Self.stage, faults: [.deadColumn(x: 1, width: 8)])
        let report = technician.performFieldTest()
        let outcome = try #require(report.outcomes.first)
        #expect(outcome.verdict == .fail)
        #expect(outcome.finding.contains("cells didn't answer"))
    }
}
