import TouchKitRaster

extension UIBezierPath {
    /// The path's points, where it is one line through points; curves as points within 1/64 point
    /// of them, so that the turn from one to the next is not to be seen.
    ///
    /// - Returns: False for a path that is empty, closed or several lines.
    func copyPlaces(into places: inout [CGPoint]) -> Bool {
        var sink = LineSink()
        // The memory is handed over, not copied.
        swap(&sink.places, &places)
        sink.places.removeAll(keepingCapacity: true)
        if path.verbs == [.move] {
            sink.begin(at: path.currentPoint)
        } else {
            path.flatten(map: .identity, tolerance: 1.0 / 64, into: &sink)
        }
        swap(&sink.places, &places)
        return sink.isOneLine
    }

    /// Gathers the points of one open line.
    private struct LineSink: PathSink {
        var places: [CGPoint] = []
        private var lines = 0
        private var isClosed = false

        var isOneLine: Bool { lines == 1 && !isClosed }

        mutating func begin(at point: CGPoint) {
            lines += 1
            places.append(point)
        }

        mutating func line(to point: CGPoint, isSmooth: Bool) {
            places.append(point)
        }

        mutating func end(isClosed: Bool) {
            if isClosed { self.isClosed = true }
        }
    }
}

extension [CGPoint] {
    /// Multiplies all coordinates.
    mutating func scale(by scale: CGFloat) {
        for index in indices {
            self[index] = CGPoint(x: self[index].x * scale, y: self[index].y * scale)
        }
    }
}
