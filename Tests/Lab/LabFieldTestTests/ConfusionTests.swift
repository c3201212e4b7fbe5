import LabFaults
import LabFieldTest
import LabFieldTestTechnician
import Testing
import TouchKitContacts
import TouchKitGeometry

/// Tests which faults each test of the field test detects, as in the table of docs/field-test.md.
@Suite("Detection of touchscreen faults")
struct ConfusionTests {
    #if DEBUG
    private static let seeds: ClosedRange<UInt64> = 1...4
    #else
    private static let seeds: ClosedRange<UInt64> = 1...20
    #endif

    private static let stage = FieldTestSamples.stage

    @Test(
        "Only the expected test detects a fault, with its position and strength",
        arguments: seeds)
    func confusion(seed: UInt64) throws {
        let trials = FaultTrial.makeAll(seed: seed)
        // No fault affects only the edges.
        let testsWithFault = Set(GuidedTest.allCases).subtracting([.edgeSwipe])
        #expect(Set(trials.compactMap(\.expectedTest)) == testsWithFault)
        for trial in trials {
            let faults = trial.fault.map { [$0] } ?? []
            let report = Technician(stage: Self.stage, faults: faults, seed: seed)
                .performFieldTest()
            for outcome in report.outcomes {
                let detectsFault = outcome.verdict == .fail || outcome.verdict == .doubtful
                #expect(
                    outcome.test == trial.expectedTest ? detectsFault : outcome.verdict == .pass,
                    "\(trial): \(outcome.test): \(outcome.verdict): \(outcome.finding)")
            }
            #expect(report.verdict == (trial.expectedTest == nil ? .pass : .fail), "\(trial)")
            if let fault = trial.fault, let expectedTest = trial.expectedTest {
                let outcome = try #require(report.outcomes.first { $0.test == expectedTest })
                try check(fault, report, outcome)
            }
        }
    }

    /// Checks that the report contains the position and strength of a fault.
    private func check(
        _ fault: TouchFault, _ report: FieldTestReport, _ outcome: TestOutcome
    ) throws {
        let figure = try #require(outcome.decisiveMeasurement?.value)
        let size = Self.stage.millimeters
        switch fault {
        case .deadColumn(let x, let width):
            let line = try #require(report.plots.deadLines.first)
            #expect(report.plots.deadLines.count == 1 && line.isColumn)
            #expect(abs(line.begin - (x / 100 * size.width - width / 2)) < 3)
            #expect(abs(line.end - (x / 100 * size.width + width / 2)) < 3)
        case .swapAxes:
            #expect(report.accuracy?.orientation.errorDescription == "x and y are swapped")
        case .flipX:
            #expect(report.accuracy?.orientation.errorDescription == "x is flipped")
        case .flipY:
            #expect(report.accuracy?.orientation.errorDescription == "y is flipped")
        case .offset(let dx, let dy):
            let offset = try #require(report.accuracy?.offset)
            #expect(abs(offset.dx - dx) < 0.8 && abs(offset.dy - dy) < 0.8)
        case .scale(let x, let y):
            let scale = try #require(report.accuracy?.scale)
            #expect(abs(scale.x - x) < 0.02 && abs(scale.y - y) < 0.03)
        case .jitter(let millimeters):
            let rests = report.plots.rests.filter { $0.count > 50 }
            #expect(rests.count == 5)
            for rest in rests {
                let mean = rest.reduce(0) { $0 + $1.x } / Double(rest.count)
                let variance = rest.reduce(0) { $0 + ($1.x - mean) * ($1.x - mean) }
                let deviation = (variance / Double(rest.count)).squareRoot()
                #expect(abs(deviation - millimeters) < 0.25 * millimeters)
            }
        case .bend(let millimeters):
            // The error across the diagonal is smaller, and the technician's sway adds to it.
            #expect((0.8...1.25).contains(figure / millimeters))
        case .lostSlot(let slot):
            #expect(outcome.finding.contains("(slot \(slot))"))
        case .mergeDistance(let millimeters):
            #expect(abs(figure - millimeters) < 1)
        case .slowRate(let hertz):
            #expect(abs(figure - hertz) < 2)
        case .gaps(let milliseconds, _):
            #expect((milliseconds...milliseconds + 25).contains(figure))
        case .doubleTapBounce:
            #expect((26...30).contains(figure))
        case .swappedSlots:
            #expect((1...15).contains(figure) && outcome.finding.contains("taken for each other"))
        case .ghost:
            #expect((2...11).contains(figure))
        case .stuckAnywhere:
            #expect(figure == 1 && outcome.finding.contains("stuck"))
        default:
            Issue.record("no expectation for \(fault)")
        }
    }
}
