import TouchKitGeometry

extension FieldTestEvaluator {
    /// The distance over which positions are averaged, in millimeters. Deviations over shorter
    /// distances are jitter.
    private static let window = 10.0

    mutating func linearity() -> TestOutcome? {
        guard let run = test.evidence(.linearity, as: LinearityRun.self) else { return nil }
        plots.rails = test.layout.rails.map {
            [stage.millimeters($0.from), stage.millimeters($0.to)]
        }
        plots.strokes = run.strokes.map { $0.map { mapping.millimeters($0) } }
        var worst: (deviation: Double, position: CGPoint)?
        for stroke in plots.strokes {
            guard let line = LineFit(stroke) else { continue }
            for position in Self.smooth(stroke, along: line) {
                let deviation = abs(line.distance(of: position))
                if deviation > worst?.deviation ?? -1 { worst = (deviation, position) }
            }
        }
        guard let worst else { return nil }
        let missing = plots.strokes.filter { $0.isEmpty }.count
        var finding =
            "\(ReportText.number(worst.deviation)) mm from a straight line, \(ReportText.location(worst.position))"
        if missing > 0 { finding += "; one of two lines wasn't drawn" }
        return TestOutcome(
            .linearity, [measurement(worst.deviation, \.deviation)],
            atLeast: missing > 0 ? .incomplete : .pass, finding: finding)
    }

    /// Returns the mean positions of a window that moves along a stroke. Windows that are not full
    /// are omitted.
    private static func smooth(_ stroke: [CGPoint], along line: LineFit) -> [CGPoint] {
        let sorted = stroke.map { (way: line.offsetAlongLine(of: $0), position: $0) }.sorted {
            $0.way < $1.way
        }
        var means: [CGPoint] = []
        var first = 0
        var sum = CGPoint.zero
        for last in sorted.indices {
            sum.x += sorted[last].position.x
            sum.y += sorted[last].position.y
            while sorted[last].way - sorted[first].way > window {
                sum.x -= sorted[first].position.x
                sum.y -= sorted[first].position.y
                first += 1
            }
            let count = Double(last - first + 1)
            // A window that is not full covers less than its length.
            if count >= 3, sorted[last].way - sorted[first].way > window * 0.6 {
                means.append(CGPoint(x: sum.x / count, y: sum.y / count))
            }
        }
        return means
    }

    // MARK: Jitter

    mutating func jitter() -> TestOutcome? {
        guard let run = test.evidence(.jitter, as: JitterRun.self) else { return nil }
        plots.rests = run.rests.map { $0.map { mapping.millimeters($0) } }
        var worst: (peak: Double, rms: Double, spot: CGPoint)?
        for rest in plots.rests where !rest.isEmpty {
            let middle = Statistics.mean(of: rest)
            let distances = rest.map { AccuracyFit.distance($0, middle) }
            let peak = distances.max() ?? 0
            if peak > worst?.peak ?? -1 {
                worst = (peak, Statistics.rootMeanSquare(distances), middle)
            }
        }
        guard let worst else { return nil }
        let missing = run.rests.filter { $0.isEmpty }.count
        var finding =
            "a resting finger moves by \(ReportText.number(worst.peak)) mm, \(ReportText.number(worst.rms)) mm rms, \(ReportText.location(worst.spot))"
        if missing > 0 { finding += "; \(missing) of \(run.spots.count) spots not done" }
        let isPartial = zip(run.spots, run.rests).contains { spot, rest in
            rest.isEmpty && !isDead(stage.millimeters(spot))
        }
        return TestOutcome(
            .jitter, [measurement(worst.peak, \.jitter)], atLeast: isPartial ? .incomplete : .pass,
            finding: finding)
    }
}
