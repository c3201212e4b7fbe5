import TouchKitGeometry

extension FieldTestEvaluator {
    /// The minimum width of a strip that counts as a dead line, in millimeters.
    private static let minimumWidth = 3
    /// The minimum number of expected but missing touches for which a strip of the screen counts as
    /// a dead line.
    private static let minimumMissing = 20.0
    /// The maximum share of the expected touches that a dead line may report. Ghost touches can
    /// cause such reports.
    private static let maximumFoundShare = 0.1
    /// The maximum time in microseconds between two reports that belong to one movement of a
    /// finger, even if a dead line interrupted the contact.
    private static let crossingMicroseconds: Int64 = 150_000
    mutating func coverage() -> TestOutcome? {
        guard let run = test.evidence(.coverage, as: CoverageRun.self) else { return nil }
        let layout = test.layout
        var touches = Array(repeating: 0, count: layout.columns * layout.rows)
        for sample in run.samples {
            touches[index(layout.cell(at: mapping.point(sample.position)))] += 1
        }
        addPageCoverage(&touches, run)
        plots.touches = touches
        plots.columns = layout.columns
        let positions = run.samples.map { mapping.millimeters($0.position) }
        plots.deadLines =
            deadLines(positions.map(\.x), run.samples, stage.millimeters.width, isColumn: true)
            + deadLines(positions.map(\.y), run.samples, stage.millimeters.height, isColumn: false)
        let dead = touches.indices.filter { touches[$0] == 0 }
        let lines = plots.deadLines.reduce(0) { sum, line in
            sum + (line.end - line.begin)
                / (line.isColumn ? stage.millimeters.width : stage.millimeters.height)
        }
        let part = max(Double(dead.count) / Double(touches.count), lines)
        // Before the time limit, unpainted cells cannot be distinguished from dead ones.
        if plots.deadLines.isEmpty, !dead.isEmpty, test.endedEarly(.coverage) {
            return TestOutcome(
                .coverage, [], atLeast: .incomplete,
                finding: "\(dead.count) of \(touches.count) cells without a touch; "
                    + "ended before all parts were done")
        }
        var findings: [String] = plots.deadLines.map(\.summary)
        if !dead.isEmpty { findings.append(zone(dead, layout)) }
        if findings.isEmpty { findings = ["all \(touches.count) cells answered"] }
        // Rounding must not hide a dead cell of a large screen.
        let percent = part == 0 ? 0 : max((part * 1_000).rounded() / 10, 0.1)
        return TestOutcome(
            .coverage, [measurement(percent, \.deadCells)],
            finding: findings.joined(separator: "; "))
    }

    /// Returns whether a position in millimeters is inside or near a zone without touches. The
    /// other tests ignore faults in such a zone, because the coverage test counts them.
    mutating func isDead(_ position: CGPoint) -> Bool {
        if plots.touches.isEmpty { _ = coverage() }
        let isInLine = plots.deadLines.contains { line in
            let across = line.isColumn ? position.x : position.y
            return across > line.begin - 4 && across < line.end + 4
        }
        if isInLine || plots.touches.isEmpty { return isInLine }
        return plots.touches[index(test.layout.cell(at: stage.point(millimeters: position)))] == 0
    }

    private func index(_ cell: (column: Int, row: Int)) -> Int {
        cell.row * test.layout.columns + cell.column
    }

    /// Counts touches for cells that only the coverage page showed as touched. With a scale error,
    /// the page can be fully painted before the whole screen was touched, and touches beyond the
    /// sensor's edges are reported at the edges.
    private func addPageCoverage(_ touches: inout [Int], _ run: CoverageRun) {
        let layout = test.layout
        let asReported = TouchMapping(stage: stage, calibration: stage.calibration)
        var reported = Array(repeating: 0, count: touches.count)
        for sample in run.samples {
            reported[index(layout.cell(at: asReported.point(sample.position)))] += 1
        }
        for row in 0..<layout.rows {
            for column in 0..<layout.columns where touches[index((column, row))] == 0 {
                let rect = layout.cell(column: column, row: row)
                let position = mapping.reportedPosition(for: CGPoint(x: rect.midX, y: rect.midY))
                let inside = CGPoint(
                    x: min(max(position.x, 0), 1), y: min(max(position.y, 0), 1))
                touches[index((column, row))] =
                    reported[index(layout.cell(at: asReported.point(inside)))]
            }
        }
    }

    /// Returns a description of the largest zone without touches.
    private func zone(_ dead: [Int], _ layout: FieldTestLayout) -> String {
        var open = Set(dead)
        var largest: [Int] = []
        while let first = open.first {
            var zone: [Int] = []
            var edge = [first]
            open.remove(first)
            while let cell = edge.popLast() {
                zone.append(cell)
                let column = cell % layout.columns
                var neighbors = [cell - layout.columns, cell + layout.columns]
                if column > 0 { neighbors.append(cell - 1) }
                if column < layout.columns - 1 { neighbors.append(cell + 1) }
                for next in neighbors where open.remove(next) != nil { edge.append(next) }
            }
            if zone.count > largest.count
                || zone.count == largest.count && zone.min() ?? 0 < largest.min() ?? 0
            {
                largest = zone
            }
        }
        let columns = largest.map { $0 % layout.columns }
        let rows = largest.map { $0 / layout.columns }
        let first = layout.cell(column: columns.min() ?? 0, row: rows.min() ?? 0)
        let last = layout.cell(column: columns.max() ?? 0, row: rows.max() ?? 0)
        let begin = stage.millimeters(first.origin)
        let end = stage.millimeters(CGPoint(x: last.maxX, y: last.maxY))
        return
            "\(dead.count) cells didn't answer, the largest zone \(ReportText.number(end.x - begin.x)) × "
            + "\(ReportText.number(end.y - begin.y)) mm, \(ReportText.location(begin))"
    }

    /// Returns the strips of the screen that contacts crossed often without a report inside the
    /// strip. Strokes along a strip do not count.
    private func deadLines(
        _ positions: [Double], _ samples: [CoverageRun.Sample], _ extent: Double, isColumn: Bool
    ) -> [DeadLine] {
        let bins = Int(clamping: extent)
        guard bins > 12, positions.count > 200 else { return [] }
        func bin(_ position: Double) -> Int { min(max(Int(clamping: position), 0), bins - 1) }
        var seen = Array(repeating: 0, count: bins)
        var crossed = Array(repeating: 0, count: bins)
        var steps: [Double] = []
        for index in positions.indices {
            // A resting contact counts once, however often it is reported.
            let isAnother = index == 0 || samples[index].position != samples[index - 1].position
            if isAnother { seen[bin(positions[index])] += 1 }
            guard index > 0,
                samples[index].time.microseconds(since: samples[index - 1].time)
                    <= Self.crossingMicroseconds
            else { continue }
            let step = abs(positions[index] - positions[index - 1])
            if step > 0.3, step < 30 {
                steps.append(step)
                let low = bin(min(positions[index], positions[index - 1]))
                let high = bin(max(positions[index], positions[index - 1]))
                for between in low...high { crossed[between] += 1 }
            }
        }
        guard let step = Statistics.median(steps) else { return [] }
        /// Returns the number of touches expected in a range of millimeters.
        func expected(_ bins: Range<Int>) -> Double {
            crossed[bins].reduce(0.0) { $0 + Double($1) / max(step, 1) }
        }
        var lines: [DeadLine] = []
        var begin: Int?
        // The outermost millimeters are excluded, because contacts do not cross the edges.
        for position in 4..<bins - 3 {
            // A single touch where many are expected can be a ghost.
            let hasNoTouches =
                seen[position] == 0 || seen[position] == 1 && expected(position..<position + 1) > 5
            if position < bins - 4, hasNoTouches {
                begin = begin ?? position
                continue
            }
            if let first = begin, position - first >= Self.minimumWidth {
                let missing = expected(first..<position)
                let found = Double(seen[first..<position].reduce(0, +))
                if missing >= Self.minimumMissing, found <= Self.maximumFoundShare * missing {
                    lines.append(
                        DeadLine(isColumn: isColumn, begin: Double(first), end: Double(position)))
                }
            }
            begin = nil
        }
        return lines
    }
}
