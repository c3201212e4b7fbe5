extension CGAffineTransform {
    /// How much longer it makes lengths: exact where it keeps angles, a mean elsewhere.
    var stretch: CGFloat { abs(a * d - b * c).squareRoot() }

    /// Whether upright rectangles stay upright: it turns by quarters of a turn, if at all.
    ///
    /// The sine of a half turn isn't quite 0; over the largest screen the difference is far below
    /// what a pixel shows.
    var keepsAxes: Bool {
        let limit = stretch * 1e-9
        return (abs(b) <= limit && abs(c) <= limit) || (abs(a) <= limit && abs(d) <= limit)
    }

    /// Whether what is round stays round: it stretches by the same factor both ways, if at all.
    var keepsAngles: Bool {
        let limit = 1e-6 * abs(a * d - b * c)
        return abs(a * a + b * b - c * c - d * d) <= limit && abs(a * c + b * d) <= limit
    }
}
