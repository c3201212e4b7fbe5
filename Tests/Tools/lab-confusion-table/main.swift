import LabFieldTest
import LabFieldTestTechnician
import TouchKitGeometry

// lab-confusion-table [SEEDS]: which test of the field test blames which panel, as docs/field-test.md has it: a
// line for each fault, a column for each test, in how many of so many trials it didn't pass.

let stage = FieldTestStage(
    geometry: ScreenGeometry(scanoutWidth: 800, scanoutHeight: 480),
    millimeters: CGSize(width: 155, height: 86))
let seeds = CommandLine.arguments.dropFirst().first.flatMap { UInt64($0) } ?? 20
let tests = GuidedTest.allCases
var blamed: [[Int]] = []
for seed in 1...max(seeds, 1) {
    for (row, panel) in TrialPanel.all(seed: seed).enumerated() {
        if blamed.count <= row { blamed.append(Array(repeating: 0, count: tests.count)) }
        let technician = Technician(
            stage: stage, faults: panel.fault.map { [$0] } ?? [], seed: seed)
        for (column, outcome) in technician.work().outcomes.enumerated()
        where outcome.verdict != .pass {
            blamed[row][column] += 1
            if outcome.test != panel.finder {
                print(
                    "\(panel) \(seed): \(outcome.test.rawValue): \(outcome.verdict): \(outcome.finding)"
                )
            }
        }
    }
}
print("| | \(tests.map(\.rawValue).joined(separator: " | ")) |")
print("|---|\(tests.map { _ in "---:|" }.joined())")
for (panel, row) in zip(TrialPanel.all(seed: 1), blamed) {
    print("| \(panel) | \(row.map { $0 == 0 ? "" : "\($0)" }.joined(separator: " | ")) |")
}
