import Glibc
import TouchKitGeometry

/// Returns the largest angle between two consecutive segments of a polyline, in degrees.
///
/// Segments shorter than 0.01 are ignored, because their direction is mostly rounding error.
package func largestTurnAngle(of points: [CGPoint]) -> Double {
    var most = 0.0
    for index in points.indices.dropFirst().dropLast() {
        let (a, b, c) = (points[index - 1], points[index], points[index + 1])
        let (ux, uy) = (b.x - a.x, b.y - a.y)
        let (vx, vy) = (c.x - b.x, c.y - b.y)
        guard ux * ux + uy * uy > 1e-4, vx * vx + vy * vy > 1e-4 else { continue }
        let turn = atan2(abs(ux * vy - uy * vx), ux * vx + uy * vy)
        most = max(most, turn / Double.pi * 180)
    }
    return most
}
