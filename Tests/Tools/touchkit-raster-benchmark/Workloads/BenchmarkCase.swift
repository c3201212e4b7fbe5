/// The benchmark cases; the names are used in tables and requests.
enum BenchmarkCase: String, CaseIterable {
    /// 10,000 strokes.
    case w1 = "W1"
    /// 100,000 short strokes.
    case w2 = "W2"
    /// A whole frame: background and 1,000 lines.
    case w3 = "W3"
    /// A dirty rectangle that 50 lines cross: repainted by the drawing cache and composed.
    case w4 = "W4"
    /// A whole frame filled with one color.
    case w5 = "W5"
    /// 720 × 1280 pixels, written out as 1280 × 720 rotated by 90°.
    case w6 = "W6"
    /// 800 × 480 pixels, written out as RGB565 without dithering.
    case w7 = "W7"
    /// 800 × 480 pixels, written out as RGB565 with dithering, which no peer supports.
    case dither
    /// 1,000 curves, stroked.
    case curves
    /// The curves, closed by a straight line and filled.
    case shapes
    /// 10,000 discs with radii of 2…40.
    case circles
    /// 10,000 glyphs of 16 × 24 pixels.
    case glyphs
    /// A translucent bitmap of 512 × 512 pixels over an opaque one.
    case blit
    /// The baseline of W5: the C library's `memset` over the same memory.
    case memset
    /// The baseline of W6: the C library's `memcpy` of as many bytes.
    case memcpy

    /// The case for which this one is the baseline, or `nil` for a case of its own.
    var baselineFor: BenchmarkCase? {
        switch self {
        case .memset: .w5
        case .memcpy: .w6
        default: nil
        }
    }

    /// The number of parts in which a pass is timed, so that a disturbance affects few parts.
    var parts: Int {
        switch self {
        case .w1, .circles, .glyphs: 10
        case .w2: 100
        case .w3, .w4, .w5, .w6, .w7, .dither, .curves, .shapes, .blit, .memset, .memcpy: 1
        }
    }

    /// The number of units in a pass.
    var unitsOfPass: Int {
        switch self {
        case .w1, .circles, .glyphs: 10_000
        case .w2: 100_000
        case .curves, .shapes: 1_000
        case .w3, .w4, .w5, .w6, .w7, .dither, .blit, .memset, .memcpy: 1
        }
    }

    /// The unit to which times refer.
    var unit: String {
        switch self {
        case .w1, .w2: "stroke"
        case .w3, .w5, .w6, .w7, .dither: "frame"
        case .w4: "redraw"
        case .curves: "curve"
        case .shapes: "shape"
        case .circles: "disc"
        case .glyphs: "glyph"
        case .blit: "picture"
        case .memset, .memcpy: "frame"
        }
    }
}
