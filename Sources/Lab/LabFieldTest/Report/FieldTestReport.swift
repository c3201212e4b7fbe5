import TouchKitGeometry

/// The report of a field test, created at its end or from a recording.
package struct FieldTestReport: Hashable, Sendable {
    /// The worst verdict of all tests, or *doubtful* if a test was not done.
    package let verdict: Verdict
    /// The outcomes of all tests, in the order of execution.
    package let outcomes: [TestOutcome]
    /// The fit of the taps on crosses, or `nil` with too few taps.
    package let accuracy: AccuracyFit?
    /// The calibration that would correct the errors, or `nil` if no calibration would help or none
    /// is needed.
    package let proposal: CalibrationProposal?
    /// The calibration that the user applied during the test, or `nil` if there was none.
    package let appliedCalibration: TouchCalibration?
    /// The data of the charts, in millimetres.
    package let plots: FieldTestPlots
    /// The screen and touchscreen under test.
    package let stage: FieldTestStage
}

/// The data of a report's charts: positions in millimetres from the top left corner, with the
/// corrected calibration.
package struct FieldTestPlots: Hashable, Sendable {
    /// The number of touches in each coverage cell, row by row.
    package internal(set) var touches: [Int] = []
    /// The number of columns of the coverage grid.
    package internal(set) var columns = 0
    /// The lines that reported no touch although contacts crossed them.
    package internal(set) var deadLines: [DeadLine] = []
    /// The taps on the crosses of the accuracy test, without the corrected calibration.
    package internal(set) var taps: [AccuracyFit.Tap] = []
    /// The start and end of each line of the linearity test.
    package internal(set) var rails: [[CGPoint]] = []
    /// The strokes that the user drew along the lines of the linearity test.
    package internal(set) var strokes: [[CGPoint]] = []
    /// The reported positions of each resting contact.
    package internal(set) var rests: [[CGPoint]] = []
    /// The positions at which contacts were lost or swapped.
    package internal(set) var lostFingers: [CGPoint] = []
    /// The positions at which swipes over edges were first reported.
    package internal(set) var edgePlaces: [CGPoint] = []
    /// The intervals between reports of a moving contact, in microseconds.
    package internal(set) var intervals: [Int64] = []
    /// The latencies from touch to scanout, in microseconds.
    package internal(set) var scanout: [Int64] = []
    /// The positions of ghost touches.
    package internal(set) var ghosts: [CGPoint] = []
}

/// A strip across the whole screen that reports no touch.
package struct DeadLine: Hashable, Sendable {
    /// Whether the strip is a column; otherwise it is a row.
    package let isColumn: Bool
    /// The start of the strip in millimetres from the left or from the top.
    package let begin: Double
    /// The end of the strip in millimetres from the left or from the top.
    package let end: Double

    /// A description of the strip.
    var words: String {
        "no touch from a \(isColumn ? "column" : "row") \(Words.number(end - begin)) mm wide, "
            + "\(Words.number(begin))–\(Words.number(end)) mm from the \(isColumn ? "left" : "top")"
    }
}

extension FieldTest {
    /// Returns the report of all finished tests.
    ///
    /// - Complexity: O(n log n) in the number of touched positions.
    package func report() -> FieldTestReport {
        var judge = FieldTestEvaluator(self)
        let outcomes = GuidedTest.allCases.map { judge.outcome(of: $0) }
        var verdict = outcomes.reduce(Verdict.pass) { $0.worse($1.verdict) }
        if verdict == .skipped { verdict = .doubtful }
        return FieldTestReport(
            verdict: verdict, outcomes: outcomes, accuracy: accuracyFit, proposal: proposal,
            appliedCalibration: appliedCalibration, plots: judge.plots, stage: stage)
    }

    /// Returns the outcome of a finished test, otherwise `nil`.
    package func outcome(of test: GuidedTest) -> TestOutcome? {
        guard endedTests.contains(test) else { return nil }
        var judge = FieldTestEvaluator(self)
        return judge.outcome(of: test)
    }
}
