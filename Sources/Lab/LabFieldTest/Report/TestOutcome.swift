import TouchKitGeometry

/// What one test gave.
package struct TestOutcome: Hashable, Sendable {
    /// A figure and its limit.
    package struct Figure: Hashable, Sendable {
        /// The figure, in the limit's unit.
        package let value: Double
        /// What it may be.
        package let limit: FieldTestLimit

        /// What it means.
        package var verdict: Verdict { limit.verdict(value) }
    }

    /// The test.
    package let test: GuidedTest
    /// What it says of the panel.
    package let verdict: Verdict
    /// What was measured; the first one decides, as no other is worse.
    package let figures: [Figure]
    /// What was found, where and how large, in one line; for people.
    package let finding: String

    /// Makes an outcome of what was measured.
    ///
    /// - Parameters:
    ///   - test: The test.
    ///   - figures: What was measured, in order of importance.
    ///   - atLeast: A verdict that isn't better, whatever the figures say.
    ///   - finding: What was found.
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

    /// The outcome of a test that nobody did.
    static func skipped(_ test: GuidedTest) -> TestOutcome {
        TestOutcome(test, [], atLeast: .skipped, finding: "not done")
    }

    /// The figure that decides; nil where nothing was measured.
    package var figure: Figure? { figures.first }
}
