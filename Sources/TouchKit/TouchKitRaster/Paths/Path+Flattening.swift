import TouchKitGeometry

/// Gets a path as straight lines, subpath by subpath.
package protocol PathSink {
    /// A subpath begins.
    mutating func begin(at point: CGPoint)
    /// It goes on straight.
    ///
    /// - Parameters:
    ///   - point: The end of the line.
    ///   - isSmooth: Whether the end lies inside a curve: the next line goes on without a corner.
    mutating func line(to point: CGPoint, isSmooth: Bool)
    /// The subpath is complete.
    ///
    /// - Parameter isClosed: Whether a line leads back to its beginning.
    mutating func end(isClosed: Bool)
}

extension Path {
    /// Says the path in straight lines.
    ///
    /// A curve is cut at equal steps of its parameter. A polynomial of degree n, cut to N pieces, lies
    /// within n(n−1)/8 · M/N² of its chords, M being the largest second difference of its control
    /// points (Wang, Proc. Graphics Interface 1984); N is chosen so that this is the tolerance.
    ///
    /// A step with a coordinate that isn't finite is left out, and so is a whole subpath whose
    /// beginning isn't; coordinates beyond ±2²⁰ are pulled to that limit. All of it after the map.
    ///
    /// - Parameters:
    ///   - map: From the path's coordinates to the sink's.
    ///   - tolerance: How far a line may lie from its curve, in the sink's unit.
    ///   - sink: Gets the lines. Subpaths without a line, and not closed, aren't mentioned.
    /// - Complexity: O(steps), with at most 1,024 lines for a curve.
    package func flatten<Sink: PathSink>(
        map: CGAffineTransform, tolerance: Double, into sink: inout Sink
    ) {
        var walker = PathWalker(map: map, inverseTolerance: 1 / max(tolerance, 1e-6))
        var place = 0
        for index in verbs.indices {
            let verb = verbs[index]
            switch verb {
            case .move: walker.move(to: points[place], &sink)
            case .line: walker.line(to: points[place], &sink)
            case .quad: walker.quad(points[place], points[place + 1], &sink)
            case .cubic: walker.cubic(points[place], points[place + 1], points[place + 2], &sink)
            case .close: walker.close(isAlone: index > 0 && verbs[index - 1] == .move, &sink)
            }
            place += verb.pointCount
        }
        walker.finish(&sink)
    }
}

/// The state between two steps of a path that is said in lines.
private struct PathWalker {
    let map: CGAffineTransform
    let inverseTolerance: Double
    private var start = CGPoint.zero
    private var current = CGPoint.zero
    /// Whether there is a place to go on from.
    private var isSomewhere = false
    /// Whether the sink knows of the subpath.
    private var isBegun = false

    init(map: CGAffineTransform, inverseTolerance: Double) {
        self.map = map
        self.inverseTolerance = inverseTolerance
    }

    /// The point after the map, within the limits; nil where it isn't finite.
    private func mapped(_ point: CGPoint) -> CGPoint? {
        let point = point.applying(map)
        guard let x = DisplayList.bounded(point.x), let y = DisplayList.bounded(point.y) else {
            return nil
        }
        return CGPoint(x: x, y: y)
    }

    mutating func move<Sink: PathSink>(to point: CGPoint, _ sink: inout Sink) {
        finish(&sink)
        guard let point = mapped(point) else {
            isSomewhere = false
            return
        }
        isSomewhere = true
        start = point
        current = point
    }

    mutating func line<Sink: PathSink>(to point: CGPoint, _ sink: inout Sink) {
        guard isSomewhere, let point = mapped(point) else { return }
        beginIfNeeded(&sink)
        sink.line(to: point, isSmooth: false)
        current = point
    }

    mutating func quad<Sink: PathSink>(
        _ control: CGPoint, _ end: CGPoint, _ sink: inout Sink
    ) {
        guard isSomewhere, let control = mapped(control), let end = mapped(end) else { return }
        beginIfNeeded(&sink)
        let bendX = current.x - 2 * control.x + end.x
        let bendY = current.y - 2 * control.y + end.y
        let pieces = count(0.25, (bendX * bendX + bendY * bendY).squareRoot())
        let alongX = 2 * (control.x - current.x)
        let alongY = 2 * (control.y - current.y)
        var piece = 1.0
        while piece < pieces {
            let t = piece / pieces
            let point = CGPoint(
                x: (bendX * t + alongX) * t + current.x, y: (bendY * t + alongY) * t + current.y)
            sink.line(to: point, isSmooth: true)
            piece += 1
        }
        sink.line(to: end, isSmooth: false)
        current = end
    }

    mutating func cubic<Sink: PathSink>(
        _ control1: CGPoint, _ control2: CGPoint, _ end: CGPoint, _ sink: inout Sink
    ) {
        guard isSomewhere, let control1 = mapped(control1), let control2 = mapped(control2),
            let end = mapped(end)
        else { return }
        beginIfNeeded(&sink)
        let firstX = current.x - 2 * control1.x + control2.x
        let firstY = current.y - 2 * control1.y + control2.y
        let secondX = control1.x - 2 * control2.x + end.x
        let secondY = control1.y - 2 * control2.y + end.y
        let bend = max(firstX * firstX + firstY * firstY, secondX * secondX + secondY * secondY)
        let pieces = count(0.75, bend.squareRoot())
        // The curve as a polynomial: ((c3 t + c2) t + c1) t + c0.
        let c1 = CGPoint(x: 3 * (control1.x - current.x), y: 3 * (control1.y - current.y))
        let c2 = CGPoint(x: 3 * firstX, y: 3 * firstY)
        let c3 = CGPoint(x: secondX - firstX, y: secondY - firstY)
        var piece = 1.0
        while piece < pieces {
            let t = piece / pieces
            let x = ((c3.x * t + c2.x) * t + c1.x) * t + current.x
            let y = ((c3.y * t + c2.y) * t + c1.y) * t + current.y
            sink.line(to: CGPoint(x: x, y: y), isSmooth: true)
            piece += 1
        }
        sink.line(to: end, isSmooth: false)
        current = end
    }

    mutating func close<Sink: PathSink>(isAlone: Bool, _ sink: inout Sink) {
        if isAlone && isSomewhere { beginIfNeeded(&sink) }
        if isBegun { sink.end(isClosed: true) }
        isBegun = false
        current = start
    }

    mutating func finish<Sink: PathSink>(_ sink: inout Sink) {
        if isBegun { sink.end(isClosed: false) }
        isBegun = false
    }

    private mutating func beginIfNeeded<Sink: PathSink>(_ sink: inout Sink) {
        if isBegun { return }
        sink.begin(at: current)
        start = current
        isBegun = true
    }

    /// The number of pieces for a largest second difference.
    private func count(_ factor: Double, _ bend: Double) -> Double {
        let pieces = (factor * bend * inverseTolerance).squareRoot().rounded(.up)
        return min(max(pieces, 1), PathLimits.curvePieces)
    }
}
