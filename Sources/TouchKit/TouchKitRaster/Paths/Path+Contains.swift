import TouchKitGeometry

/// Which places a path encloses.
package enum FillRule: Sendable {
    /// Those around which it goes a number of times that isn't 0, one direction counting against the
    /// other.
    case nonzero
    /// Those around which it goes an odd number of times.
    case evenOdd
}

extension Path {
    /// Whether a place lies inside the path, subpaths counting as closed.
    ///
    /// - Parameters:
    ///   - point: The place, in the path's unit.
    ///   - rule: What inside means.
    /// - Complexity: O(steps); allocates nothing.
    package func contains(_ point: CGPoint, rule: FillRule) -> Bool {
        guard point.x.isFinite, point.y.isFinite else { return false }
        var counter = WindingCounter(place: point)
        flatten(map: .identity, tolerance: PathLimits.tolerance, into: &counter)
        switch rule {
        case .nonzero: return counter.winding != 0
        case .evenOdd: return counter.winding & 1 != 0
        }
    }
}

/// Counts how often lines pass to the left of a place: downwards less upwards.
private struct WindingCounter: PathSink {
    let place: CGPoint
    private(set) var winding = 0
    private var start = CGPoint.zero
    private var current = CGPoint.zero

    init(place: CGPoint) {
        self.place = place
    }

    mutating func begin(at point: CGPoint) {
        start = point
        current = point
    }

    mutating func line(to point: CGPoint, isSmooth: Bool) {
        // An end on the place's own row counts as below it: no line is counted twice.
        let isBelow = point.y > place.y
        if (current.y > place.y) != isBelow {
            let part = (place.y - current.y) / (point.y - current.y)
            if current.x + (point.x - current.x) * part <= place.x { winding += isBelow ? 1 : -1 }
        }
        current = point
    }

    mutating func end(isClosed: Bool) {
        line(to: start, isSmooth: false)
    }
}
