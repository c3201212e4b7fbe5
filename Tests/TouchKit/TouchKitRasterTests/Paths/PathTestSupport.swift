import TouchKitGeometry
import TouchKitRaster
import TouchTrackerTestSupport

/// Returns the coverage of a filled path, 0…255, measured by painting white on black.
func coverage(
    of path: Path, _ width: Int, _ height: Int, rule: FillRule = .nonzero,
    map: CGAffineTransform = .identity
) -> [[Int]] {
    levels(
        composed(width, height, over: .black) {
            $0.fill(path, map: map, rule: rule, paint: .color(.white))
        })
}

/// Returns the coverage of a stroked path, 0…255, measured by painting white on black.
func coverage(
    of path: Path, _ width: Int, _ height: Int, style: LineStyle,
    map: CGAffineTransform = .identity
) -> [[Int]] {
    levels(
        composed(width, height, over: .black) {
            $0.stroke(path, map: map, style: style, paint: .color(.white))
        })
}

/// Returns a channel of each pixel, row by row.
func levels(_ picture: Bitmap) -> [[Int]] {
    (0..<picture.height).map { y in (0..<picture.width).map { Int(picture[$0, y] & 0xFF) } }
}

extension Path {
    /// Returns a path through some points.
    static func through(_ places: [(Double, Double)], isClosed: Bool = false) -> Path {
        var path = Path()
        for (index, place) in places.enumerated() {
            let point = CGPoint(x: place.0, y: place.1)
            if index == 0 { path.move(to: point) } else { path.addLine(to: point) }
        }
        if isClosed { path.close() }
        return path
    }

    /// Returns a circle of four cubic curves; the error of the radius is at most 0.03 %.
    static func circle(_ x: Double, _ y: Double, radius: Double) -> Path {
        let k = 0.552_284_749_8 * radius
        var path = Path()
        path.move(to: CGPoint(x: x + radius, y: y))
        var from = CGVector(dx: radius, dy: 0)
        for _ in 0..<4 {
            let to = CGVector(dx: -from.dy, dy: from.dx)
            let part = k / radius
            path.addCurve(
                to: CGPoint(x: x + to.dx, y: y + to.dy),
                control1: CGPoint(x: x + from.dx + to.dx * part, y: y + from.dy + to.dy * part),
                control2: CGPoint(x: x + to.dx + from.dx * part, y: y + to.dy + from.dy * part))
            from = to
        }
        path.close()
        return path
    }

    /// Returns a five-pointed star drawn as one self-crossing line.
    static func star(_ x: Double, _ y: Double, radius: Double) -> Path {
        var path = Path()
        for step in 0..<5 {
            let map = CGAffineTransform(rotationAngle: Double(step) * 0.8 * .pi - .pi / 2)
            let place = CGPoint(x: radius, y: 0).applying(map)
            let point = CGPoint(x: x + place.x, y: y + place.y)
            if step == 0 { path.move(to: point) } else { path.addLine(to: point) }
        }
        path.close()
        return path
    }
}
