import TouchKitGeometry

/// The outcome of one test.
package struct TestOutcome: Hashable, Sendable {
    /// A measured value and its limit.
    package struct Figure: Hashable, Sendable {
        /// The value, in the limit's unit.
        package let value: Double
        /// The limit.
        package let limit: FieldTestLimit

        /// The verdict on the value.
        package var verdict: Verdict { limit.verdict(value) }
    }

    /// The test.
    package let test: GuidedTest
    /// The verdict of the test.
    package let verdict: Verdict
    /// The measured values; the first one determines the verdict.
    package let figures: [Figure]
    /// A description of the findings in one line.
    package let finding: String

    /// Creates an outcome.
    ///
    /// - Parameters:
    ///   - test: The test.
    ///   - figures: The measured values in order of importance.
    ///   - atLeast: The best possible verdict.
    ///   - finding: A description of the findings.
    init(_ test: GuidedTest, _ figures: [Figure], atLeast: Verdict = .pass, finding: String) {
        self.test = test
        verdict = figures.reduce(atLeast) { $0.worse($1.verdict) }
        let worst = figures.reduce(Verdict.pass) { $0.worse($1.verdict) }
        let first = figures.firstIndex { $0.verdict == worst } ?? 0
        self.figures =
            figures.indices.isEmpty
            ? []
            : [figures[first]]
                + figures.indices.filter { $0 != first }.map { figures[$0] }
        self.finding = finding
    }

    /// Returns the outcome of a test that was not done.
    static func skipped(_ test: GuidedTest) -> TestOutcome {
        TestOutcome(test, [], atLeast: .skipped, finding: "not done")
    }

    /// The value that determines the verdict, or `nil` without a measurement.
    package var figure: Figure? { figures.first }
}
