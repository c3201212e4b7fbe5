import TouchKitGeometry

/// Straight lines and curves, in any unit: the shape alone, without width or colour.
///
/// A path that is filled again after `removeAll()` allocates nothing.
package struct Path: Equatable {
    /// A step of a path, and how many points it takes.
    package enum Verb: UInt8 {
        /// Begins a subpath: 1 point.
        case move
        /// A straight line: 1 point.
        case line
        /// A quadratic curve: its control point and its end.
        case quad
        /// A cubic curve: two control points and its end.
        case cubic
        /// A straight line back to where the subpath began: no point.
        case close

        /// How many points the step takes.
        package var pointCount: Int {
            switch self {
            case .move, .line: 1
            case .quad: 2
            case .cubic: 3
            case .close: 0
            }
        }
    }

    /// The steps, in order.
    package private(set) var verbs: [Verb] = []
    /// The points of all steps, one after the other.
    package private(set) var points: [CGPoint] = []
    /// Where the next step would begin; zero for an empty path.
    package private(set) var currentPoint = CGPoint.zero
    /// Where the subpath began.
    private var start = CGPoint.zero

    /// Makes an empty path.
    package init() {}

    /// Whether there is nothing in it.
    package var isEmpty: Bool { verbs.isEmpty }

    /// The smallest rectangle around all points, control points included; `null` for an empty path.
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

    /// Whether it is one straight line that isn't closed.
    package var isSingleLine: Bool { verbs.count == 2 && verbs[0] == .move && verbs[1] == .line }

    /// Begins a subpath; one that was begun without a step after it is forgotten.
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

    /// Goes on straight; does nothing on an empty path, which has no place to go on from. After a
    /// close, a new subpath begins where the closed one did.
    package mutating func line(to point: CGPoint) {
        append(.line, point)
    }

    /// Goes on in a quadratic curve; does nothing on an empty path.
    package mutating func quad(to end: CGPoint, control: CGPoint) {
        if isEmpty { return }
        points.append(control)
        append(.quad, end)
    }

    /// Goes on in a cubic curve; does nothing on an empty path.
    package mutating func cubic(to end: CGPoint, control1: CGPoint, control2: CGPoint) {
        if isEmpty { return }
        points.append(control1)
        points.append(control2)
        append(.cubic, end)
    }

    /// Goes back to where the subpath began; does nothing where it was closed already.
    package mutating func close() {
        guard let last = verbs.last, last != .close else { return }
        verbs.append(.close)
        currentPoint = start
    }

    /// Adds the steps of another path.
    package mutating func append(_ other: Path) {
        verbs.append(contentsOf: other.verbs)
        points.append(contentsOf: other.points)
        start = other.isEmpty ? start : other.start
        currentPoint = other.isEmpty ? currentPoint : other.currentPoint
    }

    /// Moves all points through a map.
    package mutating func apply(_ map: CGAffineTransform) {
        for index in points.indices { points[index] = points[index].applying(map) }
        start = start.applying(map)
        currentPoint = currentPoint.applying(map)
    }

    /// The same places in the opposite direction; each subpath begins where it ended.
    ///
    /// - Complexity: O(steps)
    package func reversed() -> Path {
        var other = Path()
        var end = verbs.count
        var place = points.count
        while end > 0 {
            // One subpath: back to its beginning.
            var first = end - 1
            while first > 0, verbs[first] != .move, verbs[first - 1] != .close { first -= 1 }
            place = other.appendReversed(self, first..<end, endingAt: place)
            end = first
        }
        return other
    }

    /// Adds a subpath of another path in the opposite direction.
    ///
    /// - Parameter endingAt: The number of points up to its end.
    /// - Returns: The number of points up to its beginning.
    private mutating func appendReversed(
        _ other: Path, _ steps: Range<Int>, endingAt end: Int
    ) -> Int {
        var place = end
        let isClosed = other.verbs[steps.upperBound - 1] == .close
        let begins = other.verbs[steps.lowerBound] == .move
        let first = other.start(of: steps, endingAt: end)
        move(to: isClosed && steps.count == 1 ? first : other.points[place - 1])
        for index in steps.reversed() {
            let verb = other.verbs[index]
            if verb == .move || verb == .close { continue }
            place -= verb.pointCount
            let isFirst = index == steps.lowerBound || other.verbs[index - 1] == .move
            let target = isFirst ? first : other.points[place - 1]
            switch verb {
            case .line: line(to: target)
            case .quad: quad(to: target, control: other.points[place])
            case .cubic:
                cubic(
                    to: target, control1: other.points[place + 1], control2: other.points[place])
            case .move, .close: break
            }
        }
        if isClosed { close() }
        return begins ? place - 1 : place
    }

    /// Where a subpath begins: where it says, or, after a close, where the one before it began.
    private func start(of steps: Range<Int>, endingAt end: Int) -> CGPoint {
        var index = steps.upperBound
        var place = end
        while index > 0 {
            index -= 1
            place -= verbs[index].pointCount
            if verbs[index] == .move { return points[place] }
        }
        return .zero
    }

    /// Empties the path and keeps its memory.
    package mutating func removeAll() {
        verbs.removeAll(keepingCapacity: true)
        points.removeAll(keepingCapacity: true)
        start = .zero
        currentPoint = .zero
    }

    /// Empties the path, keeps its memory, and leaves no point in it: nor of a longer path that was in it
    /// before. Memory that it had while it was smaller isn't reached: give it its size first.
    ///
    /// - Complexity: O(capacity)
    package mutating func wipe() {
        removeAll()
        for _ in 0..<points.capacity { points.append(.zero) }
        removeAll()
    }

    private mutating func append(_ verb: Verb, _ end: CGPoint) {
        if isEmpty { return }
        verbs.append(verb)
        points.append(end)
        currentPoint = end
    }

    /// Whether both have the same steps and points.
    package static func == (left: Path, right: Path) -> Bool {
        left.verbs == right.verbs && left.points == right.points
    }
}
