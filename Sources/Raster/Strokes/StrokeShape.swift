import Geometry

/// A straight line made ready for painting: turned so that it runs downwards, with all that
/// depends on the whole line computed once.
///
/// The method (docs/rendering.md): a capsule is convex, so each row of it is one interval; inside
/// the interval of the radius less half a pixel everything is covered, outside that of the radius
/// plus half a pixel nothing is, and between the two coverage falls as the distance to the edge.
struct StrokeShape {
    /// The upper end and the lower end, in canvas pixels.
    let startX: Float
    let startY: Float
    let endX: Float
    let endY: Float
    /// The direction, of length 1, with `directionY` ≥ 0.
    let directionX: Float
    let directionY: Float
    let length: Float
    /// Half the width, at least half a pixel.
    let radius: Float
    let isRound: Bool

    /// Nil where a number isn't finite or nothing is there to paint.
    init?(from start: CGPoint, to end: CGPoint, width: Double, cap: LineCap) {
        guard let x0 = DisplayList.bounded(start.x), let y0 = DisplayList.bounded(start.y),
            let x1 = DisplayList.bounded(end.x), let y1 = DisplayList.bounded(end.y),
            let width = DisplayList.bounded(width), width > 0
        else { return nil }
        let downwards = y0 <= y1
        var top = downwards ? CGPoint(x: x0, y: y0) : CGPoint(x: x1, y: y1)
        var bottom = downwards ? CGPoint(x: x1, y: y1) : CGPoint(x: x0, y: y0)
        var direction = CGVector(dx: bottom.x - top.x, dy: bottom.y - top.y)
        let extent = (direction.dx * direction.dx + direction.dy * direction.dy).squareRoot()
        if extent > 1e-6 {
            direction = CGVector(dx: direction.dx / extent, dy: direction.dy / extent)
        } else if cap == .butt {
            return nil
        } else {
            direction = CGVector(dx: 1, dy: 0)
        }
        let radius = max(width, 1) / 2
        if cap == .square {
            top.x -= direction.dx * radius
            top.y -= direction.dy * radius
            bottom.x += direction.dx * radius
            bottom.y += direction.dy * radius
        }
        startX = Float(top.x)
        startY = Float(top.y)
        endX = Float(bottom.x)
        endY = Float(bottom.y)
        directionX = Float(direction.dx)
        directionY = Float(direction.dy)
        length = Float(cap == .square ? extent + 2 * radius : extent)
        self.radius = Float(radius)
        isRound = cap == .round
    }

    /// The pixels it may touch.
    var box: PixelRect {
        let reach = Double(radius) + 1
        let left = Double(min(startX, endX)) - reach
        let top = Double(startY) - reach
        return PixelRect(
            covering: CGRect(
                x: left, y: top, width: Double(max(startX, endX)) + reach - left,
                height: Double(endY) + reach - top))
    }

    /// The columns of the capsule with this radius on a row: from, to; from > to where there are
    /// none.
    ///
    /// Each edge is the straight side or a cap's arc, by where the tangent point of that side falls
    /// on the segment.
    ///
    /// - Parameters:
    ///   - radius: The capsule's radius, in pixels.
    ///   - y: The row's middle, below the start.
    @inline(__always)
    func interval(radius: Float, y: Float) -> (from: Float, to: Float) {
        let inverse = 1 / max(directionY, 1e-6)
        let leftFoot = (y - radius * directionX) * inverse
        let rightFoot = (y + radius * directionX) * inverse
        let square = radius * radius
        let belowEnd = y - (endY - startY)
        let startHalf = max(0, square - y * y).squareRoot()
        let endHalf = max(0, square - belowEnd * belowEnd).squareRoot()
        let sideReach = radius * directionY
        let from =
            leftFoot < 0
            ? startX - startHalf
            : leftFoot > length
                ? endX - endHalf : startX + directionX * leftFoot - sideReach
        let to =
            rightFoot < 0
            ? startX + startHalf
            : rightFoot > length
                ? endX + endHalf : startX + directionX * rightFoot + sideReach
        return (from, to)
    }
}
