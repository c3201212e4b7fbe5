import TouchKitGeometry

/// A point on the subpixel grid, which has 256 steps per pixel in both directions.
struct GridPoint: Equatable {
    /// The horizontal position, in 1/256 pixel.
    var x: Int32
    /// The vertical position, in 1/256 pixel.
    var y: Int32

    /// Rounds a point to the grid and clamps it to ±2²⁰ pixels.
    @inline(__always)
    init(_ point: CGPoint) {
        x = Self.gridCoordinate(point.x)
        y = Self.gridCoordinate(point.y)
    }

    /// Returns a coordinate in grid steps.
    @inline(__always)
    private static func gridCoordinate(_ value: Double) -> Int32 {
        let limit = PathLimits.maximumCoordinate
        // With this order of operands, the comparisons also replace NaN.
        let above = value > -limit ? value : -limit
        return roundedToInt32((above < limit ? above : limit) * 256)
    }
}

/// A rectangle whose borders are between pixels, on the subpixel grid.
struct GridRect {
    /// The horizontal position of the left border, in grid steps.
    let left: Int32
    /// The horizontal position of the right border, in grid steps.
    let right: Int32
    /// The vertical position of the upper border, in grid steps.
    let top: Int32
    /// The vertical position of the lower border, in grid steps.
    let bottom: Int32

    /// Converts canvas pixels, which must be within ±2²⁰, to grid steps.
    init(_ rect: PixelRect) {
        left = Int32(truncatingIfNeeded: rect.minX) &<< 8
        right = Int32(truncatingIfNeeded: rect.maxX) &<< 8
        top = Int32(truncatingIfNeeded: rect.minY) &<< 8
        bottom = Int32(truncatingIfNeeded: rect.maxY) &<< 8
    }
}

/// Returns the nearest integer without a range check or a function call. The absolute value of
/// `value` must be below 2³¹.
@inline(__always)
func roundedToInt32(_ value: Double) -> Int32 {
    // Adding 1.5 · 2⁵² leaves the rounded value in the low bits of the bit pattern.
    Int32(truncatingIfNeeded: Int64(bitPattern: (value + 6_755_399_441_055_744).bitPattern))
}

/// A straight edge of an outline. The upper end is stored first.
package struct PathEdge: BitwiseCopyable {
    /// The horizontal position of the upper end, in grid steps.
    let startX: Int32
    /// The vertical position of the upper end, in grid steps.
    let startY: Int32
    /// The horizontal position of the lower end, in grid steps.
    let endX: Int32
    /// The vertical position of the lower end, in grid steps.
    let endY: Int32
    /// The direction of the outline along the edge: 1 for downward, −1 for upward.
    let winding: Int32

    /// The horizontal distance per vertical grid step.
    @inline(__always)
    var slope: Double { Double(endX &- startX) / Double(endY &- startY) }

    /// Returns the horizontal position of the edge at the vertical position `y`, which must be
    /// between the ends. Both positions are in grid steps. At the ends, the result is exact.
    ///
    /// The result depends only on the edge and on `y`, so clips and tiles do not affect it.
    @inline(__always)
    func x(at y: Int32, slope: Double) -> Int32 {
        roundedToInt32(Double(startX) + Double(y &- startY) * slope)
    }
}
