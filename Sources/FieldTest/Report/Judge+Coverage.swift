import Geometry

extension Judge {
    /// What is narrower isn't taken for a dead line, in millimetres.
    private static let narrowestLine = 3
    /// So many touches have to be missing from a line before it is dead.
    private static let fewestMissing = 15.0
    /// A finger that is lost is the same one when it is found within this time, in microseconds.
    private static let crossingMicroseconds: Int64 = 150_000
    /// How far beyond the border of the panel a touch at the border may be, as a part of the panel.
    private static let beyond = 0.15
    /// What is so near to a border is at it.
    private static let border = 0.002

    mutating func coverage() -> TestOutcome? {
        guard let run = test.evidence(.coverage, as: CoverageRun.self) else { return nil }
        let layout = test.layout
        var touches = Array(repeating: 0, count: layout.columns * layout.rows)
        for sample in run.samples {
            for point in points(of: sample.place) {
                let cell = layout.cell(at: point)
                touches[cell.row * layout.columns + cell.column] += 1
            }
        }
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

    /// The places that a touch stands for: one at the border of the panel stands for all beyond it, which
    /// the panel can't tell apart.
    private func points(of place: CGPoint) -> [CGPoint] {
        var far = place
        if place.x <= Self.border { far.x -= Self.beyond }
        if place.x >= 1 - Self.border { far.x += Self.beyond }
        if place.y <= Self.border { far.y -= Self.beyond }
        if place.y >= 1 - Self.border { far.y += Self.beyond }
        let near = mapping.point(place)
        if far == place { return [near] }
        let end = mapping.point(far)
        let steps = 8
        return (0...steps).map { step in
            let part = CGFloat(step) / CGFloat(steps)
            return CGPoint(
                x: near.x + part * (end.x - near.x), y: near.y + part * (end.y - near.y))
        }
    }

    /// The largest of the zones that no touch came from, in words.
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
        return "\(dead.count) cells didn't answer, the largest zone \(plain(end.x - begin.x)) × "
            + "\(plain(end.y - begin.y)) mm, \(plain(begin))"
    }

    /// Strips that fingers crossed often and never were seen in. Strokes along a strip say nothing of it.
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
            seen[bin(places[index])] += 1
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
        var lines: [DeadLine] = []
        var begin: Int?
        // Near the edges fingers don't cross anything.
        for place in 4..<bins - 3 {
            if place < bins - 4, seen[place] == 0 {
                begin = begin ?? place
                continue
            }
            if let first = begin {
                let missing = crossed[first..<place].reduce(0.0) { $0 + Double($1) / max(step, 1) }
                if place - first >= Self.narrowestLine, missing >= Self.fewestMissing {
                    lines.append(
                        DeadLine(isColumn: isColumn, begin: Double(first), end: Double(place)))
                }
            }
            begin = nil
        }
        return lines
    }
}
