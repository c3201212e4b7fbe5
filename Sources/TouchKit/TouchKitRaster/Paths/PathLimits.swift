/// Limits and tolerances of paths, in pixels unless stated otherwise.
package enum PathLimits {
    /// The maximum distance between a curve and its approximation by lines.
    ///
    /// The resulting error of the coverage of a pixel at an edge is at most 1/64, which is 4 of
    /// 255, and half of that on average.
    package static let tolerance = 1.0 / 64
    /// The largest absolute value of a coordinate. Larger values are clamped.
    package static let maximumCoordinate = 1_048_576.0
    /// The maximum number of lines per curve.
    ///
    /// With the default tolerance, this is enough for control points that are 20,000 pixels apart
    /// (see `Path.flatten`).
    package static let maximumCurveSegments = 1_024.0
    /// The maximum number of times that the angle of a round join or cap is halved.
    ///
    /// The resulting 2⁸ lines are enough for caps with a radius of 830 pixels at the default
    /// tolerance.
    package static let maximumArcHalvings = 8
    /// The smallest period of a dash pattern whose gaps are drawn.
    ///
    /// With a shorter period, the line is painted without gaps and with lower opacity.
    package static let minimumDashPeriod = 0.5
    /// The maximum number of dashes and gaps per stroke. The rest of the stroke is omitted.
    ///
    /// The limit allows for four lines across a screen of 4,096 pixels with the shortest period.
    package static let maximumDashCount = 1 << 16
    /// The maximum number of edges per dashed stroke. The rest of the stroke is omitted.
    package static let maximumDashEdgeCount = 1 << 18
    /// The maximum number of bands in which the edges of a path are indexed.
    package static let maximumBandCount = 64
    /// The number of rows that are accumulated at a time, a power of 2. With 128 columns, the
    /// accumulation buffer has 16 KiB.
    package static let bandHeight = 32
}
