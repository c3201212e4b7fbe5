import TouchKitContacts
import TouchKitGeometry

/// The report of a field test, created at the end of the test or from a recording.
package struct FieldTestReport: Hashable, Sendable {
    /// The worst verdict of all tests, but *incomplete* if the worst verdict is *skipped*.
    package let verdict: Verdict
    /// The outcomes of all tests, in the order of execution.
    package let outcomes: [TestOutcome]
    /// The error model that was fitted to the taps of the accuracy test, or `nil` if there were too
    /// few taps.
    package let accuracy: AccuracyFit?
    /// The calibration that would correct the position errors, or `nil` if no correction is needed
    /// or possible.
    package let proposal: CalibrationProposal?
    /// The calibration that the user applied during the test, or `nil` if there was none.
    package let appliedCalibration: TouchCalibration?
    /// The data of the charts, in millimeters.
    package let plots: FieldTestPlots
    /// The screen and touchscreen under test.
    package let stage: FieldTestStage
    /// The polling of the touchscreen by its driver, or `nil` if the touchscreen is not known to be
    /// polled.
    package let polling: TouchPolling?
}

/// The data of a report's charts: positions in millimeters from the top left corner, with the
/// corrected calibration.
package struct FieldTestPlots: Hashable, Sendable {
    /// The number of touches in each coverage cell, row by row.
    package internal(set) var touches: [Int] = []
    /// The number of columns of the coverage grid.
    package internal(set) var columns = 0
    /// The strips of the screen that reported no touch although contacts crossed them.
    package internal(set) var deadLines: [DeadLine] = []
    /// The taps on the crosses of the accuracy test, without the corrected calibration.
    package internal(set) var taps: [AccuracyFit.Tap] = []
    /// The start and end points of each line of the linearity test.
    package internal(set) var rails: [[CGPoint]] = []
    /// The strokes that the user drew along the lines of the linearity test.
    package internal(set) var strokes: [[CGPoint]] = []
    /// The reported positions of each resting contact.
    package internal(set) var rests: [[CGPoint]] = []
    /// The positions at which contacts were lost or swapped.
    package internal(set) var lostFingers: [CGPoint] = []
    /// The positions at which swipes over edges were first reported.
    package internal(set) var edgePositions: [CGPoint] = []
    /// The intervals between reports of a moving contact, in microseconds.
    package internal(set) var intervals: [Int64] = []
    /// The measured latencies from touch to scanout, in microseconds.
    package internal(set) var scanout: [Int64] = []
    /// The positions of ghost touches.
    package internal(set) var ghosts: [CGPoint] = []
}

/// A strip across the whole screen that reports no touch.
package struct DeadLine: Hashable, Sendable {
    /// Whether the strip is a column, instead of a row.
    package let isColumn: Bool
    /// The start of the strip in millimeters from the left or from the top.
    package let begin: Double
    /// The end of the strip in millimeters from the left or from the top.
    package let end: Double

    /// A description of the strip for the finding of the coverage test.
    var summary: String {
        "no touch from a \(isColumn ? "column" : "row") \(ReportText.number(end - begin)) mm wide, "
            + "\(ReportText.number(begin))–\(ReportText.number(end)) mm from the \(isColumn ? "left" : "top")"
    }
}

extension FieldTest {
    /// Returns the report of all finished tests.
    ///
    /// - Complexity: O(n log n) in the number of touched positions.
    package func report() -> FieldTestReport {
        var evaluator = FieldTestEvaluator(self)
        let outcomes = GuidedTest.allCases.map { evaluator.outcome(of: $0) }
        var verdict = outcomes.reduce(Verdict.pass) { max($0, $1.verdict) }
        if verdict == .skipped { verdict = .incomplete }
        return FieldTestReport(
            verdict: verdict, outcomes: outcomes, accuracy: accuracyFit, proposal: proposal,
            appliedCalibration: appliedCalibration, plots: evaluator.plots, stage: stage,
            polling: polling)
    }

    /// The polling of the touchscreen by its driver, or `nil` if the touchscreen is not known to be
    /// polled. The intervals of the latency test decide for drivers that poll only touchscreens
    /// without an interrupt line.
    var polling: TouchPolling? {
        let run = evidence(.latency, as: LatencyRun.self)
        return stage.sampling.polling(confirmedBy: run?.intervals ?? [])
    }

    /// Returns the outcome of `test`, or `nil` if the test has not ended.
    package func outcome(of test: GuidedTest) -> TestOutcome? {
        guard endedTests.contains(test) else { return nil }
        var evaluator = FieldTestEvaluator(self)
        return evaluator.outcome(of: test)
    }
}
