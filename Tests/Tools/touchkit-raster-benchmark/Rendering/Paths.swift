import TouchKitGeometry
import TouchKitRaster

/// The workload's curves as paths, made beforehand as an app keeps them.
struct Paths {
    private let curves: [(path: Path, style: StrokeStyle, paint: Paint)]

    init(_ curves: [Curve]) {
        self.curves = curves.map { curve in
            var path = Path()
            path.move(to: CGPoint(curve.start))
            path.cubic(
                to: CGPoint(curve.end), control1: CGPoint(curve.control1),
                control2: CGPoint(curve.control2))
            return (
                path, StrokeStyle(width: Double(curve.width), cap: .round, join: .round),
                .color(PixelColor(curve.color))
            )
        }
    }

    /// Records their lines.
    func stroke(_ list: DisplayList) {
        for curve in curves { list.stroke(curve.path, style: curve.style, paint: curve.paint) }
    }

    /// Records their insides.
    func fill(_ list: DisplayList) {
        for curve in curves { list.fill(curve.path, rule: .nonzero, paint: curve.paint) }
    }
}

extension CGPoint {
    fileprivate init(_ point: SIMD2<Float>) {
        self.init(x: Double(point.x), y: Double(point.y))
    }
}
