import TouchKitGeometry

extension StrokeOutliner {
    /// Outlines the visible dashes of the current subpath.
    ///
    /// - Complexity: O(lines + visible dashes), at most `PathLimits.maximumDashCount` dashes.
    mutating func outlineDashes(_ dashes: DashPattern, isClosed: Bool) {
        if edges.addedEdgeCountOfPath > PathLimits.maximumDashEdgeCount { return }
        if isClosed { scratch.line.append(scratch.line[0]) }
        let total = measure()
        // If a closed line ends inside a dash, the last and the first dash are joined.
        var seam: (start: Double, end: Double)?
        if isClosed, let last = dashes.dash(around: total), let first = dashes.dash(around: 0) {
            if first.end >= total {
                scratch.line.removeLast()
                outline(scratch.line, isClosed: true)
                return
            }
            seam = (last.start, first.end)
            scratch.dash.removeAll(keepingCapacity: true)
            var position = 0
            append(from: last.start, to: total, after: &position)
            position = 0
            append(from: 0, to: first.end, after: &position)
            outlineDash(at: last.start, after: position)
        }
        let box = reachableBox
        var iterator = DashIterator(dashes, steps: dashSteps)
        defer { dashSteps = iterator.steps }
        var position = 0
        for index in 1..<scratch.line.count {
            let from = scratch.line[index - 1]
            let to = scratch.line[index]
            guard let part = Self.visiblePart(of: from.position, to.position, in: box) else {
                continue
            }
            let length = to.distance - from.distance
            iterator.skip(to: from.distance + part.from * length)
            while let dash = iterator.next(before: from.distance + part.to * length) {
                if dash.start >= total || (dash.start < 0 && dash.end <= 0) { continue }
                if let seam, dash.start < 0 || dash.start >= seam.start { continue }
                scratch.dash.removeAll(keepingCapacity: true)
                append(from: max(dash.start, 0), to: min(dash.end, total), after: &position)
                outlineDash(at: max(dash.start, 0), after: position)
                if edges.addedEdgeCountOfPath > PathLimits.maximumDashEdgeCount { return }
            }
        }
    }

    /// Computes the distance of each point from the start of the line.
    ///
    /// - Returns: The length of the line.
    private mutating func measure() -> Double {
        var total = 0.0
        for index in 1..<scratch.line.count {
            total += Ray(scratch.line[index - 1].position, scratch.line[index].position).length
            scratch.line[index].distance = total
        }
        return total
    }

    /// The points from which a stroke may reach a visible pixel, in the pen's coordinates.
    private var reachableBox: CGRect {
        // A miter's tip and a square cap's corner are farther from the line than half its width.
        let reach = pen.radius * max(style.join == .miter ? style.miterLimit : 0, 2) + tolerance
        let margin = reach < PathLimits.maximumCoordinate ? reach : PathLimits.maximumCoordinate
        return pen.box(visible).insetBy(dx: -margin, dy: -margin)
    }

    /// Appends a section of the line to the current dash.
    ///
    /// - Parameters:
    ///   - from: The distance of the section's start from the start of the line.
    ///   - to: The distance of the section's end from the start of the line.
    ///   - after: The index of a point before the section; updated to the last such point.
    private mutating func append(from: Double, to: Double, after: inout Int) {
        while after + 2 < scratch.line.count, scratch.line[after + 1].distance <= from {
            after += 1
        }
        append(LinePoint(position: position(at: from, after: after), isSmooth: false))
        var index = after + 1
        while index < scratch.line.count, scratch.line[index].distance < to {
            append(scratch.line[index])
            index += 1
        }
        let last = min(index, scratch.line.count - 1) - 1
        append(LinePoint(position: position(at: to, after: last), isSmooth: false))
    }

    /// Appends a point to the current dash, unless it is at the position of the previous point.
    private mutating func append(_ point: LinePoint) {
        if let last = scratch.dash.last {
            let dx = point.position.x - last.position.x
            let dy = point.position.y - last.position.y
            if dx * dx + dy * dy <= minimumLineLength * minimumLineLength { return }
        }
        scratch.dash.append(point)
    }

    /// Returns the position on the line at a distance from its start, after the point with the
    /// given index.
    private func position(at distance: Double, after index: Int) -> CGPoint {
        let from = scratch.line[index]
        let to = scratch.line[index + 1]
        let part = (distance - from.distance) / (to.distance - from.distance)
        return CGPoint(
            x: from.position.x + (to.position.x - from.position.x) * part,
            y: from.position.y + (to.position.y - from.position.y) * part)
    }

    /// Outlines the current dash, or a dot if the dash has only one point.
    ///
    /// The direction of a dot is that of the line after the point at `index`.
    private mutating func outlineDash(at distance: Double, after index: Int) {
        if scratch.dash.count > 1 {
            outline(scratch.dash, isClosed: false)
        } else if let only = scratch.dash.first {
            let ray = Ray(scratch.line[index].position, scratch.line[index + 1].position)
            dot(at: only.position, direction: ray.direction)
        }
    }

    /// Returns the section of a line inside a box, as fractions of its length, or `nil` if there is
    /// none (Liang and Barsky, ACM Transactions on Graphics 3, 1984).
    private static func visiblePart(
        of start: CGPoint, _ end: CGPoint, in box: CGRect
    ) -> (from: Double, to: Double)? {
        var from = 0.0
        var to = 1.0
        func clip(_ position: Double, _ direction: Double, _ low: Double, _ high: Double) -> Bool {
            if direction == 0 { return position >= low && position <= high }
            let first = (low - position) / direction
            let second = (high - position) / direction
            from = max(from, min(first, second))
            to = min(to, max(first, second))
            return from <= to
        }
        guard clip(start.x, end.x - start.x, box.minX, box.maxX),
            clip(start.y, end.y - start.y, box.minY, box.maxY)
        else { return nil }
        return (from, to)
    }
}

/// Iterates over the dashes along a line.
private struct DashIterator {
    /// The dash pattern.
    private let dashes: DashPattern
    /// The number of complete repetitions of the pattern before the next dash or gap.
    private var repetition = 0.0
    /// The index of the next dash or gap in the pattern.
    private var number = 0
    /// The distance of the next dash or gap from the start of its repetition.
    private var offset = 0.0
    /// The number of dashes and gaps examined, including those of previous subpaths.
    private(set) var steps: Int
    /// The distance along the line before which dashes are skipped.
    private var first = 0.0

    /// Creates an iterator at the start of a line; `steps` is the number of dashes and gaps already
    /// examined in previous subpaths.
    init(_ dashes: DashPattern, steps: Int) {
        self.dashes = dashes
        self.steps = steps
    }

    /// Skips dashes that end before a distance along the line.
    mutating func skip(to position: Double) {
        first = position
        let repetition = ((position + dashes.phase) / dashes.period).rounded(.down)
        if repetition > self.repetition {
            self.repetition = repetition
            number = 0
            offset = 0
        }
    }

    /// Returns the start and end of the next dash as distances along the line, or `nil` if the dash
    /// begins after `limit` or too many dashes were examined.
    mutating func next(before limit: Double) -> (start: Double, end: Double)? {
        while steps < PathLimits.maximumDashCount {
            if number == dashes.count {
                repetition += 1
                number = 0
                offset = 0
            }
            let base = repetition * dashes.period - dashes.phase
            let start = base + offset
            if start > limit { return nil }
            steps += 1
            offset += dashes.length(number)
            number += 1
            let end = base + offset
            // `number` has been incremented: an odd number follows a dash.
            if number & 1 == 1, end >= first { return (start, end) }
        }
        return nil
    }
}
