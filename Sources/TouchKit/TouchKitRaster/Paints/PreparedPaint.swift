import TouchKitGeometry

// Performance-critical: pointers and wrapping arithmetic avoid bounds and overflow checks.

/// A gradient or pattern that is prepared for blending rows of pixels by coverage.
enum PreparedPaint {
    /// A linear gradient with an additional opacity of 0…256.
    case linear(LinearGradientSource, opacity: UInt32)
    /// A radial gradient with an additional opacity of 0…256.
    case radial(RadialGradientSource, opacity: UInt32)
    /// A repeated bitmap with an additional opacity of 0…256.
    case pattern(PatternSource, opacity: UInt32)

    /// Blends the paint over a row of pixels by coverage.
    ///
    /// - Parameters:
    ///   - target: The row to change, indexed by canvas column.
    ///   - y: The canvas row.
    ///   - columns: The columns that may be covered.
    ///   - coverage: The coverage 0…255, indexed by canvas column.
    ///   - source: Scratch memory for a row of pixels, indexed by canvas column.
    ///   - list: The display list that contains the paint's gradient or bitmap.
    @inline(__always)
    func blend(
        _ target: UnsafeMutablePointer<UInt32>, y: Int, columns: Range<Int>,
        coverage: UnsafeMutablePointer<UInt8>, source: UnsafeMutablePointer<UInt32>,
        list: DisplayList
    ) {
        let part: UInt32
        switch self {
        case .linear(let linear, let opacity):
            linear.fill(source, y: y, columns: columns, list: list)
            part = opacity
        case .radial(let radial, let opacity):
            radial.fill(source, y: y, columns: columns, list: list)
            part = opacity
        case .pattern(let pattern, let opacity):
            pattern.fill(source, y: y, columns: columns, list: list)
            part = opacity
        }
        blendRow(target, columns, coverage, source, opacity: part)
    }
}

/// Blends a color over a row by a coverage of 0…255.
///
/// Runs of fully covered pixels are filled without reading the coverage of each pixel.
///
/// - Parameters:
///   - target: The row to change, indexed by column.
///   - columns: The columns to change.
///   - coverage: The coverage 0…255, indexed by column.
///   - color: The color.
func blendRow(
    _ target: UnsafeMutablePointer<UInt32>, _ columns: Range<Int>,
    _ coverage: UnsafeMutablePointer<UInt8>, _ color: BlendColor
) {
    var x = columns.lowerBound
    let end = columns.upperBound
    if color.isOpaque {
        let solid = Lanes8(repeating: color.pixel)
        while x &+ 8 <= end {
            let eight = UnsafeRawPointer(coverage + x).loadUnaligned(as: UInt64.self)
            if eight == .max {
                UnsafeMutableRawPointer(target + x).storeBytes(of: solid, as: Lanes8.self)
            } else if eight != 0 {
                blendCoverage8(target + x, eight, color)
            }
            x &+= 8
        }
        let first = columns.lowerBound
        blendRest(target + first, coverage + first, end &- first, rest: end &- x, color)
        return
    }
    while x < end {
        let whole = x
        while isCovered8(coverage, x, end) { x &+= 8 }
        if x > whole { fillRun(target + whole, x &- whole, color) }
        let partly = x
        while x < end, !isCovered8(coverage, x, end) { x = min(x &+ 8, end) }
        if x > partly { blendCoverage(target + partly, coverage + partly, x &- partly, color) }
    }
}

/// Returns whether the eight pixels beginning at column `x` are all before column `end` and fully
/// covered.
@inline(__always)
private func isCovered8(_ coverage: UnsafeMutablePointer<UInt8>, _ x: Int, _ end: Int) -> Bool {
    x &+ 8 <= end && UnsafeRawPointer(coverage + x).loadUnaligned(as: UInt64.self) == .max
}

/// Blends premultiplied pixels over a row by a coverage of 0…255.
///
/// - Parameters:
///   - target: The row to change, indexed by column.
///   - columns: The columns to change.
///   - coverage: The coverage 0…255, indexed by column.
///   - source: The pixels to blend, indexed by column.
///   - opacity: The factor 0…256 by which the source pixels are multiplied.
func blendRow(
    _ target: UnsafeMutablePointer<UInt32>, _ columns: Range<Int>,
    _ coverage: UnsafeMutablePointer<UInt8>, _ source: UnsafeMutablePointer<UInt32>,
    opacity: UInt32
) {
    for x in columns {
        let covered = UInt32(coverage[x])
        let part = ((covered &+ (covered &>> 7)) &* opacity &+ 128) &>> 8
        if part == 256, source[x] >= 0xFF00_0000 {
            target[x] = source[x]
        } else if part != 0 {
            target[x] = sourceOver(target[x], source[x], part)
        }
    }
}

/// Returns the result of blending a premultiplied pixel over another pixel, which may be
/// translucent. If the pixel below is opaque, the result is opaque.
///
/// - Parameters:
///   - old: The pixel below.
///   - new: The pixel to blend.
///   - part: The factor 0…256 by which the new pixel is multiplied.
@inline(__always)
package func sourceOver(_ old: UInt32, _ new: UInt32, _ part: UInt32) -> UInt32 {
    let mask: UInt32 = 0x00FF_00FF
    let half: UInt32 = 0x0080_0080
    let redBlue = (((new & mask) &* part &+ half) &>> 8) & mask
    let alphaGreen = ((((new &>> 8) & mask) &* part &+ half) &>> 8) & mask
    let alpha = alphaGreen &>> 16
    let rest = 256 &- (alpha &+ (alpha &>> 7))
    let sumRedBlue = redBlue &+ ((((old & mask) &* rest &+ half) &>> 8) & mask)
    let sumAlphaGreen = alphaGreen &+ (((((old &>> 8) & mask) &* rest &+ half) &>> 8) & mask)
    return clampedChannels(sumRedBlue) | (clampedChannels(sumAlphaGreen) &<< 8)
}

/// Clamps two 9-bit channels to 255, so that invalid premultiplied pixels do not overflow into the
/// next channel.
@inline(__always)
private func clampedChannels(_ pair: UInt32) -> UInt32 {
    let overflow = (pair &>> 8) & 0x0001_0001
    return (pair | (overflow &* 0xFF)) & 0x00FF_00FF
}
