import TouchKitGeometry

/// A straight line made ready for painting: turned so that it runs downwards, with all that
/// depends on the whole line computed once.
///
/// The method (docs/rendering.md): a capsule is convex, so each row of it is one interval, with a
/// rim at either end and plain colour between.
package struct StrokeShape {
    /// The upper end, in canvas pixels.
    let startX: Float
    let startY: Float
    /// From the upper end to the lower one: `height` ≥ 0.
    let width: Float
    let height: Float
    /// The direction, of length 1, with `directionY` ≥ 0.
    let directionX: Float
    let directionY: Float
    let length: Float
    /// Half the line's width.
    let radius: Float
    /// Whether the ends are half discs; else they are cut off straight.
    let isRound: Bool

    /// Nil where a number isn't finite or nothing is there to paint.
    package init?(from start: CGPoint, to end: CGPoint, width: Double, cap: LineCap) {
        guard let x0 = DisplayList.bounded(start.x), let y0 = DisplayList.bounded(start.y),
            let x1 = DisplayList.bounded(end.x), let y1 = DisplayList.bounded(end.y),
            let width = DisplayList.bounded(width), width > 0
        else { return nil }
        // The same line drawn backwards gets the same bits.
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
        // Both rims of a line thinner than a pixel's diagonal meet in one pixel: as if it was cut
        // off, with half discs' area.
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

    /// The part of a line that lies about the origin, so that 32-bit numbers are precise there.
    private static func part(
        of start: CGPoint, _ direction: CGVector, _ length: Double, within limit: Double
    ) -> (from: Double, to: Double)? {
        var from = 0.0
        var to = length
        for (place, step) in [(start.x, direction.dx), (start.y, direction.dy)] {
            if abs(step) < 1e-9 {
                if abs(place) > limit { return nil }
                continue
            }
            let crossings = ((-limit - place) / step, (limit - place) / step)
            from = max(from, min(crossings.0, crossings.1))
            to = min(to, max(crossings.0, crossings.1))
        }
        return from < to ? (from, to) : nil
    }

    /// The radius of the capsule outside which no pixel is touched: a pixel reaches half its
    /// diagonal, and a corner that is cut off straight lies further out than a round end. Rows are
    /// found to a thousandth of the radius.
    var reach: Float { radius * 1.001 + (isRound ? 0.72 : 1.43) }

    /// The radius of the capsule in which every pixel is covered whole; below 0 there is none.
    var solidRadius: Float { radius * 0.999 - 0.72 }

    /// The pixels it may touch; eight columns at least.
    @inline(__always)
    package var box: PixelRect {
        PixelRect(
            minX: firstColumn, minY: nearest(startY - reach) - 1, maxX: lastEight + 8,
            maxY: nearest(startY + height + reach) + 1)
    }

    @inline(__always)
    private var firstColumn: Int { nearest(startX + min(width, 0) - reach) - 1 }

    /// The last column where eight pixels of its box begin.
    @inline(__always)
    var lastEight: Int { max(firstColumn, nearest(startX + max(width, 0) + reach) - 7) }
}
