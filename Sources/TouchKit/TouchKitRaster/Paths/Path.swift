import TouchKitGeometry

/// A geometric path of lines and Bézier curves, without line width and color.
///
/// Commands that are appended after `removeAll()` reuse the allocated memory.
package struct Path: Equatable {
    /// A path command. The points of commands are stored separately.
    package enum Verb: UInt8 {
        /// The start of a subpath: 1 point.
        case move
        /// A straight line: 1 point.
        case line
        /// A quadratic Bézier curve: a control point and the end point.
        case quad
        /// A cubic Bézier curve: two control points and the end point.
        case cubic
        /// A straight line back to the start of the subpath: no point.
        case close

        /// The number of points that belong to the command.
        package var pointCount: Int {
            switch self {
            case .move, .line: 1
            case .quad: 2
            case .cubic: 3
            case .close: 0
            }
        }
    }

    /// The commands in the order in which they were appended.
    package private(set) var verbs: [Verb] = []
    /// The points of all commands, in the order of `verbs`.
    package private(set) var points: [CGPoint] = []
    /// The point at which the next command begins, or (0, 0) for an empty path.
    package private(set) var currentPoint = CGPoint.zero
    /// The first point of the current subpath.
    private var start = CGPoint.zero

    /// Creates an empty path.
    package init() {}

    /// Whether the path contains no commands.
    package var isEmpty: Bool { verbs.isEmpty }

    /// The bounding box of all points including control points, or the null rectangle for an empty
    /// path.
    ///
    /// - Complexity: O(points)
    package var bounds: CGRect {
        guard var low = points.first else { return .null }
        var high = low
        for point in points {
            low = CGPoint(x: min(low.x, point.x), y: min(low.y, point.y))
            high = CGPoint(x: max(high.x, point.x), y: max(high.y, point.y))
        }
        return CGRect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
    }

    /// Whether the path is a single straight line that is not closed.
    package var isSingleLine: Bool { verbs.count == 2 && verbs[0] == .move && verbs[1] == .line }

    /// Begins a subpath at `point`. A preceding move command is replaced.
    package mutating func move(to point: CGPoint) {
        if verbs.last == .move {
            points[points.count - 1] = point
        } else {
            verbs.append(.move)
            points.append(point)
        }
        start = point
        currentPoint = point
    }

    /// Appends a straight line. Does nothing if the path is empty.
    ///
    /// After a close command, the line begins a new subpath at the start of the closed subpath.
    package mutating func addLine(to point: CGPoint) {
        append(.line, point)
    }

    /// Appends a quadratic Bézier curve. Does nothing if the path is empty.
    package mutating func addQuadCurve(to end: CGPoint, control: CGPoint) {
        if isEmpty { return }
        points.append(control)
        append(.quad, end)
    }

    /// Appends a cubic Bézier curve. Does nothing if the path is empty.
    package mutating func addCurve(to end: CGPoint, control1: CGPoint, control2: CGPoint) {
        if isEmpty { return }
        points.append(control1)
        points.append(control2)
        append(.cubic, end)
    }

    /// Closes the current subpath. Does nothing if the path is empty or the subpath is already
    /// closed.
    package mutating func close() {
        guard let last = verbs.last, last != .close else { return }
        verbs.append(.close)
        currentPoint = start
    }

    /// Appends the commands of another path.
    package mutating func append(_ other: Path) {
        verbs.append(contentsOf: other.verbs)
        points.append(contentsOf: other.points)
        start = other.isEmpty ? start : other.start
        currentPoint = other.isEmpty ? currentPoint : other.currentPoint
    }

    /// Appends a part of another path, which must begin with a move command.
    ///
    /// - Parameters:
    ///   - other: The path that contains the part.
    ///   - verbs: The range of the part in `other.verbs`.
    ///   - points: The range of the part in `other.points`.
    package mutating func append(_ other: Path, verbs: Range<Int>, points: Range<Int>) {
        guard let first = points.first, let last = points.last else { return }
        self.verbs.append(contentsOf: other.verbs[verbs])
        self.points.append(contentsOf: other.points[points])
        start = other.points[first]
        currentPoint = other.points[last]
    }

    /// Appends the commands of another path. The other path's first move command becomes a straight
    /// line from the current point; it is omitted if the path ends there.
    package mutating func append(continuing other: Path) {
        guard !isEmpty, let first = other.points.first, other.verbs.first == .move else {
            append(other)
            return
        }
        if first != currentPoint { addLine(to: first) }
        if other.verbs.count == 1 { return }
        let subpathStart = start
        verbs.append(contentsOf: other.verbs.dropFirst())
        points.append(contentsOf: other.points.dropFirst())
        start = other.start == first ? subpathStart : other.start
        currentPoint = other.currentPoint
    }

    /// Transforms all points of the path.
    package mutating func apply(_ map: CGAffineTransform) {
        for index in points.indices { points[index] = points[index].applying(map) }
        start = start.applying(map)
        currentPoint = currentPoint.applying(map)
    }

    /// Returns the path with the direction of each subpath reversed.
    ///
    /// - Complexity: O(verbs)
    package func reversed() -> Path {
        var other = Path()
        var end = verbs.count
        var pointIndex = points.count
        while end > 0 {
            // Finds the beginning of the last subpath that is not reversed yet.
            var first = end - 1
            while first > 0, verbs[first] != .move, verbs[first - 1] != .close { first -= 1 }
            pointIndex = other.appendReversed(self, first..<end, endingAt: pointIndex)
            end = first
        }
        return other
    }

    /// Appends a subpath of another path in the opposite direction.
    ///
    /// - Parameters:
    ///   - other: The path that contains the subpath.
    ///   - verbRange: The range of the subpath's commands in `other.verbs`.
    ///   - end: The number of points of `other` up to the end of the subpath.
    /// - Returns: The number of points of `other` before the subpath.
    private mutating func appendReversed(
        _ other: Path, _ verbRange: Range<Int>, endingAt end: Int
    ) -> Int {
        var pointIndex = end
        let isClosed = other.verbs[verbRange.upperBound - 1] == .close
        let begins = other.verbs[verbRange.lowerBound] == .move
        let first = other.start(of: verbRange, endingAt: end)
        move(to: isClosed && verbRange.count == 1 ? first : other.points[pointIndex - 1])
        for index in verbRange.reversed() {
            let verb = other.verbs[index]
            if verb == .move || verb == .close { continue }
            pointIndex -= verb.pointCount
            let isFirst = index == verbRange.lowerBound || other.verbs[index - 1] == .move
            let target = isFirst ? first : other.points[pointIndex - 1]
            switch verb {
            case .line: addLine(to: target)
            case .quad: addQuadCurve(to: target, control: other.points[pointIndex])
            case .cubic:
                addCurve(
                    to: target, control1: other.points[pointIndex + 1],
                    control2: other.points[pointIndex])
            case .move, .close: break
            }
        }
        if isClosed { close() }
        return begins ? pointIndex - 1 : pointIndex
    }

    /// Returns the first point of a subpath that begins with a move command or after a close
    /// command.
    private func start(of verbRange: Range<Int>, endingAt end: Int) -> CGPoint {
        var index = verbRange.upperBound
        var pointIndex = end
        while index > 0 {
            index -= 1
            pointIndex -= verbs[index].pointCount
            if verbs[index] == .move { return points[pointIndex] }
        }
        return .zero
    }

    /// Removes all commands, but keeps the allocated memory.
    package mutating func removeAll() {
        verbs.removeAll(keepingCapacity: true)
        points.removeAll(keepingCapacity: true)
        start = .zero
        currentPoint = .zero
    }

    /// Removes all commands and overwrites the allocated memory, so that the memory contains no
    /// former points.
    ///
    /// Memory that was released when the path grew is not overwritten. Reserve the capacity in
    /// advance to avoid such growth.
    ///
    /// - Complexity: O(capacity)
    package mutating func wipe() {
        removeAll()
        for _ in 0..<points.capacity { points.append(.zero) }
        removeAll()
    }

    /// Appends a command and its end point, unless the path is empty.
    private mutating func append(_ verb: Verb, _ end: CGPoint) {
        if isEmpty { return }
        verbs.append(verb)
        points.append(end)
        currentPoint = end
    }

    /// Returns whether both paths have equal commands and points.
    package static func == (left: Path, right: Path) -> Bool {
        left.verbs == right.verbs && left.points == right.points
    }
}
