import TouchKitGeometry

/// What a field test says of a panel: plain values, made at its end or of a recording.
package struct FieldTestReport: Hashable, Sendable {
    /// What all tests say together: the worst of them; doubtful where one wasn't done.
    package let verdict: Verdict
    /// What each test gave, in their order.
    package let outcomes: [TestOutcome]
    /// What the taps on crosses say of the axes; nil where there were too few.
    package let accuracy: AccuracyFit?
    /// The calibration that would mend what is wrong; nil where none would, or none has to.
    package let proposal: CalibrationProposal?
    /// The calibration that was applied in the course of it; nil where none was.
    package let appliedCalibration: TouchCalibration?
    /// What there is to draw, in millimetres.
    package let plots: FieldTestPlots
    /// Where it was done.
    package let stage: FieldTestStage
}

/// What a report draws: places in millimetres from the top left of the screen, as they are with the
/// calibration that mends.
package struct FieldTestPlots: Hashable, Sendable {
    /// The touches of each cell of the coverage, row by row.
    package internal(set) var touches: [Int] = []
    /// The columns of the coverage.
    package internal(set) var columns = 0
    /// The lines from which no touch came though fingers crossed them.
    package internal(set) var deadLines: [DeadLine] = []
    /// The taps on crosses: as the panel saw them, not mended.
    package internal(set) var taps: [AccuracyFit.Tap] = []
    /// The lines of the linearity test.
    package internal(set) var rails: [[CGPoint]] = []
    /// What was drawn along them.
    package internal(set) var strokes: [[CGPoint]] = []
    /// What each resting finger reported.
    package internal(set) var rests: [[CGPoint]] = []
    /// Where fingers were lost or taken for others.
    package internal(set) var lostFingers: [CGPoint] = []
    /// Where swipes over edges were seen first.
    package internal(set) var edgePlaces: [CGPoint] = []
    /// Times between reports of a moving finger, in microseconds.
    package internal(set) var intervals: [Int64] = []
    /// From the panel to the screen, in microseconds.
    package internal(set) var scanout: [Int64] = []
    /// Touches that nobody made.
    package internal(set) var ghosts: [CGPoint] = []
}

/// A strip across the whole screen from which no touch comes.
package struct DeadLine: Hashable, Sendable {
    /// Whether it is a column; else it is a row.
    package let isColumn: Bool
    /// Where it begins, in millimetres from the left or from the top.
    package let begin: Double
    /// Where it ends.
    package let end: Double

    /// In words.
    var words: String {
        "no touch from a \(isColumn ? "column" : "row") \(Words.number(end - begin)) mm wide, "
            + "\(Words.number(begin))–\(Words.number(end)) mm from the \(isColumn ? "left" : "top")"
    }
}

extension FieldTest {
    /// What the tests that were done say of the panel.
    ///
    /// - Complexity: O(places touched × log).
    package func report() -> FieldTestReport {
        var judge = Judge(self)
        let outcomes = GuidedTest.allCases.map { judge.outcome(of: $0) }
        var verdict = outcomes.reduce(Verdict.pass) { $0.worse($1.verdict) }
        if verdict == .skipped { verdict = .doubtful }
        return FieldTestReport(
            verdict: verdict, outcomes: outcomes, accuracy: accuracyFit, proposal: proposal,
            appliedCalibration: appliedCalibration, plots: judge.plots, stage: stage)
    }

    /// What a test that is over gave; nil before it is.
    package func outcome(of test: GuidedTest) -> TestOutcome? {
        guard endedTests.contains(test) else { return nil }
        var judge = Judge(self)
        return judge.outcome(of: test)
    }
}
