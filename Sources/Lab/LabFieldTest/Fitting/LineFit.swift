import Glibc
import TouchKitGeometry

/// The straight line with the smallest sum of squared distances to a list of positions.
package struct LineFit: Sendable {
    /// The mean of the positions, which lies on the line.
    package let center: CGPoint
    /// The direction of the line, of length 1.
    package let direction: CGVector

    /// Fits a line to positions, or returns `nil` if there are fewer than two different positions.
    package init?(_ positions: [CGPoint]) {
        guard positions.count > 1 else { return nil }
        let center = Statistics.mean(of: positions)
        var xx = 0.0
        var xy = 0.0
        var yy = 0.0
        for position in positions {
            let x = position.x - center.x
            let y = position.y - center.y
            xx += x * x
            xy += x * y
            yy += y * y
        }
        guard xx + yy > 0 else { return nil }
        // The principal axis of the covariance.
        let angle = atan2(2 * xy, xx - yy) / 2
        self.center = center
        direction = CGVector(dx: cos(angle), dy: sin(angle))
    }

    /// Returns the signed distance of a position from the line.
    package func distance(of position: CGPoint) -> Double {
        (position.x - center.x) * direction.dy - (position.y - center.y) * direction.dx
    }

    /// Returns the position along the line, relative to `center`.
    package func offsetAlongLine(of position: CGPoint) -> Double {
        (position.x - center.x) * direction.dx + (position.y - center.y) * direction.dy
    }
}
