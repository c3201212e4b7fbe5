/// What is measured. The names are those of the tables, and of the requests to renderers.
enum Work: String, CaseIterable {
    /// 10,000 strokes.
    case w1 = "W1"
    /// 100,000 short strokes.
    case w2 = "W2"
    /// A whole frame: background and 1,000 lines.
    case w3 = "W3"
    /// A dirty rectangle that 50 lines cross, over a background: from the drawing's index to the picture
    /// that is shown.
    case w4 = "W4"
    /// A whole frame filled with one colour.
    case w5 = "W5"
    /// 720 × 1280 pixels written out as 1280 × 720, a quarter turned.
    case w6 = "W6"
    /// 800 × 480 pixels written out as RGB565, without dither.
    case w7 = "W7"
    /// The same with dither, which no peer has.
    case dither
    /// 1,000 curves, stroked.
    case curves
    /// The same curves, closed by a straight line and filled.
    case shapes
    /// 10,000 discs with radii of 2…40.
    case circles
    /// 10,000 glyphs of 16 × 24 pixels.
    case glyphs
    /// A translucent picture of 512 × 512 pixels over an opaque one.
    case blit
    /// What W5 is held against: the C library's `memset` over the same memory.
    case memset
    /// What W6 is held against: the C library's `memcpy` of the same bytes.
    case memcpy

    /// The work that is held against this one, where this is no work of a renderer.
    var yardstickOf: Work? {
        switch self {
        case .memset: .w5
        case .memcpy: .w6
        default: nil
        }
    }

    /// In how many parts a pass is timed: what else happens on the machine meanwhile hits few.
    var parts: Int {
        switch self {
        case .w1, .circles, .glyphs: 10
        case .w2: 100
        case .w3, .w4, .w5, .w6, .w7, .dither, .curves, .shapes, .blit, .memset, .memcpy: 1
        }
    }

    /// How many of its unit a pass has.
    var unitsOfPass: Int {
        switch self {
        case .w1, .circles, .glyphs: 10_000
        case .w2: 100_000
        case .curves, .shapes: 1_000
        case .w3, .w4, .w5, .w6, .w7, .dither, .blit, .memset, .memcpy: 1
        }
    }

    /// What a time is given for.
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
