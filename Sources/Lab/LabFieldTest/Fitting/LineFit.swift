import Glibc
import TouchKitGeometry

/// The straight line that is nearest to a list of places, by the squares of their distances from it.
package struct LineFit: Sendable {
    /// The mean of the places, which is on the line.
    let center: CGPoint
    /// The direction, of length 1.
    let direction: CGVector

    /// Fits a line; nil where the places have no direction.
    package init?(_ places: [CGPoint]) {
        guard places.count > 1 else { return nil }
        let count = Double(places.count)
        let center = CGPoint(
            x: places.reduce(0) { $0 + $1.x } / count, y: places.reduce(0) { $0 + $1.y } / count)
        var xx = 0.0
        var xy = 0.0
        var yy = 0.0
        for place in places {
            let x = place.x - center.x
            let y = place.y - center.y
            xx += x * x
            xy += x * y
            yy += y * y
        }
        guard xx + yy > 0 else { return nil }
        // The principal axis of the scatter.
        let angle = atan2(2 * xy, xx - yy) / 2
        self.center = center
        direction = CGVector(dx: cos(angle), dy: sin(angle))
    }

    /// How far a place is from the line; to the left and to the right by sign.
    package func distance(of place: CGPoint) -> Double {
        (place.x - center.x) * direction.dy - (place.y - center.y) * direction.dx
    }

    /// How far along the line a place is.
    package func way(of place: CGPoint) -> Double {
        (place.x - center.x) * direction.dx + (place.y - center.y) * direction.dy
    }
}
