// Hot code: see Blend.swift.

/// Sets pixels to a colour, or blends it where it is translucent.
@inline(__always)
func fillRun(_ target: UnsafeMutablePointer<UInt32>, _ count: Int, _ color: BlendColor) {
    if color.isOpaque {
        target.update(repeating: color.pixel, count: count)
        return
    }
    var index = 0
    while index &+ 8 <= count {
        blend8(target + index, color, Lanes8(repeating: 256))
        index &+= 8
    }
    while index < count {
        blend1(target + index, color, 256)
        index &+= 1
    }
}
