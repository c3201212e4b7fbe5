import LabFieldTest
import LabFieldTestTechnician
import TouchKitGeometry

// lab-confusion-table [SEEDS]: prints the table of docs/field-test.md that shows which test detects
// which fault. Each cell is the number of SEEDS trials (20 by default) that the test did not pass.

let stage = FieldTestStage(
    geometry: ScreenGeometry(scanoutWidth: 800, scanoutHeight: 480),
    millimeters: CGSize(width: 155, height: 86))
let seeds = CommandLine.arguments.dropFirst().first.flatMap { UInt64($0) } ?? 20
let tests = GuidedTest.allCases
var failureCounts: [[Int]] = []
for seed in 1...max(seeds, 1) {
    for (row, trial) in FaultTrial.makeAll(seed: seed).enumerated() {
        if failureCounts.count <= row {
            failureCounts.append(Array(repeating: 0, count: tests.count))
        }
        let technician = Technician(
            stage: stage, faults: trial.fault.map { [$0] } ?? [], seed: seed)
        for (column, outcome) in technician.performFieldTest().outcomes.enumerated()
        where outcome.verdict != .pass {
            failureCounts[row][column] += 1
            if outcome.test != trial.expectedTest {
                let result = "\(outcome.verdict): \(outcome.finding)"
                print("\(trial) \(seed): \(outcome.test.rawValue): \(result)")
            }
        }
    }
}
print("| | \(tests.map(\.rawValue).joined(separator: " | ")) |")
print("|---|\(tests.map { _ in "---:|" }.joined())")
for (trial, row) in zip(FaultTrial.makeAll(seed: 1), failureCounts) {
    print("| \(trial) | \(row.map { $0 == 0 ? "" : "\($0)" }.joined(separator: " | ")) |")
}
