/// The limits and tolerances of paths, in pixels unless said otherwise.
package enum PathLimits {
    /// How far a straight piece may lie from the curve that it stands for: a rim pixel is then off by
    /// at most 1/64 of its range, 4 levels of 255, and half of that on the mean.
    package static let tolerance = 1.0 / 64
    /// Coordinates beyond this are pulled to it, as those of strokes are.
    package static let coordinate = 1_048_576.0
    /// So many straight pieces make a curve at most: at the usual tolerance enough for curves whose
    /// control points lie 20,000 pixels apart (see `Path.flatten`).
    package static let curvePieces = 1_024.0
    /// So many halvings make a round join or cap at most: 2⁸ pieces, enough for a radius of 3,300
    /// pixels at the usual tolerance.
    package static let arcHalvings = 8
    /// Dashes that repeat in less than this can't be seen one by one: the line is painted solid, and
    /// as much fainter as the gaps take away.
    package static let dashPeriod = 0.5
    /// So many dashes and gaps of one stroke are looked at at most, and so many edges of them added; the
    /// rest of the stroke is left out. That are eight lines of the shortest dashes across a screen of
    /// 4,096 pixels.
    package static let dashes = 1 << 16
    package static let dashEdges = 1 << 18
    /// So many bands of rows index the edges of a path at most.
    package static let bands = 64
    /// The rows that are gathered at a time, a power of 2: with 128 columns, 16 KiB.
    package static let bandHeight = 32
}
