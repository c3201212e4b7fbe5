import Glibc

/// A place, a direction or an impulse in the world of dynamics.
typealias DynamicVector = SIMD2<Double>

extension DynamicVector {
    init(_ point: CGPoint) {
        self.init(point.x, point.y)
    }

    init(_ vector: CGVector) {
        self.init(vector.dx, vector.dy)
    }

    var point: CGPoint { CGPoint(x: x, y: y) }
    var vector: CGVector { CGVector(dx: x, dy: y) }

    var length: Double { (x * x + y * y).squareRoot() }

    func dot(_ other: DynamicVector) -> Double { x * other.x + y * other.y }

    /// How much one is turned against the other, times both lengths.
    func cross(_ other: DynamicVector) -> Double { x * other.y - y * other.x }

    /// Turned by a quarter, clockwise on the screen.
    var turned: DynamicVector { DynamicVector(-y, x) }

    /// Turned by an angle, clockwise on the screen.
    func rotated(by angle: Double) -> DynamicVector {
        if angle == 0 { return self }
        let sine = sin(angle)
        let cosine = cos(angle)
        return DynamicVector(x * cosine - y * sine, x * sine + y * cosine)
    }
}
