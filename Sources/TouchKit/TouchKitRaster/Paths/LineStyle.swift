import TouchKitGeometry

/// The shape of the corners of stroked paths.
package enum LineJoin: Sendable {
    /// The outer edges are extended to their intersection. Beyond the miter limit, a bevel is used
    /// instead.
    case miter
    /// The corner is covered by a disc around the corner point.
    case round
    /// A straight edge connects the outer corners of both lines.
    case bevel
}

/// The parameters of a stroked path. Lengths are in the path's unit.
package struct LineStyle: Equatable, Sendable {
    /// The width of the line.
    package var width = 1.0
    /// The shape of the ends of open subpaths and dashes.
    package var cap = LineCap.butt
    /// The shape of corners.
    package var join = LineJoin.miter
    /// The maximum ratio of a miter's length to the line width.
    package var miterLimit = 10.0
    /// The alternating lengths of dashes and gaps, beginning with a dash. The list is repeated. An
    /// empty list gives a line without gaps.
    ///
    /// Negative lengths, or lengths that are all 0, disable dashing.
    package var dashes: [CGFloat] = []
    /// The offset into the dash pattern at which each subpath begins.
    package var dashPhase = 0.0

    /// Creates a style with width 1, butt caps and miter joins, and without dashes.
    package init() {}

    /// Creates a style without dashes.
    package init(width: Double, cap: LineCap, join: LineJoin, miterLimit: Double = 10) {
        self.width = width
        self.cap = cap
        self.join = join
        self.miterLimit = miterLimit
    }
}

/// A round pen whose diameter is the line width, with the coordinate system in which the pen is a
/// circle.
///
/// If the transform to the canvas preserves angles, the pen's coordinates are canvas pixels.
/// Otherwise they are the path's coordinates, and the finished outline is transformed.
struct Pen {
    /// The transform from the pen's coordinates to canvas pixels, which has no translation, or
    /// `nil` for the identity.
    private let toCanvas: CGAffineTransform?
    /// The transform from canvas pixels to the pen's coordinates, which has no translation, or
    /// `nil` for the identity.
    private let fromCanvas: CGAffineTransform?
    /// Half the line width in the pen's unit, at least the equivalent of half a canvas pixel.
    let radius: Double
    /// The opacity, 0…1, which compensates for drawing a line that is thinner than a pixel one
    /// pixel wide.
    let opacity: Double
    /// The number of the pen's units per unit of the path.
    let unit: Double
    /// The maximum over all directions of the number of canvas pixels per unit of the pen.
    let maximumScale: Double

    /// Creates a pen, or returns `nil` if the width or the map is not finite, the width is not
    /// positive, or the map is singular.
    init?(width: Double, map: CGAffineTransform) {
        let area = abs(map.a * map.d - map.b * map.c)
        guard let width = DisplayList.bounded(width), width > 0, area.isFinite, area > 0 else {
            return nil
        }
        // The map preserves angles if both axes are mapped to equally long, perpendicular vectors.
        let across = map.a * map.a + map.b * map.b
        let down = map.c * map.c + map.d * map.d
        let skew = map.a * map.c + map.b * map.d
        let mean = area.squareRoot()
        let isRound = abs(across - down) <= 1e-6 * area && abs(skew) <= 1e-6 * area
        if isRound {
            toCanvas = nil
            fromCanvas = nil
            unit = mean
            maximumScale = 1
        } else {
            let linear = CGAffineTransform(a: map.a, b: map.b, c: map.c, d: map.d, tx: 0, ty: 0)
            toCanvas = linear
            fromCanvas = linear.inverted()
            unit = 1
            // The larger singular value of the map.
            let half = (across + down) / 2
            maximumScale = (half + max(0, half * half - area * area).squareRoot()).squareRoot()
        }
        let pixels = width * mean
        guard pixels.isFinite, maximumScale.isFinite, maximumScale > 0 else { return nil }
        opacity = min(pixels, 1)
        radius = min(width * unit * max(1, 1 / pixels) / 2, PathLimits.maximumCoordinate)
        guard radius > 0 else { return nil }
    }

    /// Converts a canvas position to the pen's coordinates.
    func position(_ point: CGPoint) -> CGPoint { fromCanvas.map { point.applying($0) } ?? point }

    /// Converts a position from the pen's coordinates to the nearest point of the canvas grid.
    @inline(__always)
    func grid(_ point: CGPoint) -> GridPoint {
        if let toCanvas { return GridPoint(point.applying(toCanvas)) }
        return GridPoint(point)
    }

    /// Returns the smallest rectangle in the pen's coordinates that contains a canvas rectangle.
    func box(_ part: PixelRect) -> CGRect {
        let rect = CGRect(
            x: Double(part.minX), y: Double(part.minY), width: Double(part.width),
            height: Double(part.height))
        return fromCanvas.map { rect.applying($0) } ?? rect
    }
}
