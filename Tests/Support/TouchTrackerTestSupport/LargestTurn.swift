import Glibc
import TouchKitGeometry

/// The largest angle between a piece of a line through points and the next, in degrees.
///
/// Pieces of less than a hundredth have no direction to speak of, and are left out.
package func largestTurn(of points: [CGPoint]) -> Double {
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
