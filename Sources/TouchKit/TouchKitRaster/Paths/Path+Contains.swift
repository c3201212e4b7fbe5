import TouchKitGeometry

/// The rule that determines which points are inside a path.
package enum FillRule: Sendable {
    /// Points with a winding number other than 0 are inside.
    case nonzero
    /// Points with an odd winding number are inside.
    case evenOdd
}

extension Path {
    /// Returns whether a point is inside the path. Open subpaths are closed implicitly.
    ///
    /// - Parameters:
    ///   - point: The point, in the path's coordinates.
    ///   - rule: The fill rule.
    /// - Complexity: O(verbs); allocates nothing.
    package func contains(_ point: CGPoint, rule: FillRule) -> Bool {
        guard point.x.isFinite, point.y.isFinite else { return false }
        var counter = WindingCounter(testPoint: point)
        flatten(map: .identity, tolerance: PathLimits.tolerance, into: &counter)
        switch rule {
        case .nonzero: return counter.winding != 0
        case .evenOdd: return counter.winding & 1 != 0
        }
    }
}

/// A sink that computes the winding number of a point. A horizontal ray extends from the point to
/// the left. Each line that crosses the ray downward adds 1, and each line that crosses the ray
/// upward subtracts 1.
private struct WindingCounter: PathSink {
    /// The point whose winding number is computed.
    let testPoint: CGPoint
    /// The winding number of the lines received so far.
    private(set) var winding = 0
    /// The first point of the current subpath.
    private var start = CGPoint.zero
    /// The end of the latest line.
    private var current = CGPoint.zero

    /// Creates a counter for a point.
    init(testPoint: CGPoint) {
        self.testPoint = testPoint
    }

    mutating func begin(at point: CGPoint) {
        start = point
        current = point
    }

    mutating func addLine(to point: CGPoint, isSmooth: Bool) {
        // If a line ends on the ray, the end counts as above the ray, so that no crossing is
        // counted twice.
        let isBelow = point.y > testPoint.y
        if (current.y > testPoint.y) != isBelow {
            let part = (testPoint.y - current.y) / (point.y - current.y)
            if current.x + (point.x - current.x) * part <= testPoint.x {
                winding += isBelow ? 1 : -1
            }
        }
        current = point
    }

    mutating func end(isClosed: Bool) {
        addLine(to: start, isSmooth: false)
    }
}
