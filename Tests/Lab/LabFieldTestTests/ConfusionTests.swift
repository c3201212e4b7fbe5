import LabFaults
import LabFieldTest
import LabFieldTestTechnician
import Testing
import TouchKitContacts
import TouchKitGeometry

/// Good and bad panels under a technician's hands: docs/field-test.md has the table.
@Suite("Field test: which test blames which panel")
struct ConfusionTests {
    #if DEBUG
    private static let seeds: ClosedRange<UInt64> = 1...4
    #else
    private static let seeds: ClosedRange<UInt64> = 1...20
    #endif

    private static let stage = FieldTestStage(
        geometry: ScreenGeometry(scanoutWidth: 800, scanoutHeight: 480),
        millimeters: CGSize(width: 155, height: 86))

    @Test(
        "A good panel passes everything; a fault is found by its test, where and as large as it is, and blamed by no other.",
        arguments: seeds)
    func confusion(seed: UInt64) throws {
        for panel in TrialPanel.all(seed: seed) {
            let faults = panel.fault.map { [$0] } ?? []
            let report = Technician(stage: Self.stage, faults: faults, seed: seed).work()
            for outcome in report.outcomes {
                let isBlamed = outcome.verdict == .fail || outcome.verdict == .doubtful
                #expect(
                    outcome.test == panel.finder ? isBlamed : outcome.verdict == .pass,
                    "\(panel): \(outcome.test): \(outcome.verdict): \(outcome.finding)")
            }
            #expect(report.verdict == (panel.finder == nil ? .pass : .fail), "\(panel)")
            if let fault = panel.fault, let finder = panel.finder {
                let outcome = try #require(report.outcomes.first { $0.test == finder })
                try check(fault, report, outcome)
            }
        }
    }

    private func check(
        _ fault: PanelFault, _ report: FieldTestReport, _ outcome: TestOutcome
    ) throws {
        let figure = try #require(outcome.figure?.value)
        let size = Self.stage.millimeters
        switch fault {
        case .deadColumn(let x, let width):
            let line = try #require(report.plots.deadLines.first)
            #expect(report.plots.deadLines.count == 1 && line.isColumn)
            #expect(abs(line.begin - (x / 100 * size.width - width / 2)) < 3)
            #expect(abs(line.end - (x / 100 * size.width + width / 2)) < 3)
        case .swapAxes:
            #expect(report.accuracy?.orientation.words == "x and y are swapped")
        case .flipX:
            #expect(report.accuracy?.orientation.words == "x is flipped")
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
            // Across the diagonal it is less, with the hand's own sway more.
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
            Issue.record("no truth is known of \(fault)")
        }
    }
}
