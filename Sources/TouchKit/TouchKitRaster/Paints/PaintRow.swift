import TouchKitGeometry

// Hot code: see Blend.swift.

/// A paint made ready for painting: makes a row of pixels and blends it by coverage.
enum PaintRow {
    case color(BlendColor)
    /// - Parameter opacity: How opaque it is beside its own colours, 0…256.
    case linear(LinearSource, opacity: UInt32)
    case radial(RadialSource, opacity: UInt32)
    case pattern(PatternSource, opacity: UInt32)

    /// Blends a row by its coverage.
    ///
    /// - Parameters:
    ///   - target: The row; a pointer to canvas column 0, as the next two are.
    ///   - y: Which row it is.
    ///   - columns: Those that may be covered.
    ///   - coverage: 0…255 for each of them.
    ///   - source: Memory for a row of pixels.
    @inline(__always)
    func blend(
        _ target: UnsafeMutablePointer<UInt32>, y: Int, columns: Range<Int>,
        coverage: UnsafeMutablePointer<UInt8>, source: UnsafeMutablePointer<UInt32>,
        list: DisplayList
    ) {
        let part: UInt32
        switch self {
        case .color(let color):
            blendRow(target, columns, coverage, color)
            return
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

/// Blends a colour over a row by a coverage of 0…255: what is covered wholly at once, the rest by
/// coverage.
func blendRow(
    _ target: UnsafeMutablePointer<UInt32>, _ columns: Range<Int>,
    _ coverage: UnsafeMutablePointer<UInt8>, _ color: BlendColor
) {
    var x = columns.lowerBound
    let end = columns.upperBound
    while x < end {
        let whole = x
        while isCovered8(coverage, x, end) { x &+= 8 }
        if x > whole { fillRun(target + whole, x &- whole, color) }
        let partly = x
        while x < end, !isCovered8(coverage, x, end) { x = min(x &+ 8, end) }
        if x > partly { blendCoverage(target + partly, coverage + partly, x &- partly, color) }
    }
}

/// Whether the next eight pixels are there and covered wholly.
@inline(__always)
private func isCovered8(_ coverage: UnsafeMutablePointer<UInt8>, _ x: Int, _ end: Int) -> Bool {
    x &+ 8 <= end && UnsafeRawPointer(coverage + x).loadUnaligned(as: UInt64.self) == .max
}

/// Blends premultiplied pixels over a row by a coverage of 0…255.
///
/// - Parameter opacity: How opaque they are beside their own alpha, 0…256.
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
            target[x] = over(target[x], source[x], part)
        }
    }
}

/// A premultiplied pixel over another one, which may be translucent itself.
///
/// An opaque pixel stays opaque: 255 less what the new alpha takes, plus the new alpha, is 255 for
/// every alpha.
///
/// - Parameter part: How opaque the new one is beside its own alpha, 0…256.
@inline(__always)
package func over(_ old: UInt32, _ new: UInt32, _ part: UInt32) -> UInt32 {
    let mask: UInt32 = 0x00FF_00FF
    let half: UInt32 = 0x0080_0080
    let redBlue = (((new & mask) &* part &+ half) &>> 8) & mask
    let alphaGreen = ((((new &>> 8) & mask) &* part &+ half) &>> 8) & mask
    let alpha = alphaGreen &>> 16
    let rest = 256 &- (alpha &+ (alpha &>> 7))
    let sumRedBlue = redBlue &+ ((((old & mask) &* rest &+ half) &>> 8) & mask)
    let sumAlphaGreen = alphaGreen &+ (((((old &>> 8) & mask) &* rest &+ half) &>> 8) & mask)
    return cutOff(sumRedBlue) | (cutOff(sumAlphaGreen) &<< 8)
}

/// Two channels of 9 bits, each cut off at 255: a picture whose colours exceed its alpha doesn't spill
/// into the next channel.
@inline(__always)
private func cutOff(_ pair: UInt32) -> UInt32 {
    let overflow = (pair &>> 8) & 0x0001_0001
    return (pair | (overflow &* 0xFF)) & 0x00FF_00FF
}
