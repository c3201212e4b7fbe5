import TouchKitGeometry

/// What is done where two lines of a path meet.
package enum LineJoin: Sendable {
    /// The outer edges go on until they meet; where that is too far, it is bevelled.
    case miter
    /// A disc about the corner.
    case round
    /// Cut off straight.
    case bevel
}

/// How a path is stroked; lengths in the path's unit.
package struct StrokeStyle: Equatable, Sendable {
    /// The width of the line.
    package var width = 1.0
    /// How open ends are finished.
    package var cap = LineCap.butt
    /// How corners are.
    package var join = LineJoin.miter
    /// The largest ratio of a miter's length to the line's width.
    package var miterLimit = 10.0
    /// The lengths of dashes and gaps in turn, from the beginning again after the last; empty for a
    /// line without gaps. Negative lengths, or none above 0, count as no dashes.
    package var dashes: [Double] = []
    /// How far into the dashes a subpath begins.
    package var dashPhase = 0.0

    /// Makes the style of a thin line without dashes.
    package init() {}

    /// Makes a style without dashes.
    package init(width: Double, cap: LineCap, join: LineJoin, miterLimit: Double = 10) {
        self.width = width
        self.cap = cap
        self.join = join
        self.miterLimit = miterLimit
    }
}

/// What a path is stroked with: the pen's own coordinates, in which it is a disc.
///
/// Where the map from the path to the canvas keeps angles, these are canvas pixels. Elsewhere they are
/// the path's units, and outlines are stretched when they are complete.
struct Pen {
    /// From the pen's coordinates to the canvas's and back; nil where they are the same.
    private let toCanvas: CGAffineTransform?
    private let fromCanvas: CGAffineTransform?
    /// Half the width, in the pen's unit; at least half a pixel.
    let radius: Double
    /// How much of the colour is left where the line is thinner than a pixel: 0…1.
    let opacity: Double
    /// The pen's units for a unit of the path.
    let unit: Double
    /// Canvas pixels for a unit of the pen, the way that is stretched most.
    let stretch: Double

    /// Nil where nothing can be painted: a width or a map that isn't finite, or flattens all to a line.
    init?(width: Double, map: CGAffineTransform) {
        let area = abs(map.a * map.d - map.b * map.c)
        guard let width = DisplayList.bounded(width), width > 0, area.isFinite, area > 0 else {
            return nil
        }
        // The two axes through the pen are as long as each other and at right angles.
        let across = map.a * map.a + map.b * map.b
        let down = map.c * map.c + map.d * map.d
        let skew = map.a * map.c + map.b * map.d
        let mean = area.squareRoot()
        let isRound = abs(across - down) <= 1e-6 * area && abs(skew) <= 1e-6 * area
        if isRound {
            toCanvas = nil
            fromCanvas = nil
            unit = mean
            stretch = 1
        } else {
            let linear = CGAffineTransform(a: map.a, b: map.b, c: map.c, d: map.d, tx: 0, ty: 0)
            toCanvas = linear
            fromCanvas = linear.inverted()
            unit = 1
            // The larger singular value of the map.
            let half = (across + down) / 2
            stretch = (half + max(0, half * half - area * area).squareRoot()).squareRoot()
        }
        let pixels = width * mean
        guard pixels.isFinite, stretch.isFinite, stretch > 0 else { return nil }
        opacity = min(pixels, 1)
        radius = min(width * unit * max(1, 1 / pixels) / 2, PathLimits.coordinate)
        guard radius > 0 else { return nil }
    }

    /// A place of the canvas in the pen's coordinates.
    func place(_ point: CGPoint) -> CGPoint { fromCanvas.map { point.applying($0) } ?? point }

    /// A place in the pen's coordinates on the canvas's grid.
    @inline(__always)
    func grid(_ point: CGPoint) -> GridPoint {
        if let toCanvas { return GridPoint(point.applying(toCanvas)) }
        return GridPoint(point)
    }

    /// The box around a part of the canvas, in the pen's coordinates.
    func box(_ part: PixelRect) -> CGRect {
        let rect = CGRect(
            x: Double(part.minX), y: Double(part.minY), width: Double(part.width),
            height: Double(part.height))
        return fromCanvas.map { rect.applying($0) } ?? rect
    }
}
