import TouchKitContacts
import TouchKitGeometry

/// An evaluator that derives the outcome of each guided test from its recorded data.
///
/// All tests except the accuracy test use the corrected calibration, so that a mirrored axis fails
/// only the accuracy test and not every test.
struct FieldTestEvaluator {
    let test: FieldTest
    let stage: FieldTestStage
    let limits: FieldTestLimits
    /// The mapping from positions that the touchscreen reports to positions on the screen, with the
    /// calibration that the accuracy test corrected.
    let mapping: TouchMapping
    var plots = FieldTestPlots()

    init(_ test: FieldTest) {
        self.test = test
        stage = test.stage
        limits = test.limits
        mapping = test.correctedMapping
    }

    mutating func outcome(of test: GuidedTest) -> TestOutcome {
        let outcome =
            switch test {
            case .coverage: coverage()
            case .accuracy: accuracy()
            case .linearity: linearity()
            case .jitter: jitter()
            case .multiTouch: multiTouch()
            case .tap: tap()
            case .edgeSwipe: edgeSwipe()
            case .latency: latency()
            case .ghosts: ghosts()
            }
        guard let outcome else { return .skipped(test) }
        let isPartial = test != .coverage && self.test.endedEarly(test)
        return isPartial ? outcome.markedIncomplete() : outcome
    }

    func measurement(
        _ value: Double, _ limit: KeyPath<FieldTestLimits, FieldTestLimit>
    ) -> TestOutcome.Measurement {
        TestOutcome.Measurement(value: value, limit: limits[keyPath: limit])
    }

    // MARK: Accuracy

    private mutating func accuracy() -> TestOutcome? {
        guard let run = test.evidence(.accuracy, as: AccuracyRun.self) else { return nil }
        plots.taps = test.taps(of: run)
        let untappedCount = run.crosses.count - plots.taps.count
        let isPartial = zip(run.crosses, run.taps).contains { cross, tap in
            tap == nil && !isDead(stage.millimeters(cross))
        }
        guard let fit = test.accuracyFit else {
            return TestOutcome(
                .accuracy, [], atLeast: .incomplete,
                finding: "only \(plots.taps.count) of \(run.crosses.count) crosses answered")
        }
        var finding = Self.errorDescription(of: fit)
        if untappedCount > 0 {
            finding += "; \(untappedCount) of \(run.crosses.count) crosses didn't answer"
        }
        if !fit.outliers.isEmpty { finding += "; \(fit.outliers.count) taps left out" }
        if test.appliedCalibration != nil { finding += "; with the calibration applied" }
        return TestOutcome(
            .accuracy,
            [measurement(fit.worstError, \.offset), measurement(fit.scatter, \.scatter)],
            atLeast: isPartial ? .incomplete : .pass, finding: finding)
    }

    /// Returns a description of the orientation, offset, scale and scatter errors in `fit`, for the
    /// report.
    private static func errorDescription(of fit: AccuracyFit) -> String {
        var parts: [String] = []
        if let orientation = fit.orientation.errorDescription { parts.append(orientation) }
        let offset = fit.offset
        if abs(offset.dx) >= 0.5 {
            parts.append(
                "\(ReportText.number(abs(offset.dx))) mm too far \(offset.dx > 0 ? "right" : "left")"
            )
        }
        if abs(offset.dy) >= 0.5 {
            parts.append(
                "\(ReportText.number(abs(offset.dy))) mm too far \(offset.dy > 0 ? "down" : "up")")
        }
        let scale = fit.scale
        if abs(scale.x - 1) >= 0.01 {
            parts.append("x at \(ReportText.number(scale.x * 100)) % of its length")
        }
        if abs(scale.y - 1) >= 0.01 {
            parts.append("y at \(ReportText.number(scale.y * 100)) % of its length")
        }
        let scatter = "taps scatter by \(ReportText.number(fit.scatter)) mm"
        return parts.isEmpty
            ? "no offset; \(scatter)" : "\(parts.joined(separator: ", ")); \(scatter)"
    }

    // MARK: Taps

    private mutating func tap() -> TestOutcome? {
        guard let run = test.evidence(.tap, as: TapRun.self) else { return nil }
        let missed = run.missed.dropLast(run.abandonedCount)
            .filter { !isDead(stage.millimeters($0)) }.count
        let done = run.done - run.abandonedCount
        var finding = "\(missed) of \(done) missed, \(run.doubled.count) seen twice"
        if let position = run.doubled.first {
            finding += ", first at \(ReportText.location(mapping.millimeters(position)))"
        }
        if done < TapRun.count { finding += "; \(TapRun.count - done) taps not done" }
        return TestOutcome(
            .tap,
            [
                measurement(Double(run.doubled.count), \.doubledTaps),
                measurement(Double(missed), \.missedTaps),
            ], atLeast: done < TapRun.count ? .incomplete : .pass, finding: finding)
    }

    // MARK: Ghosts

    private mutating func ghosts() -> TestOutcome? {
        guard let run = test.evidence(.ghosts, as: GhostRun.self) else { return nil }
        plots.ghosts = run.ghosts.map { mapping.millimeters($0.position) }
        let stuck = run.ghosts.first { $0.isStuck }
        let finding: String
        if let stuck {
            finding = "a touch is stuck \(ReportText.location(mapping.millimeters(stuck.position)))"
        } else if let first = run.ghosts.first {
            finding =
                "\(run.ghosts.count) touches that nobody made, first \(ReportText.location(mapping.millimeters(first.position)))"
        } else {
            finding = "no touch in \(ReportText.number(GhostRun.duration)) s"
        }
        return TestOutcome(
            .ghosts, [measurement(Double(run.ghosts.count), \.ghosts)], finding: finding)
    }

    // MARK: Latency

    private mutating func latency() -> TestOutcome? {
        guard let run = test.evidence(.latency, as: LatencyRun.self), let rate = run.reportRate
        else { return nil }
        plots.intervals = run.intervals
        plots.scanout = run.scanout
        let polling = test.polling
        let limits = polling.map { self.limits.adapted(to: $0) } ?? self.limits
        var measurements = [
            TestOutcome.Measurement(value: rate, limit: limits.reportRate)
        ]
        var finding = "\(ReportText.number(rate)) reports a second"
        let usual = 1_000 / rate
        let gap = run.longestGap.map { Double($0.microseconds) / 1_000 } ?? usual
        measurements.append(TestOutcome.Measurement(value: gap, limit: limits.gap))
        finding += ", longest gap \(ReportText.number(gap)) ms"
        // The position matters if at least one report is missing.
        if gap > 2.5 * usual, let position = run.longestGap?.position {
            finding += " (\(ReportText.location(mapping.millimeters(position))))"
        }
        if let slow = Statistics.quantile(0.95, of: run.scanout.map { Double($0) / 1_000 }) {
            measurements.append(measurement(slow, \.scanout))
            finding += ", 95 of 100 on the screen after \(ReportText.number(slow)) ms"
        }
        if let polling { finding += "; \(polling.finding)" }
        if !run.hasMovedEnough { finding += "; the finger moved too briefly" }
        return TestOutcome(
            .latency, measurements, atLeast: run.hasMovedEnough ? .pass : .incomplete,
            finding: finding)
    }
}
