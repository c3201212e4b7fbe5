import TouchKitRaster

extension Path {
    /// Returns the part of the path between two fractions of its length.
    ///
    /// The part consists of straight lines that follow curves within 1/64 point. The whole path is
    /// returned unchanged.
    ///
    /// - Parameters:
    ///   - start: The fraction at which the part begins, 0…1.
    ///   - end: The fraction at which the part ends, 0…1. A value that is not greater than `start`
    ///     gives an empty path.
    /// - Complexity: O(lines)
    func part(from start: CGFloat, to end: CGFloat) -> Path {
        if start <= 0 && end >= 1 { return self }
        // An empty part copies nothing, so its sink only measures the path.
        var ruler = PartSink(from: 0, to: 0)
        flatten(map: .identity, tolerance: 1.0 / 64, into: &ruler)
        var part = PartSink(from: start * ruler.position, to: end * ruler.position)
        flatten(map: .identity, tolerance: 1.0 / 64, into: &part)
        return part.path
    }

    /// A sink that copies the lines between two distances along a path.
    private struct PartSink: PathSink {
        var path = Path()
        private let start: CGFloat
        private let end: CGFloat
        /// The length of the lines that the sink has received.
        private(set) var position: CGFloat = 0
        private var first = CGPoint.zero
        private var last = CGPoint.zero
        /// Whether the copied path ends at `last`.
        private var isConnected = false

        init(from start: CGFloat, to end: CGFloat) {
            self.start = start
            self.end = end
        }

        mutating func begin(at point: CGPoint) {
            (first, last) = (point, point)
            isConnected = false
        }

        mutating func addLine(to point: CGPoint, isSmooth: Bool) {
            let length: CGFloat = distance(last, point)
            let (low, high) = (max(start - position, 0), min(end - position, length))
            if low < high {
                if !isConnected { path.move(to: .interpolate(last, point, at: low / length)) }
                path.addLine(
                    to: high == length ? point : .interpolate(last, point, at: high / length))
                isConnected = high == length
            }
            position += length
            last = point
        }

        mutating func end(isClosed: Bool) {
            if isClosed { addLine(to: first, isSmooth: false) }
        }
    }
}

extension Path {
    /// Returns the path at `fraction` of the way to another path, or `nil` if the commands differ.
    /// Fractions outside of 0…1 extrapolate.
    ///
    /// - Complexity: O(points)
    func interpolated(to other: Path, at fraction: Double) -> Path? {
        guard verbs == other.verbs else { return nil }
        var path = Path()
        var index = 0
        func point(_ offset: Int) -> CGPoint {
            .interpolate(points[index + offset], other.points[index + offset], at: fraction)
        }
        for verb in verbs {
            switch verb {
            case .move: path.move(to: point(0))
            case .line: path.addLine(to: point(0))
            case .quad: path.addQuadCurve(to: point(1), control: point(0))
            case .cubic: path.addCurve(to: point(2), control1: point(0), control2: point(1))
            case .close: path.close()
            }
            index += verb.pointCount
        }
        return path
    }
}

extension CGPath {
    /// Returns the path at `fraction` of the way to another path, or the other path if the elements
    /// are not of the same types.
    func interpolated(to other: CGPath, at fraction: Double) -> CGPath {
        path.interpolated(to: other.path, at: fraction).map { CGPath($0) } ?? other
    }
}
