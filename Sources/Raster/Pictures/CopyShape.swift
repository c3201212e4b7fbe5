import Geometry

/// A picture that is painted pixel for pixel.
struct CopyShape {
    /// Which of the display list's bitmaps it is.
    let bitmap: Int
    /// Where its first column lies, in canvas pixels.
    let x: Int
    /// Where its first row lies, in canvas pixels.
    let y: Int
    /// How opaque it is, 0…256.
    let opacity: UInt32

    /// Paints it into a tile.
    func paint(into tile: Tile, clip: PixelRect, list: DisplayList) {
        let source = list.bitmaps[bitmap]
        for y in clip.minY..<clip.maxY {
            let from = source.pixels + (y - self.y) * source.stride + (clip.minX - x)
            let to = tile.row(y) + clip.minX
            if source.isOpaque && opacity == 256 {
                to.update(from: from, count: clip.width)
            } else {
                for index in 0..<clip.width { blendOver(to + index, from[index], opacity) }
            }
        }
    }
}

/// Blends a premultiplied pixel over another; over an opaque one the result is opaque.
///
/// - Parameter opacity: How opaque the new pixel is beside its own alpha, 0…256.
@inline(__always)
func blendOver(_ target: UnsafeMutablePointer<UInt32>, _ source: UInt32, _ opacity: UInt32) {
    // Two 8-bit channels in each half of the word, with room for the product.
    let half: UInt32 = 0x0080_0080
    let mask: UInt32 = 0x00FF_00FF
    let redBlue = (((source & mask) &* opacity &+ half) &>> 8) & mask
    let alphaGreen = ((((source &>> 8) & mask) &* opacity &+ half) &>> 8) & mask
    let alpha = alphaGreen &>> 16
    let rest = 256 &- (alpha &+ (alpha &>> 7))
    let old = target.pointee
    // A channel can't exceed its alpha, so no sum exceeds 255; a picture that breaks that rule is
    // kept from spilling into the next channel.
    let newRedBlue = redBlue &+ ((((old & mask) &* rest &+ half) &>> 8) & mask)
    let newAlphaGreen = alphaGreen &+ (((((old &>> 8) & mask) &* rest &+ half) &>> 8) & mask)
    target.pointee =
        saturated(newRedBlue) | (saturated(newAlphaGreen) &<< 8)
}

/// Two channels of 9 bits, each cut off at 255.
@inline(__always)
private func saturated(_ pair: UInt32) -> UInt32 {
    let overflow = (pair &>> 8) & 0x0001_0001
    return (pair | (overflow &* 0xFF)) & 0x00FF_00FF
}
