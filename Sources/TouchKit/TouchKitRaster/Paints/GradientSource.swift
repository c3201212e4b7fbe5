import TouchKitGeometry

// Hot code: see Blend.swift. A pixel's colour depends on its place alone.

/// A linear gradient made ready for painting.
struct LinearSource {
    /// Which of the display list's gradients it is.
    let gradient: Int
    /// The place in the table at canvas pixel (0, 0), per column and per row: 16 bits behind the
    /// point, whole numbers, the same wherever a row begins.
    private let origin: Int64
    private let perColumn: Int64
    private let perRow: Int64
    private let extent: Paint.Extent

    private static let one = 65_536.0

    /// Nil where a number isn't finite, or the ends are so near to each other (1/256 pixel) that there
    /// is nothing between them.
    init?(
        gradient: Int, from: CGPoint, to: CGPoint, extent: Paint.Extent, map: CGAffineTransform
    ) {
        let inverse = map.inverted()
        let determinant = map.a * map.d - map.b * map.c
        let dx = to.x - from.x
        let dy = to.y - from.y
        let square = dx * dx + dy * dy
        guard determinant.isFinite, determinant != 0, square.isFinite, square > 0 else {
            return nil
        }
        // The share of the way, as a linear function of the canvas place.
        let scale = Double(Gradient.count - 1) / square
        let column = (inverse.a * dx + inverse.b * dy) * scale
        let row = (inverse.c * dx + inverse.d * dy) * scale
        let start = ((inverse.tx - from.x) * dx + (inverse.ty - from.y) * dy) * scale
        // 2³⁰ table entries from the canvas's corner, 2¹⁸ from pixel to pixel.
        guard abs(column) <= 262_144, abs(row) <= 262_144, abs(start) <= 1_073_741_824 else {
            return nil
        }
        self.gradient = gradient
        self.extent = extent
        perColumn = Int64((column * Self.one).rounded())
        perRow = Int64((row * Self.one).rounded())
        // To the middle of the pixel, and to the nearest entry.
        origin = Int64(((start + (column + row) / 2 + 0.5) * Self.one).rounded())
    }

    /// Makes a row of pixels, premultiplied.
    func fill(
        _ target: UnsafeMutablePointer<UInt32>, y: Int, columns: Range<Int>, list: DisplayList
    ) {
        let table = list.gradients[gradient].table
        let last = Int64(Gradient.count - 1)
        let before = extent.contains(.beforeStart) ? table[0] : 0
        let after = extent.contains(.afterEnd) ? table[Int(last)] : 0
        var place = origin &+ Int64(y) &* perRow &+ Int64(columns.lowerBound) &* perColumn
        for x in columns {
            let entry = place &>> 16
            target[x] = entry < 0 ? before : entry > last ? after : table[Int(entry)]
            place &+= perColumn
        }
    }
}

/// A radial gradient made ready for painting.
struct RadialSource {
    /// Which of the display list's gradients it is.
    let gradient: Int
    private let inverse: CGAffineTransform
    private let start: Paint.Circle
    private let way: CGVector
    private let growth: Double
    /// |way|² − growth²: above 0 where neither circle holds the other.
    private let a: Double
    private let extent: Paint.Extent

    /// Nil where a number isn't finite or a radius is below 0, and where both circles are the same.
    init?(
        gradient: Int, from: Paint.Circle, to: Paint.Circle, extent: Paint.Extent,
        map: CGAffineTransform
    ) {
        let determinant = map.a * map.d - map.b * map.c
        let dx = to.center.x - from.center.x
        let dy = to.center.y - from.center.y
        let growth = to.radius - from.radius
        let reach = dx * dx + dy * dy + growth * growth
        guard determinant.isFinite, determinant != 0, reach.isFinite, reach > 0,
            from.radius >= 0, to.radius >= 0, from.center.x.isFinite, from.center.y.isFinite
        else { return nil }
        self.gradient = gradient
        inverse = map.inverted()
        start = from
        way = CGVector(dx: dx, dy: dy)
        self.growth = growth
        a = dx * dx + dy * dy - growth * growth
        self.extent = extent
    }

    /// Makes a row of pixels, premultiplied.
    func fill(
        _ target: UnsafeMutablePointer<UInt32>, y: Int, columns: Range<Int>, list: DisplayList
    ) {
        let table = list.gradients[gradient].table
        let middleY = Double(y) + 0.5
        for x in columns {
            let middleX = Double(x) + 0.5
            let px = inverse.a * middleX + inverse.c * middleY + inverse.tx - start.center.x
            let py = inverse.b * middleX + inverse.d * middleY + inverse.ty - start.center.y
            let place = place(px, py)
            let entry = min(max(place, 0), 1) * Double(Gradient.count - 1) + 0.5
            // What isn't a number, for a place that no circle reaches, isn't above 0 either.
            target[x] = place == place ? table[Int(Int32(truncatingIfNeeded: whole(entry)))] : 0
        }
    }

    /// How far from the first circle to the last one the circle is that passes through a place and is
    /// seen there: the largest such number with a radius that isn't negative. Not a number where there
    /// is none.
    ///
    /// From |p − t·way| = start + t·growth: a·t² − 2b·t + c = 0.
    @inline(__always)
    private func place(_ px: Double, _ py: Double) -> Double {
        let b = px * way.dx + py * way.dy + start.radius * growth
        let c = px * px + py * py - start.radius * start.radius
        if abs(a) <= 1e-9 * growth * growth {
            return b == 0 ? .nan : allowed(c / (2 * b))
        }
        let root = (b * b - a * c).squareRoot()
        let first = (b + root) / a
        let second = (b - root) / a
        let nearer = allowed(max(first, second))
        return nearer == nearer ? nearer : allowed(min(first, second))
    }

    /// The same number, or none where the gradient doesn't go on so far.
    @inline(__always)
    private func allowed(_ place: Double) -> Double {
        let isThere =
            start.radius + place * growth >= 0 && (place >= 0 || extent.contains(.beforeStart))
            && (place <= 1 || extent.contains(.afterEnd))
        return isThere ? place : .nan
    }

    /// The whole part of a number from 0 to below 2³¹, without a trap.
    @inline(__always)
    private func whole(_ value: Double) -> Int64 {
        // 1.5 · 2⁵²: see `nearestGrid`; half less makes rounding down of it.
        Int64(nearestGrid(value - 0.5))
    }
}
