import TouchKitGeometry

/// A straight line that is prepared for painting. The line points downward, and contains the values
/// that are needed for all rows.
///
/// A capsule is convex. Therefore each row of a capsule is one interval with an antialiased edge at
/// each end and solid color between them (docs/rendering.md).
package struct LineShape {
    /// The horizontal position of the upper end, in canvas pixels.
    let startX: Float
    /// The vertical position of the upper end, in canvas pixels.
    let startY: Float
    /// The horizontal distance from the upper to the lower end, in pixels.
    let width: Float
    /// The vertical distance from the upper to the lower end, in pixels; not negative.
    let height: Float
    /// The horizontal component of the line's unit vector.
    let directionX: Float
    /// The vertical component of the line's unit vector; not negative.
    let directionY: Float
    /// The length of the line, in pixels.
    let length: Float
    /// Half the line width, in pixels.
    let radius: Float
    /// Whether the line has round caps. If `false`, the ends are flat.
    let isRound: Bool

    /// Creates a shape, or returns `nil` if a value is not finite or the line is invisible.
    package init?(from start: CGPoint, to end: CGPoint, width: Double, cap: LineCap) {
        guard let x0 = DisplayList.bounded(start.x), let y0 = DisplayList.bounded(start.y),
            let x1 = DisplayList.bounded(end.x), let y1 = DisplayList.bounded(end.y),
            let width = DisplayList.bounded(width), width > 0
        else { return nil }
        // A line that is drawn in the opposite direction must give the same pixels.
        let downwards = y0 < y1 || (y0 == y1 && x0 <= x1)
        var top = downwards ? CGPoint(x: x0, y: y0) : CGPoint(x: x1, y: y1)
        var along = CGVector(dx: x1 - x0, dy: y1 - y0)
        if !downwards { along = CGVector(dx: -along.dx, dy: -along.dy) }
        var extent = (along.dx * along.dx + along.dy * along.dy).squareRoot()
        var direction = CGVector(dx: 1, dy: 0)
        if extent > 1e-6 {
            direction = CGVector(dx: along.dx / extent, dy: along.dy / extent)
        } else if cap == .butt {
            return nil
        }
        let radius = width / 2
        // If the line is thinner than a pixel's diagonal, both edges may cut one pixel. Such a line
        // is drawn with flat ends, extended by the area of the half discs.
        let isRound = cap == .round && radius >= 0.75
        if !isRound && cap != .butt {
            let longer = cap == .square ? radius : radius * .pi / 4
            top.x -= direction.dx * longer
            top.y -= direction.dy * longer
            extent += 2 * longer
        }
        let limit = 16_384 + 2 * radius
        if max(abs(top.x), abs(top.y)) + extent > limit {
            guard
                let part = Self.part(of: top, direction, extent, within: limit)
            else { return nil }
            top.x += direction.dx * part.from
            top.y += direction.dy * part.from
            extent = part.to - part.from
        }
        startX = Float(top.x)
        startY = Float(top.y)
        self.width = Float(direction.dx * extent)
        height = Float(direction.dy * extent)
        directionX = Float(direction.dx)
        directionY = Float(direction.dy)
        length = Float(extent)
        self.radius = Float(radius)
        self.isRound = isRound
    }

    /// Returns the section of a line in which the coordinates are within ±`limit`, so that 32-bit
    /// floating-point numbers are precise enough. The section is given by distances from the start,
    /// or is `nil` if it is empty.
    private static func part(
        of start: CGPoint, _ direction: CGVector, _ length: Double, within limit: Double
    ) -> (from: Double, to: Double)? {
        var from = 0.0
        var to = length
        for (position, step) in [(start.x, direction.dx), (start.y, direction.dy)] {
            if abs(step) < 1e-9 {
                if abs(position) > limit { return nil }
                continue
            }
            let crossings = ((-limit - position) / step, (limit - position) / step)
            from = max(from, min(crossings.0, crossings.1))
            to = min(to, max(crossings.0, crossings.1))
        }
        return from < to ? (from, to) : nil
    }

    /// The radius, in pixels, of a capsule around the line. The line does not touch pixels whose
    /// centers are outside of this capsule.
    ///
    /// A pixel extends half its diagonal from its center, and the corner of a flat end is farther
    /// away than a round cap. The factor includes the error of `CapsuleRows`.
    var reach: Float { radius * 1.001 + (isRound ? 0.72 : 1.43) }

    /// The radius, in pixels, of a capsule around the line. Pixels whose centers are inside of this
    /// capsule are fully covered. Negative if there are none.
    var solidRadius: Float { radius * 0.999 - 0.72 }

    /// The pixels that the line may touch, at least eight columns.
    @inline(__always)
    package var box: PixelRect {
        PixelRect(
            minX: firstColumn, minY: roundedToInt(startY - reach) - 1, maxX: lastChunkColumn + 8,
            maxY: roundedToInt(startY + height + reach) + 1)
    }

    /// The leftmost column of the bounding box.
    @inline(__always)
    private var firstColumn: Int { roundedToInt(startX + min(width, 0) - reach) - 1 }

    /// The last column at which a run of eight pixels inside the bounding box can begin.
    @inline(__always)
    var lastChunkColumn: Int { max(firstColumn, roundedToInt(startX + max(width, 0) + reach) - 7) }
}
