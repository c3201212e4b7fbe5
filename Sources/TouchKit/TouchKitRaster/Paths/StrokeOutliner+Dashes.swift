import TouchKitGeometry

extension StrokeOutliner {
    /// Outlines the dashes of the subpath, those that can't be seen left out.
    ///
    /// - Complexity: O(lines + dashes that can be seen), at most `PathLimits.dashes` of them.
    mutating func outlineDashes(_ dashes: DashPattern, isClosed: Bool) {
        if edges.addedToPath > PathLimits.dashEdges { return }
        if isClosed { scratch.line.append(scratch.line[0]) }
        let total = measure()
        // A closed line that ends inside a dash goes on with the dash that it began in.
        var seam: (start: Double, end: Double)?
        if isClosed, let last = dashes.dash(around: total), let first = dashes.dash(around: 0) {
            if first.end >= total {
                scratch.line.removeLast()
                outline(scratch.line, isClosed: true)
                return
            }
            seam = (last.start, first.end)
            scratch.dash.removeAll(keepingCapacity: true)
            var place = 0
            append(from: last.start, to: total, after: &place)
            place = 0
            append(from: 0, to: first.end, after: &place)
            outlineDash(at: last.start, after: place)
        }
        let box = reachable
        var walk = DashWalk(dashes, steps: dashSteps)
        defer { dashSteps = walk.steps }
        var place = 0
        for index in 1..<scratch.line.count {
            let from = scratch.line[index - 1]
            let to = scratch.line[index]
            guard let part = Self.part(of: from.place, to.place, in: box) else { continue }
            let length = to.along - from.along
            walk.skip(to: from.along + part.from * length)
            while let dash = walk.next(before: from.along + part.to * length) {
                if dash.start >= total || (dash.start < 0 && dash.end <= 0) { continue }
                if let seam, dash.start < 0 || dash.start >= seam.start { continue }
                scratch.dash.removeAll(keepingCapacity: true)
                append(from: max(dash.start, 0), to: min(dash.end, total), after: &place)
                outlineDash(at: max(dash.start, 0), after: place)
                if edges.addedToPath > PathLimits.dashEdges { return }
            }
        }
    }

    /// Says of each place how far along the line it is.
    ///
    /// - Returns: The line's length.
    private mutating func measure() -> Double {
        var total = 0.0
        for index in 1..<scratch.line.count {
            total += Ray(scratch.line[index - 1].place, scratch.line[index].place).length
            scratch.line[index].along = total
        }
        return total
    }

    /// The places, in the pen's coordinates, from which a stroke can reach a visible pixel.
    private var reachable: CGRect {
        // A miter's tip and a square cap's corner lie farther out than half the width.
        let reach = pen.radius * max(style.join == .miter ? style.miterLimit : 0, 2) + tolerance
        let margin = reach < PathLimits.coordinate ? reach : PathLimits.coordinate
        return pen.box(visible).insetBy(dx: -margin, dy: -margin)
    }

    /// Adds a stretch of the line to the dash that is made.
    ///
    /// - Parameter after: A place of the line before the stretch; moved on to the last one before it.
    private mutating func append(from: Double, to: Double, after: inout Int) {
        while after + 2 < scratch.line.count, scratch.line[after + 1].along <= from { after += 1 }
        append(LinePoint(place: place(at: from, after: after), isSmooth: false))
        var index = after + 1
        while index < scratch.line.count, scratch.line[index].along < to {
            append(scratch.line[index])
            index += 1
        }
        let last = min(index, scratch.line.count - 1) - 1
        append(LinePoint(place: place(at: to, after: last), isSmooth: false))
    }

    /// Adds a place to the dash that is made, but for one where it is already.
    private mutating func append(_ point: LinePoint) {
        if let last = scratch.dash.last {
            let dx = point.place.x - last.place.x
            let dy = point.place.y - last.place.y
            if dx * dx + dy * dy <= shortest * shortest { return }
        }
        scratch.dash.append(point)
    }

    private func place(at along: Double, after index: Int) -> CGPoint {
        let from = scratch.line[index]
        let to = scratch.line[index + 1]
        let part = (along - from.along) / (to.along - from.along)
        return CGPoint(
            x: from.place.x + (to.place.x - from.place.x) * part,
            y: from.place.y + (to.place.y - from.place.y) * part)
    }

    private mutating func outlineDash(at along: Double, after index: Int) {
        if scratch.dash.count > 1 {
            outline(scratch.dash, isClosed: false)
        } else if let only = scratch.dash.first {
            let ray = Ray(scratch.line[index].place, scratch.line[index + 1].place)
            dot(at: only.place, direction: ray.direction)
        }
    }

    /// The part of a straight line inside a box, as shares of its length (Liang and Barsky, ACM
    /// Transactions on Graphics 3, 1984); nil where there is none.
    private static func part(
        of start: CGPoint, _ end: CGPoint, in box: CGRect
    ) -> (from: Double, to: Double)? {
        var from = 0.0
        var to = 1.0
        func cut(_ place: Double, _ way: Double, _ low: Double, _ high: Double) -> Bool {
            if way == 0 { return place >= low && place <= high }
            let first = (low - place) / way
            let second = (high - place) / way
            from = max(from, min(first, second))
            to = min(to, max(first, second))
            return from <= to
        }
        guard cut(start.x, end.x - start.x, box.minX, box.maxX),
            cut(start.y, end.y - start.y, box.minY, box.maxY)
        else { return nil }
        return (from, to)
    }
}

/// Goes along a line from dash to dash.
private struct DashWalk {
    private let dashes: DashPattern
    /// How often the pattern was gone through, and how far it is now.
    private var turn = 0.0
    private var number = 0
    private var offset = 0.0
    /// How many dashes and gaps were looked at, those of subpaths before included.
    private(set) var steps: Int
    /// Dashes that end before this aren't wanted.
    private var first = 0.0

    init(_ dashes: DashPattern, steps: Int) {
        self.dashes = dashes
        self.steps = steps
    }

    /// Leaves out dashes that end before a place.
    mutating func skip(to place: Double) {
        first = place
        let turn = ((place + dashes.phase) / dashes.period).rounded(.down)
        if turn > self.turn {
            self.turn = turn
            number = 0
            offset = 0
        }
    }

    /// The next dash, unless it begins beyond a place or there were too many.
    mutating func next(before limit: Double) -> (start: Double, end: Double)? {
        while steps < PathLimits.dashes {
            if number == dashes.count {
                turn += 1
                number = 0
                offset = 0
            }
            let base = turn * dashes.period - dashes.phase
            let start = base + offset
            if start > limit { return nil }
            steps += 1
            offset += dashes.length(number)
            number += 1
            let end = base + offset
            // Even numbers are dashes: this was one if the next is odd.
            if number & 1 == 1, end >= first { return (start, end) }
        }
        return nil
    }
}
