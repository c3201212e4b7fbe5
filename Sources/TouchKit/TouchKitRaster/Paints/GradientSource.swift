import TouchKitGeometry

// Performance-critical: pointers and wrapping arithmetic avoid bounds and overflow checks. A
// pixel's color depends only on its position.

/// A linear gradient that is prepared for writing rows of pixels.
struct LinearGradientSource {
    /// The index of the gradient in the display list.
    let gradient: Int
    /// The color table index at canvas pixel (0, 0), in units of 1/65,536.
    ///
    /// Integer arithmetic makes the result independent of the column at which a row begins.
    private let origin: Int64
    /// The change in the color table index per canvas column, in units of 1/65,536.
    private let perColumn: Int64
    /// The change in the color table index per canvas row, in units of 1/65,536.
    private let perRow: Int64
    /// The ends beyond which the gradient continues with its first or last color.
    private let extent: Paint.Extent

    /// The fixed-point representation of 1.
    private static let one = 65_536.0

    /// Prepares a gradient, or returns `nil` if a value is not finite or the start and the end are
    /// closer than 1/256 pixel.
    ///
    /// - Parameters:
    ///   - gradient: The index of the gradient in the display list.
    ///   - from: The start, in the gradient's coordinates.
    ///   - to: The end, in the gradient's coordinates.
    ///   - extent: The ends beyond which the gradient continues with its first or last color.
    ///   - map: The transform from the gradient's coordinates to canvas pixels.
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
        // The position in the gradient is a linear function of the canvas coordinates.
        let scale = Double(Gradient.count - 1) / square
        let column = (inverse.a * dx + inverse.b * dy) * scale
        let row = (inverse.c * dx + inverse.d * dy) * scale
        let start = ((inverse.tx - from.x) * dx + (inverse.ty - from.y) * dy) * scale
        // The limits are 2³⁰ table entries at the canvas origin and 2¹⁸ per pixel.
        guard abs(column) <= 262_144, abs(row) <= 262_144, abs(start) <= 1_073_741_824 else {
            return nil
        }
        self.gradient = gradient
        self.extent = extent
        perColumn = Int64((column * Self.one).rounded())
        perRow = Int64((row * Self.one).rounded())
        // The index is evaluated at the center of the pixel and rounded to the nearest entry.
        origin = Int64(((start + (column + row) / 2 + 0.5) * Self.one).rounded())
    }

    /// Writes a row of premultiplied pixels.
    ///
    /// - Parameters:
    ///   - target: The row, indexed by canvas column.
    ///   - y: The canvas row.
    ///   - columns: The columns to write.
    ///   - list: The display list that contains the gradient.
    func fill(
        _ target: UnsafeMutablePointer<UInt32>, y: Int, columns: Range<Int>, list: DisplayList
    ) {
        let table = list.gradients[gradient].table
        let last = Int64(Gradient.count - 1)
        let before = extent.contains(.beforeStart) ? table[0] : 0
        let after = extent.contains(.afterEnd) ? table[Int(last)] : 0
        var position = origin &+ Int64(y) &* perRow &+ Int64(columns.lowerBound) &* perColumn
        for x in columns {
            let entry = position &>> 16
            target[x] = entry < 0 ? before : entry > last ? after : table[Int(entry)]
            position &+= perColumn
        }
    }
}

/// A radial gradient that is prepared for writing rows of pixels.
struct RadialGradientSource {
    /// The index of the gradient in the display list.
    let gradient: Int
    /// The transform from canvas pixels to the gradient's coordinates.
    private let inverse: CGAffineTransform
    /// The start circle.
    private let start: Paint.Circle
    /// The vector from the start circle's center to the end circle's center.
    private let centerOffset: CGVector
    /// The end circle's radius minus the start circle's radius.
    private let radiusGrowth: Double
    /// |centerOffset|² − radiusGrowth²: positive if neither circle contains the other.
    private let a: Double
    /// The ends beyond which the gradient continues with its first or last color.
    private let extent: Paint.Extent

    /// Prepares a gradient, or returns `nil` if a value is not finite, a radius is negative or both
    /// circles are equal.
    ///
    /// - Parameters:
    ///   - gradient: The index of the gradient in the display list.
    ///   - from: The start circle, in the gradient's coordinates.
    ///   - to: The end circle, in the gradient's coordinates.
    ///   - extent: The ends beyond which the gradient continues with its first or last color.
    ///   - map: The transform from the gradient's coordinates to canvas pixels.
    init?(
        gradient: Int, from: Paint.Circle, to: Paint.Circle, extent: Paint.Extent,
        map: CGAffineTransform
    ) {
        let determinant = map.a * map.d - map.b * map.c
        let dx = to.center.x - from.center.x
        let dy = to.center.y - from.center.y
        let radiusGrowth = to.radius - from.radius
        let reach = dx * dx + dy * dy + radiusGrowth * radiusGrowth
        guard determinant.isFinite, determinant != 0, reach.isFinite, reach > 0,
            from.radius >= 0, to.radius >= 0, from.center.x.isFinite, from.center.y.isFinite
        else { return nil }
        self.gradient = gradient
        inverse = map.inverted()
        start = from
        centerOffset = CGVector(dx: dx, dy: dy)
        self.radiusGrowth = radiusGrowth
        a = dx * dx + dy * dy - radiusGrowth * radiusGrowth
        self.extent = extent
    }

    /// Writes a row of premultiplied pixels.
    ///
    /// - Parameters:
    ///   - target: The row, indexed by canvas column.
    ///   - y: The canvas row.
    ///   - columns: The columns to write.
    ///   - list: The display list that contains the gradient.
    func fill(
        _ target: UnsafeMutablePointer<UInt32>, y: Int, columns: Range<Int>, list: DisplayList
    ) {
        let table = list.gradients[gradient].table
        let middleY = Double(y) + 0.5
        for x in columns {
            let middleX = Double(x) + 0.5
            let px = inverse.a * middleX + inverse.c * middleY + inverse.tx - start.center.x
            let py = inverse.b * middleX + inverse.d * middleY + inverse.ty - start.center.y
            let position = position(px, py)
            let entry = min(max(position, 0), 1) * Double(Gradient.count - 1) + 0.5
            // A position of NaN means that no circle passes through the pixel. The pixel then stays
            // transparent. Subtracting one half makes the rounding round down.
            target[x] = position == position ? table[Int(roundedToInt32(entry - 0.5))] : 0
        }
    }

    /// Returns the position in the gradient, 0 (start) to 1 (end), of the topmost circle through a
    /// point, or NaN if no circle passes through it.
    ///
    /// The position is the largest t with a non-negative radius that solves |p − t·centerOffset| =
    /// startRadius + t·radiusGrowth, which is equivalent to a·t² − 2b·t + c = 0.
    @inline(__always)
    private func position(_ px: Double, _ py: Double) -> Double {
        let b = px * centerOffset.dx + py * centerOffset.dy + start.radius * radiusGrowth
        let c = px * px + py * py - start.radius * start.radius
        if abs(a) <= 1e-9 * radiusGrowth * radiusGrowth {
            return b == 0 ? .nan : positionIfPainted(c / (2 * b))
        }
        let root = (b * b - a * c).squareRoot()
        let first = (b + root) / a
        let second = (b - root) / a
        let nearer = positionIfPainted(max(first, second))
        return nearer == nearer ? nearer : positionIfPainted(min(first, second))
    }

    /// Returns `position`, or NaN if the circle at that position has a negative radius, or if the
    /// position is beyond an end at which the gradient does not continue.
    @inline(__always)
    private func positionIfPainted(_ position: Double) -> Double {
        let isPainted =
            start.radius + position * radiusGrowth >= 0
            && (position >= 0 || extent.contains(.beforeStart))
            && (position <= 1 || extent.contains(.afterEnd))
        return isPainted ? position : .nan
    }
}
