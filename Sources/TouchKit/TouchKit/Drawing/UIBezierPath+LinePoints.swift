import TouchKitRaster

extension UIBezierPath {
    /// Replaces the contents of `points` with the points of the flattened path, which are valid
    /// only if the path consists of one open subpath.
    ///
    /// Curves are flattened with a tolerance of 1/64 point, so that the corners between segments
    /// are invisible.
    ///
    /// - Returns: Whether the path consists of one open subpath.
    func copyLinePoints(into points: inout [CGPoint]) -> Bool {
        var sink = LineSink()
        // Swapping reuses the array's memory without copying.
        swap(&sink.points, &points)
        sink.points.removeAll(keepingCapacity: true)
        if path.verbs == [.move] {
            sink.begin(at: path.currentPoint)
        } else {
            path.flatten(map: .identity, tolerance: 1.0 / 64, into: &sink)
        }
        swap(&sink.points, &points)
        return sink.isOneLine
    }

    /// A path sink that collects the points of a flattened path and counts its subpaths.
    private struct LineSink: PathSink {
        var points: [CGPoint] = []
        private var lines = 0
        private var isClosed = false

        /// Whether the path consisted of one open subpath.
        var isOneLine: Bool { lines == 1 && !isClosed }

        mutating func begin(at point: CGPoint) {
            lines += 1
            points.append(point)
        }

        mutating func addLine(to point: CGPoint, isSmooth: Bool) {
            points.append(point)
        }

        mutating func end(isClosed: Bool) {
            if isClosed { self.isClosed = true }
        }
    }
}

extension [CGPoint] {
    /// Multiplies all coordinates by `scale`.
    mutating func scale(by scale: CGFloat) {
        for index in indices {
            self[index] = CGPoint(x: self[index].x * scale, y: self[index].y * scale)
        }
    }
}
