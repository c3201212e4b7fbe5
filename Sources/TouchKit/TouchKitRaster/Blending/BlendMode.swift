/// The ways in which a color is combined with the pixels below, other than being painted over them.
package enum BlendMode: Sendable {
    /// The pixels are removed, so that the backdrop of the isolated layer is visible.
    case clear
    /// The color replaces the pixels, with its opacity.
    case copy
    /// The channels of the color and the pixels are multiplied.
    case multiply
    /// The complements of the channels are multiplied.
    case screen

    /// Returns a premultiplied pixel after a color was combined with it.
    ///
    /// - Parameters:
    ///   - source: The premultiplied color, 0xAARRGGBB.
    ///   - old: The premultiplied pixel.
    ///   - backdrop: The premultiplied pixel that is visible where the pixel is removed.
    @inline(__always)
    func combine(_ source: UInt32, _ old: UInt32, backdrop: UInt32) -> UInt32 {
        let sourceRest = 255 &- (source &>> 24)
        let oldRest = 255 &- (old &>> 24)
        var result: UInt32 = 0
        for shift: UInt32 in [0, 8, 16, 24] {
            let s = source &>> shift & 0xFF
            let d = old &>> shift & 0xFF
            let value: UInt32
            switch self {
            case .clear: value = backdrop &>> shift & 0xFF
            case .copy: value = s &+ divided(backdrop &>> shift & 0xFF, sourceRest)
            case .multiply where shift < 24:
                // The sum is divided once, so that opaque operands give the rounded product.
                value = (s &* d &+ s &* oldRest &+ d &* sourceRest &+ 127) / 255
            case .multiply, .screen: value = s &+ d &- divided(s, d)
            }
            result |= min(value, 255) &<< shift
        }
        return result
    }

    /// Returns the rounded product of two channels, divided by 255.
    @inline(__always)
    private func divided(_ left: UInt32, _ right: UInt32) -> UInt32 {
        (left &* right &+ 127) / 255
    }
}
