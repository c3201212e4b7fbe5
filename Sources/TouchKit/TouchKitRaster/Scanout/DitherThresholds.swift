/// Thresholds for ordered dithering with Bayer's 4 × 4 matrix, aligned to the canvas (B. E. Bayer,
/// "An optimum method for two-level rendition of continuous-tone pictures", 1973).
///
/// An 8-bit value lies between two 5-bit values (6-bit values for green). Its low bits determine
/// how many of 16 pixels get the higher value, and the matrix determines which pixels.
///
/// A 5-bit value q is displayed as q·8 + q/4. Therefore v/32 is first subtracted from the 8-bit
/// value v: v − v/32 = 8·q for each v that 5 bits represent exactly. Adding a threshold of 0…7 then
/// does not change the upper 5 bits, so areas in such colors are not dithered. For green, v/64 is
/// subtracted and the thresholds are 0…3. The sum does not overflow, because 255 − 7 + 7 is at most
/// 255.
struct DitherThresholds {
    /// The thresholds that are added to eight pixels, as 16-bit elements. `redBlue` has a threshold
    /// in each byte, for red and for blue. `green` has a threshold only in the upper byte.
    typealias EightPixels = (redBlue: SIMD8<UInt16>, green: SIMD8<UInt16>)

    /// The red and blue thresholds of four pixels for each row or column modulo 4.
    private let redBlue: SIMD4<UInt64>
    /// The green thresholds of four pixels for each row or column modulo 4.
    private let green: SIMD4<UInt64>

    /// Creates the thresholds for pixels in the order in which they are written.
    ///
    /// - Parameters:
    ///   - from: The position of the first pixel, modulo 4: its column if `isAlongRows` is `true`,
    ///     or otherwise its row.
    ///   - step: The change of the column or row from one pixel to the next: 1 or −1.
    ///   - isAlongRows: Whether consecutive pixels are in the same row. If `false`, they are in the
    ///     same column.
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

    /// The thresholds of eight consecutive pixels in the row or column `line`.
    @inline(__always)
    subscript(line: Int) -> EightPixels {
        (
            unsafeBitCast(SIMD2(repeating: redBlue[line & 3]), to: SIMD8<UInt16>.self),
            unsafeBitCast(SIMD2(repeating: green[line & 3]), to: SIMD8<UInt16>.self)
        )
    }

    /// Returns the element of the matrix for a pixel, 0…15.
    ///
    /// The matrix is packed into 64 bits: 16 bits per row, 4 bits per column, lowest bits first.
    @inline(__always)
    static func threshold(x: Int, y: Int) -> UInt64 {
        let matrix: UInt64 = 0x5D7F_91B3_6E4C_A280
        return (matrix &>> UInt64(truncatingIfNeeded: (y & 3) &* 16 &+ (x & 3) &* 4)) & 15
    }
}
