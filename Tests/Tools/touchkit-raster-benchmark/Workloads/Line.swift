/// One line of a workload, as it lies in the files that the peers read: 24 bytes.
struct Line {
    /// The ends, in pixels.
    var x0: Float
    var y0: Float
    var x1: Float
    var y1: Float
    /// The width, in pixels. Ends are round.
    var width: Float
    /// The colour, `0xFFRRGGBB`.
    var color: UInt32
}

/// One curve of a workload, as it lies in the file that the peers read: 40 bytes.
struct Curve {
    /// The points of a cubic Bézier curve, in pixels.
    var start: SIMD2<Float>
    var control1: SIMD2<Float>
    var control2: SIMD2<Float>
    var end: SIMD2<Float>
    /// The width, in pixels. Ends are round.
    var width: Float
    /// The colour, `0xFFRRGGBB`.
    var color: UInt32
}
