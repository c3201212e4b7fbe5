import TouchKitGeometry

/// Derives the outcome of each test from its data.
///
/// All tests except accuracy are evaluated with the corrected calibration, so that a mirrored axis
/// counts as one fault and not as nine.
struct FieldTestEvaluator {
    let test: FieldTest
    let stage: FieldTestStage
    let limits: FieldTestLimits
    /// The mapping with the corrected calibration.
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
        return outcome ?? .skipped(test)
    }

    func figure(
        _ value: Double, _ limit: KeyPath<FieldTestLimits, FieldTestLimit>
    ) -> TestOutcome.Figure {
        TestOutcome.Figure(value: value, limit: limits[keyPath: limit])
    }

    // MARK: Accuracy

    private mutating func accuracy() -> TestOutcome? {
        guard let run = test.evidence(.accuracy, as: AccuracyRun.self) else { return nil }
        let mapping = test.mapping
        plots.taps = zip(run.crosses, run.taps).compactMap { cross, tap in
            tap.map {
                AccuracyFit.Tap(target: stage.millimeters(cross), seen: mapping.millimeters($0))
            }
        }
        let silent = run.crosses.count - plots.taps.count
        guard let fit = test.accuracyFit else {
            return TestOutcome(
                .accuracy, [], atLeast: .doubtful,
                finding: "only \(plots.taps.count) of \(run.crosses.count) crosses answered")
        }
        var words = Self.words(fit)
        if silent > 0 { words += "; \(silent) of \(run.crosses.count) crosses didn't answer" }
        if !fit.outliers.isEmpty { words += "; \(fit.outliers.count) taps left out" }
        if test.appliedCalibration != nil { words += "; with the calibration applied" }
        return TestOutcome(
            .accuracy, [figure(fit.worstError, \.offset), figure(fit.scatter, \.scatter)],
            atLeast: silent > 3 ? .doubtful : .pass, finding: words)
    }

    /// Returns a description of the axis errors.
    private static func words(_ fit: AccuracyFit) -> String {
        var parts: [String] = []
        if let words = fit.orientation.words { parts.append(words) }
        let offset = fit.offset
        if abs(offset.dx) >= 0.5 {
            parts.append(
                "\(Words.number(abs(offset.dx))) mm too far \(offset.dx > 0 ? "right" : "left")")
        }
        if abs(offset.dy) >= 0.5 {
            parts.append(
                "\(Words.number(abs(offset.dy))) mm too far \(offset.dy > 0 ? "down" : "up")")
        }
        let scale = fit.scale
        if abs(scale.x - 1) >= 0.01 {
            parts.append("x at \(Words.number(scale.x * 100)) % of its length")
        }
        if abs(scale.y - 1) >= 0.01 {
            parts.append("y at \(Words.number(scale.y * 100)) % of its length")
        }
        let scatter = "taps scatter by \(Words.number(fit.scatter)) mm"
        return parts.isEmpty
            ? "no offset; \(scatter)" : "\(parts.joined(separator: ", ")); \(scatter)"
    }

    // MARK: Taps

    private mutating func tap() -> TestOutcome? {
        guard let run = test.evidence(.tap, as: TapRun.self) else { return nil }
        let missed = run.missed.filter { !isDead(stage.millimeters($0)) }.count
        var words = "\(missed) of \(run.done) missed, \(run.doubled.count) seen twice"
        if let place = run.doubled.first {
            words += ", first at \(Words.place(mapping.millimeters(place)))"
        }
        return TestOutcome(
            .tap,
            [
                figure(Double(run.doubled.count), \.doubledTaps),
                figure(Double(missed), \.missedTaps),
            ], finding: words)
    }

    // MARK: Ghosts

    private mutating func ghosts() -> TestOutcome? {
        guard let run = test.evidence(.ghosts, as: GhostRun.self) else { return nil }
        plots.ghosts = run.ghosts.map { mapping.millimeters($0.place) }
        let stuck = run.ghosts.first { $0.isStuck }
        let words: String
        if let stuck {
            words = "a touch is stuck \(Words.place(mapping.millimeters(stuck.place)))"
        } else if let first = run.ghosts.first {
            words =
                "\(run.ghosts.count) touches that nobody made, first \(Words.place(mapping.millimeters(first.place)))"
        } else {
            words = "no touch in \(Words.number(GhostRun.duration)) s"
        }
        return TestOutcome(.ghosts, [figure(Double(run.ghosts.count), \.ghosts)], finding: words)
    }

    // MARK: Latency

    private mutating func latency() -> TestOutcome? {
        guard let run = test.evidence(.latency, as: LatencyRun.self), let rate = run.reportRate
        else { return nil }
        plots.intervals = run.intervals
        plots.scanout = run.scanout
        var figures = [figure(rate, \.reportRate)]
        var words = "\(Words.number(rate)) reports a second"
        // A gap is an interval that exceeds the usual one by more than one report.
        let usual = 1_000 / rate
        let gap = run.longestGap.map { Double($0.microseconds) / 1_000 } ?? usual
        let isGap = gap > 2.5 * usual
        figures.append(figure(isGap ? gap : min(gap, limits.gap.pass), \.gap))
        words += ", longest gap \(Words.number(gap)) ms"
        if isGap, let place = run.longestGap?.place {
            words += " (\(Words.place(mapping.millimeters(place))))"
        }
        if let slow = Statistics.quantile(0.95, of: run.scanout.map { Double($0) / 1_000 }) {
            figures.append(figure(slow, \.scanout))
            words += ", 95 of 100 on the screen after \(Words.number(slow)) ms"
        }
        return TestOutcome(.latency, figures, finding: words)
    }
}
