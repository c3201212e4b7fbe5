import TouchKitGeometry

extension CGPoint {
    /// Returns the distance from a line between two points, which may be equal.
    package func distance(fromLine start: CGPoint, _ end: CGPoint) -> Double {
        let dx = end.x - start.x
        let dy = end.y - start.y
        let square = dx * dx + dy * dy
        let dot = (x - start.x) * dx + (y - start.y) * dy
        let part = square > 0 ? min(max(dot / square, 0), 1) : 0
        let offX = x - start.x - dx * part
        let offY = y - start.y - dy * part
        return (offX * offX + offY * offY).squareRoot()
    }

    /// Returns the distance from a polyline, or from a single point.
    package func distance(fromPolyline points: [CGPoint]) -> Double {
        let ends = points.count == 1 ? points : Array(points.dropFirst())
        return zip(points, ends).map { distance(fromLine: $0, $1) }.min() ?? .infinity
    }
}
