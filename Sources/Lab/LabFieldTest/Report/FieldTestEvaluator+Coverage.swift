import TouchKitGeometry

extension FieldTestEvaluator {
    /// The width of the narrowest dead line, in millimetres.
    private static let minimumWidth = 3
    /// The number of expected but missing touches from which a line counts as dead.
    private static let minimumMissing = 20.0
    /// The largest share of expected touches that a dead line may report, because of ghosts.
    private static let maximumFoundShare = 0.1
    /// The time in microseconds within which a lost contact continues as the same finger.
    private static let crossingMicroseconds: Int64 = 150_000
    mutating func coverage() -> TestOutcome? {
        guard let run = test.evidence(.coverage, as: CoverageRun.self) else { return nil }
        let layout = test.layout
        var touches = Array(repeating: 0, count: layout.columns * layout.rows)
        for sample in run.samples {
            touches[index(layout.cell(at: mapping.point(sample.place)))] += 1
        }
        addPageCoverage(&touches, run)
        plots.touches = touches
        plots.columns = layout.columns
        let places = run.samples.map { mapping.millimeters($0.place) }
        plots.deadLines =
            deadLines(places.map(\.x), run.samples, stage.millimeters.width, isColumn: true)
            + deadLines(places.map(\.y), run.samples, stage.millimeters.height, isColumn: false)
        let dead = touches.indices.filter { touches[$0] == 0 }
        let lines = plots.deadLines.reduce(0) { sum, line in
            sum + (line.end - line.begin)
                / (line.isColumn ? stage.millimeters.width : stage.millimeters.height)
        }
        let part = max(Double(dead.count) / Double(touches.count), lines)
        var words: [String] = plots.deadLines.map(\.words)
        if !dead.isEmpty { words.append(zone(dead, layout)) }
        if words.isEmpty { words = ["all \(touches.count) cells answered"] }
        return TestOutcome(
            .coverage, [figure((part * 1_000).rounded() / 10, \.deadCells)],
            finding: words.joined(separator: "; "))
    }

    /// Returns whether a position in millimetres is inside or near a zone without touches. Other
    /// tests do not count faults there again.
    mutating func isDead(_ place: CGPoint) -> Bool {
        if plots.touches.isEmpty { _ = coverage() }
        let isInLine = plots.deadLines.contains { line in
            let across = line.isColumn ? place.x : place.y
            return across > line.begin - 4 && across < line.end + 4
        }
        if isInLine || plots.touches.isEmpty { return isInLine }
        return plots.touches[index(test.layout.cell(at: stage.point(millimeters: place)))] == 0
    }

    private func index(_ cell: (column: Int, row: Int)) -> Int {
        cell.row * test.layout.columns + cell.column
    }

    /// With a scale error the page can be fully painted before the whole screen is, and touches
    /// beyond the sensor's borders are reported at the border. A cell counts as touched if the cell
    /// that the page showed for it was.
    private func addPageCoverage(_ touches: inout [Int], _ run: CoverageRun) {
        let layout = test.layout
        let asReported = TouchMapping(stage: stage, calibration: stage.calibration)
        var reported = Array(repeating: 0, count: touches.count)
        for sample in run.samples {
            reported[index(layout.cell(at: asReported.point(sample.place)))] += 1
        }
        for row in 0..<layout.rows {
            for column in 0..<layout.columns where touches[index((column, row))] == 0 {
                let rect = layout.cell(column: column, row: row)
                let place = mapping.place(CGPoint(x: rect.midX, y: rect.midY))
                let inside = CGPoint(
                    x: min(max(place.x, 0), 1), y: min(max(place.y, 0), 1))
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
                var neighbours = [cell - layout.columns, cell + layout.columns]
                if column > 0 { neighbours.append(cell - 1) }
                if column < layout.columns - 1 { neighbours.append(cell + 1) }
                for next in neighbours where open.remove(next) != nil { edge.append(next) }
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
            "\(dead.count) cells didn't answer, the largest zone \(Words.number(end.x - begin.x)) × "
            + "\(Words.number(end.y - begin.y)) mm, \(Words.place(begin))"
    }

    /// Returns the strips that contacts crossed often without being reported in them. Strokes along
    /// a strip do not count.
    private func deadLines(
        _ places: [Double], _ samples: [CoverageRun.Sample], _ extent: Double, isColumn: Bool
    ) -> [DeadLine] {
        let bins = Int(clamping: extent)
        guard bins > 12, places.count > 200 else { return [] }
        func bin(_ place: Double) -> Int { min(max(Int(clamping: place), 0), bins - 1) }
        var seen = Array(repeating: 0, count: bins)
        var crossed = Array(repeating: 0, count: bins)
        var steps: [Double] = []
        for index in places.indices {
            // A resting contact counts once, however often it is reported.
            let isAnother = index == 0 || samples[index].place != samples[index - 1].place
            if isAnother { seen[bin(places[index])] += 1 }
            guard index > 0,
                samples[index].time.microseconds(since: samples[index - 1].time)
                    <= Self.crossingMicroseconds
            else { continue }
            let step = abs(places[index] - places[index - 1])
            if step > 0.3, step < 30 {
                steps.append(step)
                let low = bin(min(places[index], places[index - 1]))
                let high = bin(max(places[index], places[index - 1]))
                for between in low...high { crossed[between] += 1 }
            }
        }
        guard let step = Statistics.median(steps) else { return [] }
        /// Returns the number of touches expected in a range of millimetres.
        func expected(_ bins: Range<Int>) -> Double {
            crossed[bins].reduce(0.0) { $0 + Double($1) / max(step, 1) }
        }
        var lines: [DeadLine] = []
        var begin: Int?
        // Contacts do not cross the edges.
        for place in 4..<bins - 3 {
            // A single touch where many are expected can be a ghost.
            let isSilent = seen[place] == 0 || seen[place] == 1 && expected(place..<place + 1) > 5
            if place < bins - 4, isSilent {
                begin = begin ?? place
                continue
            }
            if let first = begin, place - first >= Self.minimumWidth {
                let missing = expected(first..<place)
                let found = Double(seen[first..<place].reduce(0, +))
                if missing >= Self.minimumMissing, found <= Self.maximumFoundShare * missing {
                    lines.append(
                        DeadLine(isColumn: isColumn, begin: Double(first), end: Double(place)))
                }
            }
            begin = nil
        }
        return lines
    }
}
