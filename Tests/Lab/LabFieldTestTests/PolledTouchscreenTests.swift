import LabFaults
import LabFieldTest
import LabFieldTestTechnician
import Testing
import TouchKitContacts
import TouchKitGeometry

/// Field tests of Raspberry Pi's touchscreens, which their drivers poll.
@Suite("Field test of polled touchscreens")
struct PolledTouchscreenTests {
    private static let adjustable = TouchPolling(milliseconds: 17, range: 0...17)
    private static let fixed = TouchPolling(milliseconds: 17)

    /// Returns the report of a technician with a touchscreen like Touch Display 2: 720 × 1280, five
    /// contacts.
    private func touchDisplay2(rate: Double, _ sampling: TouchSampling) -> FieldTestReport {
        let stage = FieldTestStage(
            geometry: ScreenGeometry(scanoutWidth: 720, scanoutHeight: 1_280),
            millimeters: CGSize(width: 90, height: 151), slotCount: 5, sampling: sampling)
        return Technician(stage: stage, seed: 3, rate: rate).performFieldTest()
    }

    /// Returns the report of a technician with a touchscreen like the 7-inch Touch Display.
    private func touchDisplay(
        rate: Double, _ sampling: TouchSampling, faults: [TouchFault] = []
    ) -> FieldTestReport {
        let stage = FieldTestStage(
            geometry: ScreenGeometry(scanoutWidth: 800, scanoutHeight: 480),
            millimeters: CGSize(width: 155, height: 86), sampling: sampling)
        return Technician(stage: stage, faults: faults, seed: 3, rate: rate).performFieldTest()
    }

    private func latency(of report: FieldTestReport) throws -> TestOutcome {
        try #require(report.outcomes.first { $0.test == .latency })
    }

    @Test(
        "Touch Display 2 passes at its driver's interval, with the option that halves it",
        arguments: [TouchSampling.polled(adjustable), .polledIfRegular(adjustable)])
    func touchDisplay2Passes(sampling: TouchSampling) throws {
        let report = touchDisplay2(rate: 1_000 / 17.0, sampling)
        let latency = try latency(of: report)
        #expect(report.verdict == .pass, "\(report.outcomes.map(\.finding))")
        #expect(
            latency.finding.hasSuffix(
                "; polled every 17 ms: adds up to 17 ms of latency; touch-poll-ms: 8 halves it"))
        #expect(report.polling == Self.adjustable)
        #expect(latency.decisiveMeasurement?.limit.pass == 41.6)
        #expect(latency.decisiveMeasurement?.limit.source == "polled every 17 ms by its driver")
    }

    @Test(
        "The 7-inch Touch Display passes at 50 Hz, the rate that a tick of 4 ms allows",
        arguments: [TouchSampling.polled(fixed), .polledIfRegular(fixed)])
    func touchDisplayPasses(sampling: TouchSampling) throws {
        let report = touchDisplay(rate: 50, sampling)
        #expect(report.verdict == .pass, "\(report.outcomes.map(\.finding))")
        #expect(try latency(of: report).finding.contains("polled every 17 ms"))
    }

    @Test(
        "A touchscreen with interrupts, on USB or of unknown kind fails at 50 Hz",
        arguments: [TouchSampling.interrupts, .unknown])
    func faultyTouchscreenFails(sampling: TouchSampling) throws {
        let report = touchDisplay(rate: 120, sampling, faults: [.slowRate(hertz: 50)])
        let measured = try #require(latency(of: report).decisiveMeasurement?.value)
        #expect(abs(measured - 50) < 1)
        #expect(try latency(of: report).verdict == .fail)
        #expect(report.verdict == .fail && report.polling == nil)
        #expect(try latency(of: touchDisplay(rate: 50, sampling)).verdict == .fail)
    }

    @Test(
        "A polled touchscreen whose polls are missing is doubtful at 33 Hz and fails at 25 Hz",
        arguments: [(33.0, Verdict.doubtful), (25, .fail)])
    func missingPolls(rate: Double, verdict: Verdict) throws {
        let report = touchDisplay(rate: rate, .polled(Self.fixed))
        #expect(try latency(of: report).verdict == verdict)
    }

    @Test("A touchscreen whose driver may poll fails if its reports are too slow for polling")
    func slowCandidate() throws {
        let report = touchDisplay(rate: 30, .polledIfRegular(Self.adjustable))
        #expect(try latency(of: report).verdict == .fail)
        #expect(report.polling == nil)
    }

    @Test(
        "A touchscreen with interrupts passes at each usual report rate",
        arguments: [83.0, 100, 120, 125, 144, 240])
    func usualRates(rate: Double) throws {
        let report = touchDisplay(rate: rate, .interrupts)
        #expect(report.verdict == .pass, "\(report.outcomes.map(\.finding))")
        let measured = try #require(latency(of: report).decisiveMeasurement?.value)
        #expect(abs(measured - rate) < 0.01 * rate)
    }

    @Test("A faster poll interval than the default limits require changes nothing")
    func fastPolling() throws {
        let polling = TouchPolling(milliseconds: 4, range: 0...17)
        let latency = try latency(of: touchDisplay(rate: 100, .polled(polling)))
        #expect(latency.verdict == .pass)
        #expect(latency.decisiveMeasurement?.limit == FieldTestLimits().reportRate)
    }

    @Test("Limits from a file apply to polled touchscreens too")
    func ownLimits() throws {
        let stage = FieldTestStage(
            geometry: ScreenGeometry(scanoutWidth: 800, scanoutHeight: 480),
            millimeters: CGSize(width: 155, height: 86), sampling: .polled(Self.fixed))
        let technician = Technician(stage: stage, seed: 3, rate: 50)
        technician.performFieldTest()
        var limits = FieldTestLimits()
        limits.reportRate.pass = 100
        limits.reportRate.source = "limits.yaml"
        var test = FieldTest(stage: stage, limits: limits)
        for frame in technician.frames { test.process(frame) }
        test.advance(to: technician.now.advanced(byMicroseconds: 1_000_000))
        let latency = try latency(of: test.report())
        #expect(latency.verdict == .fail)
        #expect(latency.decisiveMeasurement?.limit.source == "limits.yaml")
    }
}
