/// A line of a workload, in the layout of the files that the peers read: 24 bytes.
struct Line {
    /// The horizontal position of the start, in pixels.
    var x0: Float
    /// The vertical position of the start, in pixels.
    var y0: Float
    /// The horizontal position of the end, in pixels.
    var x1: Float
    /// The vertical position of the end, in pixels.
    var y1: Float
    /// The width, in pixels; the caps are round.
    var width: Float
    /// The color, `0xFFRRGGBB`.
    var color: UInt32
}

/// A curve of a workload, in the layout of the file that the peers read: 40 bytes.
struct Curve {
    /// The start of the cubic Bézier curve, in pixels.
    var start: SIMD2<Float>
    /// The first control point, in pixels.
    var control1: SIMD2<Float>
    /// The second control point, in pixels.
    var control2: SIMD2<Float>
    /// The end, in pixels.
    var end: SIMD2<Float>
    /// The width, in pixels; the caps are round.
    var width: Float
    /// The color, `0xFFRRGGBB`.
    var color: UInt32
}
