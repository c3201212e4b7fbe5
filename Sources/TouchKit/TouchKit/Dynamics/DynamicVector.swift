import Glibc

/// A position, direction or impulse in the coordinates of an animator's reference view.
typealias DynamicVector = SIMD2<Double>

extension DynamicVector {
    /// Creates a vector from a point.
    init(_ point: CGPoint) {
        self.init(point.x, point.y)
    }

    /// Creates a vector from a `CGVector`.
    init(_ vector: CGVector) {
        self.init(vector.dx, vector.dy)
    }

    /// The vector as a point.
    var point: CGPoint { CGPoint(x: x, y: y) }

    /// The Euclidean length.
    var length: Double { (x * x + y * y).squareRoot() }

    /// Returns the dot product of both vectors.
    func dot(_ other: DynamicVector) -> Double { x * other.x + y * other.y }

    /// Returns the z component of the cross product of both vectors.
    func cross(_ other: DynamicVector) -> Double { x * other.y - y * other.x }

    /// The vector rotated by 90°, clockwise on the screen.
    var perpendicular: DynamicVector { DynamicVector(-y, x) }

    /// Returns the vector rotated by an angle in radians, clockwise on the screen.
    func rotated(by angle: Double) -> DynamicVector {
        if angle == 0 { return self }
        let sine = sin(angle)
        let cosine = cos(angle)
        return DynamicVector(x * cosine - y * sine, x * sine + y * cosine)
    }
}
