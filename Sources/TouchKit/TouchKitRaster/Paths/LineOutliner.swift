import TouchKitGeometry

/// A point of a line that is stroked.
struct LinePoint {
    /// The position, in the pen's coordinates.
    var position: CGPoint
    /// Whether the line continues after this point without a corner.
    var isSmooth: Bool
    /// The distance from the start of the subpath, along the line. It is computed only for dashed
    /// lines.
    var distance = 0.0
}

/// Reusable memory for outlining lines.
struct LineScratch {
    /// The points of the current subpath.
    var line: [LinePoint] = []
    /// The points of the current dash.
    var dash: [LinePoint] = []
}

/// A sink that computes the outlines of stroked lines.
///
/// The outline consists of simple pieces with the same orientation: a rectangle for each line, a
/// wedge for the outer side of each join, and caps. Filling the pieces with the nonzero rule paints
/// their union, so overlapping parts of a stroke are painted once. Edges that adjacent pieces share
/// are omitted.
struct LineOutliner: PathSink {
    /// The edge list that receives the outline.
    let edges: EdgeList
    /// The memory for the points of the line.
    var scratch: LineScratch
    /// The pen, which has the line width and its transform.
    let pen: Pen
    /// The style of the stroke.
    let style: LineStyle
    /// The dash pattern in the pen's unit, or `nil` for a line without gaps.
    let dashes: DashPattern?
    /// The pixels that the stroke may change.
    let visible: PixelRect
    /// The maximum distance between a round join or cap and its approximation by lines, in the
    /// pen's unit.
    let tolerance: Double
    /// The length up to which a line is ignored because its direction is not reliable, in the pen's
    /// unit.
    let minimumLineLength: Double
    /// Whether the current subpath contains a line.
    private var hasLine = false
    /// The number of dashes and gaps examined so far.
    var examinedDashCount = 0

    /// Creates an outliner. `tolerance` is in canvas pixels.
    init(
        edges: EdgeList, scratch: LineScratch, pen: Pen, style: LineStyle,
        dashes: DashPattern?, visible: PixelRect, tolerance: Double
    ) {
        self.edges = edges
        self.scratch = scratch
        self.pen = pen
        self.style = style
        self.dashes = dashes
        self.visible = visible
        self.tolerance = tolerance / pen.maximumScale
        minimumLineLength = self.tolerance / 1_024
    }

    mutating func begin(at point: CGPoint) {
        scratch.line.removeAll(keepingCapacity: true)
        scratch.line.append(LinePoint(position: pen.position(point), isSmooth: false))
        hasLine = false
    }

    mutating func addLine(to point: CGPoint, isSmooth: Bool) {
        let position = pen.position(point)
        let last = scratch.line.count - 1
        hasLine = true
        if Self.squaredDistance(scratch.line[last].position, position) > minimumLineLength
            * minimumLineLength
        {
            scratch.line.append(LinePoint(position: position, isSmooth: isSmooth))
        } else if !isSmooth {
            scratch.line[last].isSmooth = false
        }
    }

    mutating func end(isClosed: Bool) {
        if isClosed, scratch.line.count > 1,
            Self.squaredDistance(
                scratch.line[0].position, scratch.line[scratch.line.count - 1].position)
                <= minimumLineLength * minimumLineLength
        {
            scratch.line.removeLast()
        }
        if scratch.line.count == 1 {
            if hasLine || isClosed {
                dot(at: scratch.line[0].position, direction: CGVector(dx: 1, dy: 0))
            }
        } else if let dashes {
            outlineDashes(dashes, isClosed: isClosed)
        } else {
            outline(scratch.line, isClosed: isClosed)
        }
    }

    /// Returns the squared distance between two points.
    private static func squaredDistance(_ first: CGPoint, _ second: CGPoint) -> Double {
        let dx = second.x - first.x
        let dy = second.y - first.y
        return dx * dx + dy * dy
    }

    // MARK: Outlines

    /// Outlines a line of length 0: a disc for round caps, a square for square caps, or nothing for
    /// butt caps.
    mutating func dot(at position: CGPoint, direction: CGVector) {
        let ray = Ray(direction: direction, length: 0)
        switch style.cap {
        case .butt: return
        case .round:
            cap(at: position, ray)
            cap(at: position, ray.reversed)
        case .square:
            cap(at: position, ray)
            cap(at: position, ray.reversed)
        }
    }

    /// Outlines a line of at least two points.
    mutating func outline(_ line: [LinePoint], isClosed: Bool) {
        let count = line.count
        var ray = Ray(line[0].position, line[1].position)
        let first: JoinCorners?
        var left: GridPoint
        var right: GridPoint
        if isClosed {
            let corners = join(
                at: line[0], Ray(line[count - 1].position, line[0].position), ray)
            first = corners
            left = corners.leftEnd
            right = corners.rightEnd
        } else {
            first = nil
            cap(at: line[0].position, ray.reversed)
            left = side(of: line[0].position, ray, 1)
            right = side(of: line[0].position, ray, -1)
        }
        var index = 1
        while index < (isClosed ? count : count - 1) {
            let next = index + 1 == count ? 0 : index + 1
            let nextRay = Ray(line[index].position, line[next].position)
            let corners = join(at: line[index], ray, nextRay)
            edges.add(left, corners.leftStart)
            edges.add(corners.rightStart, right)
            left = corners.leftEnd
            right = corners.rightEnd
            ray = nextRay
            index += 1
        }
        if let first {
            edges.add(left, first.leftStart)
            edges.add(first.rightStart, right)
        } else {
            let end = line[count - 1].position
            edges.add(left, side(of: end, ray, 1))
            edges.add(side(of: end, ray, -1), right)
            cap(at: end, ray)
        }
    }

    /// Returns the point at a distance of half the line width from `position`, perpendicular to
    /// `ray`. The point is to the left if `side` is 1, and to the right if `side` is −1.
    @inline(__always)
    func side(of position: CGPoint, _ ray: Ray, _ side: Double) -> GridPoint {
        pen.grid(
            CGPoint(
                x: position.x + ray.direction.dy * pen.radius * side,
                y: position.y - ray.direction.dx * pen.radius * side))
    }

    /// Outlines the cap at `position`, from the left to the right side of `ray`. The ray points out
    /// of the line.
    private mutating func cap(at position: CGPoint, _ ray: Ray) {
        let left = side(of: position, ray, 1)
        let right = side(of: position, ray, -1)
        switch style.cap {
        case .butt: edges.add(left, right)
        case .round:
            arc(
                about: position, from: CGVector(dx: ray.direction.dy, dy: -ray.direction.dx),
                cosine: -1, sine: 0, turn: 1, left, right)
        case .square:
            let beyond = CGPoint(
                x: position.x + ray.direction.dx * pen.radius,
                y: position.y + ray.direction.dy * pen.radius)
            let leftCorner = side(of: beyond, ray, 1)
            let rightCorner = side(of: beyond, ray, -1)
            edges.add(left, leftCorner)
            edges.add(leftCorner, rightCorner)
            edges.add(rightCorner, right)
        }
    }

    /// Adds the edge from `from` to `to` if `side` is 1 (left), or the reversed edge if `side` is
    /// −1 (right).
    @inline(__always)
    mutating func add(_ from: GridPoint, _ to: GridPoint, _ side: Double) {
        if side > 0 { edges.add(from, to) } else { edges.add(to, from) }
    }

    /// Adds an arc as lines of equal angle. The angle is halved until the lines are within the
    /// tolerance.
    ///
    /// - Parameters:
    ///   - position: The center, in the pen's coordinates.
    ///   - from: The unit vector from the center to the start.
    ///   - cosine: The cosine of the arc's angle, which is at most 180°.
    ///   - sine: The sine of the arc's angle.
    ///   - turn: 1 for a clockwise arc (left side of a line), −1 for a counterclockwise arc (right
    ///     side).
    ///   - start: The start, on the grid.
    ///   - end: The end, on the grid.
    mutating func arc(
        about position: CGPoint, from: CGVector, cosine: Double, sine: Double, turn: Double,
        _ start: GridPoint, _ end: GridPoint
    ) {
        var cosine = cosine
        var sine = sine
        var halvings = 0
        while halvings < PathLimits.maximumArcHalvings {
            let half = max(0, (1 + cosine) / 2).squareRoot()
            if pen.radius * (1 - half) <= tolerance { break }
            sine = max(0, (1 - cosine) / 2).squareRoot()
            cosine = half
            halvings += 1
        }
        var direction = from
        var last = start
        var piece = 1
        while piece < 1 << halvings {
            direction = CGVector(
                dx: direction.dx * cosine - direction.dy * sine * turn,
                dy: direction.dy * cosine + direction.dx * sine * turn)
            let next = pen.grid(
                CGPoint(
                    x: position.x + direction.dx * pen.radius,
                    y: position.y + direction.dy * pen.radius))
            add(last, next, turn)
            last = next
            piece += 1
        }
        add(last, end, turn)
    }
}

/// The direction and length of a straight line.
struct Ray {
    /// The unit vector along the line.
    let direction: CGVector
    /// The length of the line, in the pen's unit.
    let length: Double

    /// Creates a ray from a unit vector and a length.
    init(direction: CGVector, length: Double) {
        self.direction = direction
        self.length = length
    }

    /// Creates the ray from one point to another point, which must differ from the first.
    @inline(__always)
    init(_ from: CGPoint, _ to: CGPoint) {
        let dx = to.x - from.x
        let dy = to.y - from.y
        length = (dx * dx + dy * dy).squareRoot()
        direction = CGVector(dx: dx / length, dy: dy / length)
    }

    /// The ray in the opposite direction.
    var reversed: Ray {
        Ray(direction: CGVector(dx: -direction.dx, dy: -direction.dy), length: length)
    }
}
