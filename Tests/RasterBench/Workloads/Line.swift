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
