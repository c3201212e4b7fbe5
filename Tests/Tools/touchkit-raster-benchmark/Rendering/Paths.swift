import TouchKitGeometry
import TouchKitRaster

/// The curves of the workload as paths that are created in advance, as in an app.
struct Paths {
    /// The paths with their styles and colors.
    private let curves: [(path: Path, style: LineStyle, paint: Paint)]

    /// Creates the paths.
    init(_ curves: [Curve]) {
        self.curves = curves.map { curve in
            var path = Path()
            path.move(to: CGPoint(curve.start))
            path.addCurve(
                to: CGPoint(curve.end), control1: CGPoint(curve.control1),
                control2: CGPoint(curve.control2))
            return (
                path, LineStyle(width: Double(curve.width), cap: .round, join: .round),
                .color(PixelColor(curve.color))
            )
        }
    }

    /// Appends the outlines of all paths.
    func stroke(_ list: DisplayList) {
        for curve in curves { list.stroke(curve.path, style: curve.style, paint: curve.paint) }
    }

    /// Appends the interiors of all paths.
    func fill(_ list: DisplayList) {
        for curve in curves { list.fill(curve.path, rule: .nonzero, paint: curve.paint) }
    }
}

extension CGPoint {
    /// Converts a point of a workload.
    fileprivate init(_ point: SIMD2<Float>) {
        self.init(x: Double(point.x), y: Double(point.y))
    }
}
