import TouchKitGeometry

extension LineOutliner {
    /// The points at which the two sides of the lines reach and leave a join.
    struct JoinCorners {
        /// The end of the first line's left side.
        var leftStart: GridPoint
        /// The start of the second line's left side.
        var leftEnd: GridPoint
        /// The end of the first line's right side.
        var rightStart: GridPoint
        /// The start of the second line's right side.
        var rightEnd: GridPoint
    }

    /// Outlines a join. The outer side has the join style; on the inner side, the edges of the
    /// lines intersect.
    @inline(__always)
    mutating func join(at point: LinePoint, _ from: Ray, _ to: Ray) -> JoinCorners {
        let position = point.position
        let cosine = from.direction.dx * to.direction.dx + from.direction.dy * to.direction.dy
        let isMiter = isMiter(cosine: cosine, isSmooth: point.isSmooth)
        let isCrossing = innerEdgesIntersect(from, to, cosine: cosine)
        if isMiter && isCrossing {
            // Most joins of flattened curves. Both results equal those of `offsetIntersection`.
            let reach = pen.radius / (1 + cosine)
            let dx = (from.direction.dy + to.direction.dy) * reach
            let dy = (from.direction.dx + to.direction.dx) * reach
            let left = pen.grid(CGPoint(x: position.x + dx, y: position.y - dy))
            let right = pen.grid(CGPoint(x: position.x - dx, y: position.y + dy))
            return JoinCorners(leftStart: left, leftEnd: left, rightStart: right, rightEnd: right)
        }
        let sine = from.direction.dx * to.direction.dy - from.direction.dy * to.direction.dx
        // With a positive sine, the line turns to the right, so the left side is the outer side.
        let outer: Double = sine >= 0 ? 1 : -1
        let outside =
            isMiter
            ? corner(at: position, from, to, outer, cosine)
            : outlineOuterJoin(
                at: position, from, to, outer, cosine: cosine, sine: abs(sine),
                isSmooth: point.isSmooth)
        let inside =
            isCrossing
            ? corner(at: position, from, to, -outer, cosine)
            : outlineInnerJoin(at: position, from, to, -outer)
        if outer > 0 {
            return JoinCorners(
                leftStart: outside.start, leftEnd: outside.end, rightStart: inside.start,
                rightEnd: inside.end)
        }
        return JoinCorners(
            leftStart: inside.start, leftEnd: inside.end, rightStart: outside.start,
            rightEnd: outside.end)
    }

    /// Whether the outer edges of two joined lines are extended to their intersection.
    ///
    /// - Parameters:
    ///   - cosine: The cosine of the angle by which the line turns.
    ///   - isSmooth: Whether the join is inside a flattened curve.
    @inline(__always)
    private func isMiter(cosine: Double, isSmooth: Bool) -> Bool {
        // The cosine of half the angle.
        let half = max(0, (1 + cosine) / 2).squareRoot()
        if isSmooth || style.join == .round {
            // A miter with this angle is within the tolerance of a round join.
            return pen.radius * (1 - half) <= tolerance * half
        }
        return style.join == .miter && half > 1e-6 && style.miterLimit * half >= 1
    }

    /// Whether the inner edges of two joined lines intersect within half of both lines. `cosine` is
    /// the cosine of the angle by which the line turns.
    @inline(__always)
    private func innerEdgesIntersect(_ from: Ray, _ to: Ray, cosine: Double) -> Bool {
        // The distance of the intersection is radius · tan(angle / 2).
        let available = min(from.length, to.length) / 2
        return pen.radius * pen.radius * (1 - cosine) <= available * available * (1 + cosine)
    }

    /// Returns the intersection of the edges of two joined lines: the left edges if `side` is 1,
    /// the right edges if `side` is −1.
    @inline(__always)
    private func offsetIntersection(
        at position: CGPoint, _ from: Ray, _ to: Ray, _ side: Double, _ cosine: Double
    ) -> GridPoint {
        let reach = pen.radius * side / (1 + cosine)
        return pen.grid(
            CGPoint(
                x: position.x + (from.direction.dy + to.direction.dy) * reach,
                y: position.y - (from.direction.dx + to.direction.dx) * reach))
    }

    /// Returns `offsetIntersection` as the end of the first line's edge and the start of the second
    /// line's edge.
    private func corner(
        at position: CGPoint, _ from: Ray, _ to: Ray, _ side: Double, _ cosine: Double
    ) -> (start: GridPoint, end: GridPoint) {
        let point = offsetIntersection(at: position, from, to, side, cosine)
        return (point, point)
    }

    /// Outlines the outer side of a join that is not a miter, and returns the points at which the
    /// edges of the lines reach and leave the join.
    private mutating func outlineOuterJoin(
        at position: CGPoint, _ from: Ray, _ to: Ray, _ outer: Double, cosine: Double, sine: Double,
        isSmooth: Bool
    ) -> (start: GridPoint, end: GridPoint) {
        let start = side(of: position, from, outer)
        let end = side(of: position, to, outer)
        if isSmooth || style.join == .round {
            let normal = CGVector(dx: from.direction.dy * outer, dy: -from.direction.dx * outer)
            arc(
                about: position, from: normal, cosine: cosine, sine: sine, turn: outer, start, end)
        } else {
            add(start, end, outer)
        }
        return (start, end)
    }

    /// Outlines the inner side of a join of lines that are too short for their edges to intersect,
    /// and returns the points at which the edges of the lines reach and leave the join.
    ///
    /// The outline passes through the corner point, and each line keeps its complete end.
    private mutating func outlineInnerJoin(
        at position: CGPoint, _ from: Ray, _ to: Ray, _ inner: Double
    ) -> (start: GridPoint, end: GridPoint) {
        let start = side(of: position, from, inner)
        let end = side(of: position, to, inner)
        let middle = pen.grid(position)
        add(start, middle, inner)
        add(middle, end, inner)
        return (start, end)
    }
}
