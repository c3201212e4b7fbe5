import TouchKitRaster

/// Straight lines and curves, to be filled or stroked in the running `draw(_:)`.
///
/// A path is painted as one: where a translucent stroke crosses itself, it is as dark as elsewhere.
/// Coordinates that aren't finite leave their step out; on the screen they are pulled to ±2²⁰ pixels.
///
/// Keep a path and fill it again after `removeAllPoints()`: then drawing it allocates nothing.
@MainActor
public final class UIBezierPath {
    /// The steps and their points.
    package private(set) var path = Path()
    /// How it is stroked, in points.
    private(set) var style = StrokeStyle()
    /// Memory for `forEachPiece`.
    private var pieces: [Piece] = []

    /// The width of the stroke, in points.
    public var lineWidth: CGFloat {
        get { style.width }
        set { style.width = newValue }
    }
    /// How open ends are finished.
    public var lineCapStyle = CGLineCap.butt {
        didSet { style.cap = lineCapStyle.lineCap }
    }
    /// How corners are.
    public var lineJoinStyle = CGLineJoin.miter {
        didSet { style.join = lineJoinStyle.lineJoin }
    }
    /// The largest ratio of a miter's length to the line's width; beyond it, corners are bevelled.
    public var miterLimit: CGFloat {
        get { style.miterLimit }
        set { style.miterLimit = newValue }
    }
    /// How coarsely curves may be drawn: twice as much, twice as far from the curve.
    ///
    /// UIKit's default is 0.6 pixels; edges are antialiased by exact areas here, so that such an error
    /// would be seen, and curves are drawn forty times as accurately.
    public var flatness: CGFloat = 0.6
    /// Whether a place is inside that the path goes around an odd number of times; else one that it
    /// goes around a number of times other than 0, counting directions against each other.
    public var usesEvenOddFillRule = false

    /// Makes an empty path.
    public init() {}

    /// Whether there is nothing in it.
    public var isEmpty: Bool { path.isEmpty }

    /// Where the next step would begin; zero for an empty path.
    public var currentPoint: CGPoint { path.currentPoint }

    /// The box around its points, control points included, without the stroke's width; `null` for an
    /// empty path.
    public var bounds: CGRect { path.bounds }

    /// Begins a subpath elsewhere; a place where nothing follows is not stroked.
    public func move(to point: CGPoint) {
        path.move(to: point)
    }

    /// Goes on straight; does nothing on an empty path, which has no place to go on from.
    public func addLine(to point: CGPoint) {
        path.line(to: point)
    }

    /// Goes on in a cubic curve; does nothing on an empty path.
    public func addCurve(
        to endPoint: CGPoint, controlPoint1: CGPoint, controlPoint2: CGPoint
    ) {
        path.cubic(to: endPoint, control1: controlPoint1, control2: controlPoint2)
    }

    /// Goes on in a quadratic curve; does nothing on an empty path.
    public func addQuadCurve(to endPoint: CGPoint, controlPoint: CGPoint) {
        path.quad(to: endPoint, control: controlPoint)
    }

    /// Goes back to where the subpath began.
    public func close() {
        path.close()
    }

    /// Empties the path and keeps its memory.
    public func removeAllPoints() {
        path.removeAll()
    }

    /// Empties the path, keeps its memory, and overwrites it: for lines that are a secret.
    package func wipe() {
        path.wipe()
        for _ in pieces.count..<pieces.capacity { pieces.append(Piece(start: .zero, end: .zero)) }
        pieces.removeAll(keepingCapacity: true)
    }

    /// Adds the steps of another path.
    public func append(_ bezierPath: UIBezierPath) {
        path.append(bezierPath.path)
    }

    /// Moves all points through a map.
    public func apply(_ transform: CGAffineTransform) {
        path.apply(transform)
    }

    /// The same places in the opposite direction, each subpath beginning where it ended.
    public func reversing() -> UIBezierPath {
        let other = UIBezierPath()
        other.path = path.reversed()
        other.style = style
        other.lineCapStyle = lineCapStyle
        other.lineJoinStyle = lineJoinStyle
        other.flatness = flatness
        other.usesEvenOddFillRule = usesEvenOddFillRule
        return other
    }

    /// Whether a place lies inside the path, open subpaths counting as closed.
    public func contains(_ point: CGPoint) -> Bool {
        path.contains(point, rule: fillRule)
    }

    /// Strokes dashes instead of a line.
    ///
    /// - Parameters:
    ///   - pattern: The lengths of dashes and gaps in turn, in points; nil for no dashes.
    ///   - count: How many lengths there are.
    ///   - phase: How far into the pattern a subpath begins, in points.
    public func setLineDash(_ pattern: UnsafePointer<CGFloat>?, count: Int, phase: CGFloat) {
        style.dashes.removeAll(keepingCapacity: true)
        style.dashPhase = phase
        guard let pattern else { return }
        for index in 0..<max(count, 0) { style.dashes.append(pattern[index]) }
    }

    /// Says the dashes; nil for what isn't wanted.
    ///
    /// - Parameters:
    ///   - pattern: Gets the lengths; room for as many as `count` says.
    ///   - count: Gets how many there are.
    ///   - phase: Gets how far into the pattern a subpath begins.
    public func getLineDash(
        _ pattern: UnsafeMutablePointer<CGFloat>?, count: UnsafeMutablePointer<Int>?,
        phase: UnsafeMutablePointer<CGFloat>?
    ) {
        count?.pointee = style.dashes.count
        phase?.pointee = style.dashPhase
        guard let pattern else { return }
        for index in style.dashes.indices { pattern[index] = style.dashes[index] }
    }

    /// What inside means.
    var fillRule: FillRule { usesEvenOddFillRule ? .evenOdd : .nonzero }

    /// How far drawn edges may lie from curves, in pixels: see `flatness`.
    var tolerance: Double {
        let tolerance = flatness / 40
        return tolerance.isFinite ? min(max(tolerance, 1.0 / 256), 1) : PathLimits.tolerance
    }

    // MARK: As straight lines

    /// One straight piece of a path.
    struct Piece {
        var start: CGPoint
        var end: CGPoint
    }

    /// Calls `body` for every straight piece, in order, after a map; curves as pieces that lie within
    /// a tolerance.
    func forEachPiece(
        map: CGAffineTransform = .identity, tolerance: Double = 1.0 / 16,
        _ body: (Piece) -> Void
    ) {
        var sink = PieceSink(pieces: pieces)
        pieces = []
        path.flatten(map: map, tolerance: tolerance, into: &sink)
        for piece in sink.pieces { body(piece) }
        sink.pieces.removeAll(keepingCapacity: true)
        pieces = sink.pieces
    }

    /// Gathers straight pieces.
    private struct PieceSink: PathSink {
        var pieces: [Piece]
        private var start = CGPoint.zero
        private var current = CGPoint.zero
        /// Whether the subpath has no line yet.
        private var isPlace = true

        init(pieces: [Piece]) {
            self.pieces = pieces
        }

        mutating func begin(at point: CGPoint) {
            start = point
            current = point
            isPlace = true
        }

        mutating func line(to point: CGPoint, isSmooth: Bool) {
            pieces.append(Piece(start: current, end: point))
            current = point
            isPlace = false
        }

        mutating func end(isClosed: Bool) {
            // A subpath that is closed where it begins is a dot.
            if isClosed && (current != start || isPlace) { line(to: start, isSmooth: false) }
        }
    }
}
