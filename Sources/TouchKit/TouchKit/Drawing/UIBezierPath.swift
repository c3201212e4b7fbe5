import TouchKitRaster

/// A path that consists of straight and curved line segments that you can render in your custom
/// views.
///
/// Each path is painted as a whole: a translucent stroke has one opacity even where it crosses
/// itself. Elements with non-finite coordinates are ignored. On the screen, coordinates are clamped
/// to ±2²⁰ pixels.
///
/// To draw without allocating memory, reuse a path after `removeAllPoints()`.
@MainActor
public final class UIBezierPath {
    /// The elements and points of the path.
    @exclusivity(unchecked) package internal(set) var path = Path()
    /// The stroke's width, caps, joins and dashes, in points.
    @exclusivity(unchecked) var style = LineStyle()
    /// A buffer for `forEachSegment`, reused to avoid allocations.
    @exclusivity(unchecked) private var segments: [Segment] = []

    /// The line width of the path, in points.
    public var lineWidth: CGFloat {
        get { style.width }
        set { style.width = newValue }
    }
    /// The shape of the path's end points when stroked.
    public var lineCapStyle: CGLineCap {
        get { CGLineCap(style.cap) }
        set { style.cap = newValue.lineCap }
    }
    /// The shape of the joints between connected segments of a stroked path.
    public var lineJoinStyle: CGLineJoin {
        get { CGLineJoin(style.join) }
        set { style.join = newValue.lineJoin }
    }
    /// The limiting value that helps avoid spikes at junctions: corners are beveled if the ratio of
    /// miter length to line width exceeds this value.
    public var miterLimit: CGFloat {
        get { style.miterLimit }
        set { style.miterLimit = newValue }
    }
    /// The factor that determines the rendering accuracy for curved path segments.
    ///
    /// The maximum error on the screen is `flatness` / 40 pixels, limited to 1/256…1. In UIKit, the
    /// default allows an error of 0.6 pixels. Such an error would be visible here, because edges
    /// are antialiased with exact coverage.
    @exclusivity(unchecked) public var flatness: CGFloat = 0.6
    /// A Boolean indicating whether the even-odd winding rule is in use for drawing paths, instead
    /// of the nonzero rule.
    @exclusivity(unchecked) public var usesEvenOddFillRule = false

    /// Creates and returns an empty path object.
    public init() {}

    /// A Boolean value indicating whether the path has no elements.
    public var isEmpty: Bool { path.isEmpty }

    /// The current point in the graphics path; zero for an empty path.
    public var currentPoint: CGPoint { path.currentPoint }

    /// The bounding rectangle of the path, control points included and without the line width;
    /// `.null` for an empty path.
    public var bounds: CGRect { path.bounds }

    /// Moves the path's current point to the specified location. A subpath without lines is not
    /// stroked.
    public func move(to point: CGPoint) {
        path.move(to: point)
    }

    /// Appends a straight line to the path; does nothing if the path is empty.
    public func addLine(to point: CGPoint) {
        path.addLine(to: point)
    }

    /// Appends a cubic Bézier curve to the path; does nothing if the path is empty.
    public func addCurve(
        to endPoint: CGPoint, controlPoint1: CGPoint, controlPoint2: CGPoint
    ) {
        path.addCurve(to: endPoint, control1: controlPoint1, control2: controlPoint2)
    }

    /// Appends a quadratic Bézier curve to the path; does nothing if the path is empty.
    public func addQuadCurve(to endPoint: CGPoint, controlPoint: CGPoint) {
        path.addQuadCurve(to: endPoint, control: controlPoint)
    }

    /// Closes the most recently added subpath.
    public func close() {
        path.close()
    }

    /// Removes all points from the path. The allocated memory is retained for reuse.
    public func removeAllPoints() {
        path.removeAll()
    }

    /// Removes all points from the path and overwrites the path's memory, so that the points of an
    /// unlock pattern do not remain there.
    package func wipe() {
        path.wipe()
        for _ in segments.count..<segments.capacity {
            segments.append(Segment(start: .zero, end: .zero))
        }
        segments.removeAll(keepingCapacity: true)
    }

    /// Appends the contents of the specified path object to the path.
    public func append(_ bezierPath: UIBezierPath) {
        path.append(bezierPath.path)
    }

    /// Transforms all points in the path using the specified affine transform matrix.
    public func apply(_ transform: CGAffineTransform) {
        path.apply(transform)
    }

    /// Creates and returns a new Bézier path object with the reversed contents of the current path.
    public func reversing() -> UIBezierPath {
        let other = UIBezierPath()
        other.path = path.reversed()
        other.style = style
        other.flatness = flatness
        other.usesEvenOddFillRule = usesEvenOddFillRule
        return other
    }

    /// Returns a Boolean value indicating whether the area enclosed by the path contains the
    /// specified point; open subpaths are closed implicitly.
    public func contains(_ point: CGPoint) -> Bool {
        path.contains(point, rule: fillRule)
    }

    /// Sets the line-stroking pattern for the path.
    ///
    /// - Parameters:
    ///   - pattern: The alternating lengths of dashes and gaps, in points, or `nil` for a solid
    ///     line.
    ///   - count: The number of lengths in `pattern`.
    ///   - phase: The offset into the pattern at the start of each subpath, in points.
    public func setLineDash(_ pattern: UnsafePointer<CGFloat>?, count: Int, phase: CGFloat) {
        style.dashes.removeAll(keepingCapacity: true)
        style.dashPhase = phase
        guard let pattern else { return }
        for index in 0..<max(count, 0) { style.dashes.append(pattern[index]) }
    }

    /// Retrieves the line-stroking pattern for the path.
    ///
    /// - Parameters:
    ///   - pattern: A pointer to memory that receives the alternating lengths of dashes and gaps,
    ///     in points, or `nil` to retrieve only the other values. The memory must have space for
    ///     `count` values.
    ///   - count: A pointer that receives the number of lengths, or `nil`.
    ///   - phase: A pointer that receives the offset into the pattern, in points, or `nil`.
    public func getLineDash(
        _ pattern: UnsafeMutablePointer<CGFloat>?, count: UnsafeMutablePointer<Int>?,
        phase: UnsafeMutablePointer<CGFloat>?
    ) {
        count?.pointee = style.dashes.count
        phase?.pointee = style.dashPhase
        guard let pattern else { return }
        for index in style.dashes.indices { pattern[index] = style.dashes[index] }
    }

    /// The rasterizer's fill rule for `usesEvenOddFillRule`.
    var fillRule: FillRule { usesEvenOddFillRule ? .evenOdd : .nonzero }

    /// The maximum distance of drawn edges from curves in pixels, derived from `flatness`.
    var tolerance: Double {
        let tolerance = flatness / 40
        return tolerance.isFinite ? min(max(tolerance, 1.0 / 256), 1) : PathLimits.tolerance
    }

    // MARK: Flattening

    /// A straight segment of a flattened path.
    struct Segment {
        var start: CGPoint
        var end: CGPoint
    }

    /// Calls `body` with each straight segment of the transformed path, from the first to the last.
    /// Curves are flattened into several segments.
    ///
    /// - Parameters:
    ///   - map: The transform to apply to the path.
    ///   - tolerance: The maximum distance of segments from curves, in transformed units.
    ///   - body: A closure that receives each segment.
    func forEachSegment(
        map: CGAffineTransform = .identity, tolerance: Double = 1.0 / 16,
        _ body: (Segment) -> Void
    ) {
        var sink = SegmentSink(segments: segments)
        segments = []
        path.flatten(map: map, tolerance: tolerance, into: &sink)
        for segment in sink.segments { body(segment) }
        sink.segments.removeAll(keepingCapacity: true)
        segments = sink.segments
    }

    /// A path sink that collects the segments of a flattened path.
    private struct SegmentSink: PathSink {
        var segments: [Segment]
        private var start = CGPoint.zero
        private var current = CGPoint.zero
        /// Whether the current subpath has no segment yet.
        private var isEmptySubpath = true

        init(segments: [Segment]) {
            self.segments = segments
        }

        mutating func begin(at point: CGPoint) {
            start = point
            current = point
            isEmptySubpath = true
        }

        mutating func addLine(to point: CGPoint, isSmooth: Bool) {
            segments.append(Segment(start: current, end: point))
            current = point
            isEmptySubpath = false
        }

        mutating func end(isClosed: Bool) {
            // A subpath that is closed at its start is one zero-length segment: a dot.
            if isClosed && (current != start || isEmptySubpath) {
                addLine(to: start, isSmooth: false)
            }
        }
    }
}
