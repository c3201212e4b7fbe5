/// Ordered dither with Bayer's 4 × 4 matrix, fixed to the canvas.
///
/// A colour of eight bits falls between two of five bits (six bits for green). How many of each 4 × 4
/// pixels get the upper one says the lower bits; which ones, the matrix (B. E. Bayer, "An optimum
/// method for two-level rendition of continuous-tone pictures", 1973).
///
/// Five bits are stretched to eight as q·8 + q/4, so the eight bits v are first lessened by v/32: then
/// v − v/32 = 8·q for every v that five bits can show exactly, and a threshold of 0…7 changes nothing
/// of it. Flat colours that are exact stay flat. Green: v − v/64, thresholds 0…3. Nothing overflows:
/// 255 − 7 + 7.
struct DitherThresholds {
    /// What is added to eight pixels: both bytes for red and blue, the upper one for green.
    typealias Eight = (redBlue: SIMD8<UInt16>, green: SIMD8<UInt16>)

    /// Four thresholds each, for the rows or columns 0…3.
    private let redBlue: SIMD4<UInt64>
    private let green: SIMD4<UInt64>

    /// The thresholds of eight pixels that follow each other.
    ///
    /// - Parameters:
    ///   - from: The column (along rows) or row of the first one.
    ///   - step: 1 or −1, to the next one.
    ///   - isAlongRows: Whether they lie side by side; else above each other.
    init(from: Int, step: Int, isAlongRows: Bool) {
        var redBlue = SIMD4<UInt64>()
        var green = SIMD4<UInt64>()
        for line in 0..<4 {
            for index in 0..<4 {
                let along = from &+ index &* step
                let threshold =
                    isAlongRows
                    ? Self.threshold(x: along, y: line) : Self.threshold(x: line, y: along)
                let shift = UInt64(truncatingIfNeeded: index &* 16)
                redBlue[line] |= ((threshold &>> 1) &* 0x0101) &<< shift
                green[line] |= ((threshold &>> 2) &<< 8) &<< shift
            }
        }
        self.redBlue = redBlue
        self.green = green
    }

    /// Those of a row, or column.
    @inline(__always)
    subscript(line: Int) -> Eight {
        (
            unsafeBitCast(SIMD2(repeating: redBlue[line & 3]), to: SIMD8<UInt16>.self),
            unsafeBitCast(SIMD2(repeating: green[line & 3]), to: SIMD8<UInt16>.self)
        )
    }

    /// The matrix, 0…15. A row has 16 bits, a column four of them, the first one the lowest.
    @inline(__always)
    static func threshold(x: Int, y: Int) -> UInt64 {
        let matrix: UInt64 = 0x5D7F_91B3_6E4C_A280
        return (matrix &>> UInt64(truncatingIfNeeded: (y & 3) &* 16 &+ (x & 3) &* 4)) & 15
    }
}
