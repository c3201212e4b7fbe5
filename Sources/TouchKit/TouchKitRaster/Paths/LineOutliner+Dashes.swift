import TouchKitGeometry

extension LineOutliner {
    /// Outlines the visible dashes of the current subpath.
    ///
    /// - Complexity: O(lines + visible dashes), at most `PathLimits.maximumDashCount` dashes.
    mutating func outlineDashes(_ dashes: DashPattern, isClosed: Bool) {
        if edges.addedEdgeCountOfPath > PathLimits.maximumDashEdgeCount { return }
        if isClosed { scratch.line.append(scratch.line[0]) }
        let total = measureLine()
        // If a closed line ends inside a dash, the last dash and the first dash are joined.
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
            outlineDash(after: position)
        }
        let box = influenceBox
        var iterator = DashIterator(dashes, examinedCount: examinedDashCount)
        defer { examinedDashCount = iterator.examinedCount }
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
                outlineDash(after: position)
                if edges.addedEdgeCountOfPath > PathLimits.maximumDashEdgeCount { return }
            }
        }
    }

    /// Computes the distance of each point from the start of the line, along the line.
    ///
    /// - Returns: The length of the line.
    private mutating func measureLine() -> Double {
        var total = 0.0
        for index in 1..<scratch.line.count {
            total += Ray(scratch.line[index - 1].position, scratch.line[index].position).length
            scratch.line[index].distance = total
        }
        return total
    }

    /// The rectangle outside of which no point of the line affects a visible pixel, in the pen's
    /// coordinate system.
    private var influenceBox: CGRect {
        // The corner of a miter and the corner of a square cap are farther from the line than half
        // its width.
        let reach = pen.radius * max(style.join == .miter ? style.miterLimit : 0, 2) + tolerance
        let margin = reach < PathLimits.maximumCoordinate ? reach : PathLimits.maximumCoordinate
        return pen.box(visible).insetBy(dx: -margin, dy: -margin)
    }

    /// Appends a section of the line to the current dash.
    ///
    /// - Parameters:
    ///   - from: The distance of the section's start from the start of the line.
    ///   - to: The distance of the section's end from the start of the line.
    ///   - after: The index of a point before the section. It is updated to the last point before
    ///     the section.
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

    /// Appends a point to the current dash, unless the previous point is at the same position.
    private mutating func append(_ point: LinePoint) {
        if let last = scratch.dash.last {
            let dx = point.position.x - last.position.x
            let dy = point.position.y - last.position.y
            if dx * dx + dy * dy <= minimumLineLength * minimumLineLength { return }
        }
        scratch.dash.append(point)
    }

    /// Returns the position at a distance from the start of the line. `index` is the index of the
    /// last point before this position.
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
    /// A dot has the direction of the line after the point at `index`.
    private mutating func outlineDash(after index: Int) {
        if scratch.dash.count > 1 {
            outline(scratch.dash, isClosed: false)
        } else if let only = scratch.dash.first {
            let ray = Ray(scratch.line[index].position, scratch.line[index + 1].position)
            dot(at: only.position, direction: ray.direction)
        }
    }

    /// Returns the section of a line inside a box, as fractions of the line's length, or `nil` if
    /// the line is outside of the box (Liang and Barsky, ACM Transactions on Graphics 3, 1984).
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

/// An iterator over the dashes along a line.
private struct DashIterator {
    /// The dash pattern.
    private let dashes: DashPattern
    /// The number of complete repetitions of the pattern before the next dash or gap.
    private var repetition = 0.0
    /// The index of the next dash or gap in the pattern.
    private var nextIndex = 0
    /// The distance of the next dash or gap from the start of its repetition.
    private var offset = 0.0
    /// The number of dashes and gaps examined, including the dashes and gaps of previous subpaths.
    private(set) var examinedCount: Int
    /// The distance along the line up to which dashes are skipped.
    private var skipLimit = 0.0

    /// Creates an iterator at the start of a line. `examinedCount` is the number of dashes and gaps
    /// that were examined in previous subpaths.
    init(_ dashes: DashPattern, examinedCount: Int) {
        self.dashes = dashes
        self.examinedCount = examinedCount
    }

    /// Skips the dashes that end before `position`, a distance along the line.
    mutating func skip(to position: Double) {
        skipLimit = position
        let repetition = ((position + dashes.phase) / dashes.period).rounded(.down)
        if repetition > self.repetition {
            self.repetition = repetition
            nextIndex = 0
            offset = 0
        }
    }

    /// Returns the start and end of the next dash as distances along the line, or `nil` if the dash
    /// begins after `limit` or too many dashes were examined.
    mutating func next(before limit: Double) -> (start: Double, end: Double)? {
        while examinedCount < PathLimits.maximumDashCount {
            if nextIndex == dashes.count {
                repetition += 1
                nextIndex = 0
                offset = 0
            }
            let base = repetition * dashes.period - dashes.phase
            let start = base + offset
            if start > limit { return nil }
            examinedCount += 1
            offset += dashes.length(nextIndex)
            nextIndex += 1
            let end = base + offset
            // The index has been incremented, so an odd index follows a dash.
            if nextIndex & 1 == 1, end >= skipLimit { return (start, end) }
        }
        return nil
    }
}
