/// The outcome of one guided test.
package struct TestOutcome: Hashable, Sendable {
    /// A measured value and its limit.
    package struct Measurement: Hashable, Sendable {
        /// The measured value, in the limit's unit.
        package let value: Double
        /// The pass and fail limits of the value.
        package let limit: FieldTestLimit

        /// The verdict on the value.
        package var verdict: Verdict { limit.verdict(value) }
    }

    /// The test to which the outcome belongs.
    package let test: GuidedTest
    /// The verdict of the test.
    package let verdict: Verdict
    /// The measured values. The first value has the worst verdict.
    package let measurements: [Measurement]
    /// A description of the findings in one line.
    package let finding: String

    /// Creates the outcome of a test.
    ///
    /// - Parameters:
    ///   - test: The test to which the outcome belongs.
    ///   - measurements: The measured values in order of importance.
    ///   - atLeast: The best possible verdict.
    ///   - finding: A description of the findings.
    init(
        _ test: GuidedTest, _ measurements: [Measurement], atLeast: Verdict = .pass, finding: String
    ) {
        self.test = test
        verdict = measurements.reduce(atLeast) { max($0, $1.verdict) }
        let worst = measurements.map(\.verdict).max()
        var ordered = measurements
        if let first = measurements.firstIndex(where: { $0.verdict == worst }) {
            ordered.insert(ordered.remove(at: first), at: 0)
        }
        self.measurements = ordered
        self.finding = finding
    }

    /// Returns the outcome of the same test, of which only some parts were done.
    func markedIncomplete() -> TestOutcome {
        TestOutcome(
            test, measurements, atLeast: max(verdict, .incomplete),
            finding: "\(finding); ended before all parts were done")
    }

    /// Returns the outcome of a test that was not run.
    static func skipped(_ test: GuidedTest) -> TestOutcome {
        TestOutcome(test, [], atLeast: .skipped, finding: "not done")
    }

    /// The measured value that determines the verdict, or `nil` if nothing was measured.
    package var decisiveMeasurement: Measurement? { measurements.first }
}
