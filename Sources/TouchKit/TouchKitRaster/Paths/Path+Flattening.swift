import TouchKitGeometry

/// A receiver of the straight lines of a flattened path, subpath by subpath.
package protocol PathSink {
    /// Begins a subpath at `point`.
    mutating func begin(at point: CGPoint)
    /// Adds a line from the current point to `point`.
    ///
    /// - Parameters:
    ///   - point: The end of the line.
    ///   - isSmooth: Whether the end is inside a flattened curve. The next line then continues
    ///     without a corner.
    mutating func addLine(to point: CGPoint, isSmooth: Bool)
    /// Ends the subpath.
    ///
    /// - Parameter isClosed: Whether the last point is connected with the first point.
    mutating func end(isClosed: Bool)
}

extension Path {
    /// Approximates the path by straight lines and passes them to a sink.
    ///
    /// A curve is divided at equal parameter steps. If a polynomial curve of degree n is divided
    /// into N pieces, the distance between the curve and its chords is at most n(n−1)/8 · M/N²,
    /// where M is the largest second difference of the control points (Wang, Proc. Graphics
    /// Interface 1984). N is chosen so that this bound equals the tolerance.
    ///
    /// Lines and curves with a coordinate that is not finite are ignored. If the start of a subpath
    /// is not finite, the whole subpath is ignored. Coordinates beyond ±2²⁰ are clamped. All rules
    /// apply to the transformed coordinates.
    ///
    /// - Parameters:
    ///   - map: The transform from the path's coordinates to the coordinates of the sink.
    ///   - tolerance: The maximum distance between a curve and its approximation by lines, in the
    ///     sink's unit.
    ///   - sink: The sink that receives the lines. Open subpaths without lines are omitted.
    /// - Complexity: O(verbs), with at most 1,024 lines per curve.
    package func flatten<Sink: PathSink>(
        map: CGAffineTransform, tolerance: Double, into sink: inout Sink
    ) {
        var walker = PathFlattener(map: map, inverseTolerance: 1 / max(tolerance, 1e-6))
        var pointIndex = 0
        for index in verbs.indices {
            let verb = verbs[index]
            switch verb {
            case .move: walker.move(to: points[pointIndex], &sink)
            case .line: walker.addLine(to: points[pointIndex], &sink)
            case .quad: walker.addQuadCurve(points[pointIndex], points[pointIndex + 1], &sink)
            case .cubic:
                walker.addCurve(
                    points[pointIndex], points[pointIndex + 1], points[pointIndex + 2], &sink)
            case .close: walker.close(isEmptySubpath: index > 0 && verbs[index - 1] == .move, &sink)
            }
            pointIndex += verb.pointCount
        }
        walker.finish(&sink)
    }
}

/// The state between two verbs of a path while the path is flattened.
private struct PathFlattener {
    /// The transform from the path's coordinates to the coordinates of the sink.
    let map: CGAffineTransform
    /// The reciprocal of the tolerance, in the sink's unit.
    let inverseTolerance: Double
    /// The first point of the current subpath, in the coordinates of the sink.
    private var start = CGPoint.zero
    /// The current point, in the coordinates of the sink.
    private var current = CGPoint.zero
    /// Whether there is a valid current point.
    private var hasCurrentPoint = false
    /// Whether the current subpath has been passed to the sink.
    private var hasBegunSubpath = false

    /// Creates a flattener without a current point.
    init(map: CGAffineTransform, inverseTolerance: Double) {
        self.map = map
        self.inverseTolerance = inverseTolerance
    }

    /// Returns the transformed and clamped point, or `nil` if a coordinate is not finite.
    private func mapped(_ point: CGPoint) -> CGPoint? {
        let point = point.applying(map)
        guard let x = DisplayList.bounded(point.x), let y = DisplayList.bounded(point.y) else {
            return nil
        }
        return CGPoint(x: x, y: y)
    }

    /// Ends the current subpath and makes `point` the current point.
    mutating func move<Sink: PathSink>(to point: CGPoint, _ sink: inout Sink) {
        finish(&sink)
        guard let point = mapped(point) else {
            hasCurrentPoint = false
            return
        }
        hasCurrentPoint = true
        start = point
        current = point
    }

    /// Passes a straight line to the sink.
    mutating func addLine<Sink: PathSink>(to point: CGPoint, _ sink: inout Sink) {
        guard hasCurrentPoint, let point = mapped(point) else { return }
        beginIfNeeded(&sink)
        sink.addLine(to: point, isSmooth: false)
        current = point
    }

    /// Passes a quadratic Bézier curve to the sink, as lines.
    mutating func addQuadCurve<Sink: PathSink>(
        _ control: CGPoint, _ end: CGPoint, _ sink: inout Sink
    ) {
        guard hasCurrentPoint, let control = mapped(control), let end = mapped(end) else { return }
        beginIfNeeded(&sink)
        let bendX = current.x - 2 * control.x + end.x
        let bendY = current.y - 2 * control.y + end.y
        let pieces = segmentCount(0.25, (bendX * bendX + bendY * bendY).squareRoot())
        let alongX = 2 * (control.x - current.x)
        let alongY = 2 * (control.y - current.y)
        var piece = 1.0
        while piece < pieces {
            let t = piece / pieces
            let point = CGPoint(
                x: (bendX * t + alongX) * t + current.x, y: (bendY * t + alongY) * t + current.y)
            sink.addLine(to: point, isSmooth: true)
            piece += 1
        }
        sink.addLine(to: end, isSmooth: false)
        current = end
    }

    /// Passes a cubic Bézier curve to the sink, as lines.
    mutating func addCurve<Sink: PathSink>(
        _ control1: CGPoint, _ control2: CGPoint, _ end: CGPoint, _ sink: inout Sink
    ) {
        guard hasCurrentPoint, let control1 = mapped(control1), let control2 = mapped(control2),
            let end = mapped(end)
        else { return }
        beginIfNeeded(&sink)
        let firstX = current.x - 2 * control1.x + control2.x
        let firstY = current.y - 2 * control1.y + control2.y
        let secondX = control1.x - 2 * control2.x + end.x
        let secondY = control1.y - 2 * control2.y + end.y
        let bend = max(firstX * firstX + firstY * firstY, secondX * secondX + secondY * secondY)
        let pieces = segmentCount(0.75, bend.squareRoot())
        // The curve as a polynomial: ((c3 t + c2) t + c1) t + c0.
        let c1 = CGPoint(x: 3 * (control1.x - current.x), y: 3 * (control1.y - current.y))
        let c2 = CGPoint(x: 3 * firstX, y: 3 * firstY)
        let c3 = CGPoint(x: secondX - firstX, y: secondY - firstY)
        var piece = 1.0
        while piece < pieces {
            let t = piece / pieces
            let x = ((c3.x * t + c2.x) * t + c1.x) * t + current.x
            let y = ((c3.y * t + c2.y) * t + c1.y) * t + current.y
            sink.addLine(to: CGPoint(x: x, y: y), isSmooth: true)
            piece += 1
        }
        sink.addLine(to: end, isSmooth: false)
        current = end
    }

    /// Closes the current subpath. `isEmptySubpath` is whether the subpath has no line or curve.
    mutating func close<Sink: PathSink>(isEmptySubpath: Bool, _ sink: inout Sink) {
        if isEmptySubpath && hasCurrentPoint { beginIfNeeded(&sink) }
        if hasBegunSubpath { sink.end(isClosed: true) }
        hasBegunSubpath = false
        current = start
    }

    /// Ends the current subpath without closing it.
    mutating func finish<Sink: PathSink>(_ sink: inout Sink) {
        if hasBegunSubpath { sink.end(isClosed: false) }
        hasBegunSubpath = false
    }

    /// Begins the subpath in the sink before its first line.
    private mutating func beginIfNeeded<Sink: PathSink>(_ sink: inout Sink) {
        if hasBegunSubpath { return }
        sink.begin(at: current)
        start = current
        hasBegunSubpath = true
    }

    /// Returns the number of lines by which a curve is approximated.
    ///
    /// - Parameters:
    ///   - factor: The factor n(n−1)/8 for a curve of degree n.
    ///   - bend: The largest second difference of the control points, in the sink's unit.
    private func segmentCount(_ factor: Double, _ bend: Double) -> Double {
        let pieces = (factor * bend * inverseTolerance).squareRoot().rounded(.up)
        return min(max(pieces, 1), PathLimits.maximumCurveSegments)
    }
}
