import TouchKitGeometry

/// A place on a line that is stroked.
struct LinePoint {
    var place: CGPoint
    /// Whether the line goes on without a corner.
    var isSmooth: Bool
    /// How far along the subpath it is; kept up for dashes alone.
    var along = 0.0
}

/// The memory that stroking uses; kept from stroke to stroke.
struct StrokeScratch {
    /// The subpath.
    var line: [LinePoint] = []
    /// One dash of it.
    var dash: [LinePoint] = []
}

/// Makes outlines of stroked lines.
///
/// The outline is the sum of simple pieces, all turned the same way: a rectangle for each line, a wedge
/// for the outer side of each joint, caps. No place is gone around backwards, so that filling by the
/// nonzero rule paints what the pieces paint together, and a stroke that crosses itself is painted once.
/// Edges that two neighbouring pieces share cancel and are left out.
struct StrokeOutliner: PathSink {
    var edges: EdgeList
    var scratch: StrokeScratch
    let pen: Pen
    let style: StrokeStyle
    /// The dashes, in the pen's unit; nil for a line without gaps.
    let dashes: DashPattern?
    /// The pixels that may be painted.
    let visible: PixelRect
    /// How far an outline's corner may lie from the round one that it stands for, in the pen's unit.
    let tolerance: Double
    /// Lines shorter than this have no direction.
    let shortest: Double
    private var hasLine = false
    /// How many dashes and gaps were looked at.
    var dashSteps = 0

    init(
        edges: EdgeList, scratch: StrokeScratch, pen: Pen, style: StrokeStyle,
        dashes: DashPattern?, visible: PixelRect, tolerance: Double
    ) {
        self.edges = edges
        self.scratch = scratch
        self.pen = pen
        self.style = style
        self.dashes = dashes
        self.visible = visible
        self.tolerance = tolerance / pen.stretch
        shortest = self.tolerance / 1_024
    }

    mutating func begin(at point: CGPoint) {
        scratch.line.removeAll(keepingCapacity: true)
        scratch.line.append(LinePoint(place: pen.place(point), isSmooth: false))
        hasLine = false
    }

    mutating func line(to point: CGPoint, isSmooth: Bool) {
        let place = pen.place(point)
        let last = scratch.line.count - 1
        hasLine = true
        if Self.square(scratch.line[last].place, place) > shortest * shortest {
            scratch.line.append(LinePoint(place: place, isSmooth: isSmooth))
        } else if !isSmooth {
            scratch.line[last].isSmooth = false
        }
    }

    mutating func end(isClosed: Bool) {
        if isClosed, scratch.line.count > 1,
            Self.square(scratch.line[0].place, scratch.line[scratch.line.count - 1].place)
                <= shortest * shortest
        {
            scratch.line.removeLast()
        }
        if scratch.line.count == 1 {
            if hasLine || isClosed {
                dot(at: scratch.line[0].place, direction: CGVector(dx: 1, dy: 0))
            }
        } else if let dashes {
            outlineDashes(dashes, isClosed: isClosed)
        } else {
            outline(scratch.line, isClosed: isClosed)
        }
    }

    private static func square(_ first: CGPoint, _ second: CGPoint) -> Double {
        let dx = second.x - first.x
        let dy = second.y - first.y
        return dx * dx + dy * dy
    }

    // MARK: Outlines

    /// What a line without length leaves: a disc, a square, or (with butt caps) nothing.
    mutating func dot(at place: CGPoint, direction: CGVector) {
        let ray = Ray(direction: direction, length: 0)
        switch style.cap {
        case .butt: return
        case .round:
            cap(at: place, ray)
            cap(at: place, ray.reversed)
        case .square:
            cap(at: place, ray)
            cap(at: place, ray.reversed)
        }
    }

    /// Outlines a line of at least two places.
    mutating func outline(_ line: [LinePoint], isClosed: Bool) {
        let count = line.count
        var ray = Ray(line[0].place, line[1].place)
        let first: Joint?
        var left: GridPoint
        var right: GridPoint
        if isClosed {
            let joint = join(
                at: line[0], Ray(line[count - 1].place, line[0].place), ray)
            first = joint
            left = joint.leftEnd
            right = joint.rightEnd
        } else {
            first = nil
            cap(at: line[0].place, ray.reversed)
            left = side(of: line[0].place, ray, 1)
            right = side(of: line[0].place, ray, -1)
        }
        var index = 1
        while index < (isClosed ? count : count - 1) {
            let next = index + 1 == count ? 0 : index + 1
            let nextRay = Ray(line[index].place, line[next].place)
            let joint = join(at: line[index], ray, nextRay)
            edges.add(left, joint.leftStart)
            edges.add(joint.rightStart, right)
            left = joint.leftEnd
            right = joint.rightEnd
            ray = nextRay
            index += 1
        }
        if let first {
            edges.add(left, first.leftStart)
            edges.add(first.rightStart, right)
        } else {
            let end = line[count - 1].place
            edges.add(left, side(of: end, ray, 1))
            edges.add(side(of: end, ray, -1), right)
            cap(at: end, ray)
        }
    }

    /// A place beside the line: to its left (1) or its right (−1).
    @inline(__always)
    private func side(of place: CGPoint, _ ray: Ray, _ side: Double) -> GridPoint {
        pen.grid(
            CGPoint(
                x: place.x + ray.direction.dy * pen.radius * side,
                y: place.y - ray.direction.dx * pen.radius * side))
    }

    /// Outlines an end, from the left of the line to the right of it.
    private mutating func cap(at place: CGPoint, _ ray: Ray) {
        let left = side(of: place, ray, 1)
        let right = side(of: place, ray, -1)
        switch style.cap {
        case .butt: edges.add(left, right)
        case .round:
            arc(
                about: place, from: CGVector(dx: ray.direction.dy, dy: -ray.direction.dx),
                cosine: -1, sine: 0, turn: 1, left, right)
        case .square:
            let beyond = CGPoint(
                x: place.x + ray.direction.dx * pen.radius,
                y: place.y + ray.direction.dy * pen.radius)
            let leftCorner = side(of: beyond, ray, 1)
            let rightCorner = side(of: beyond, ray, -1)
            edges.add(left, leftCorner)
            edges.add(leftCorner, rightCorner)
            edges.add(rightCorner, right)
        }
    }

    /// Where the two sides of a line reach a joint, and where they leave it.
    private struct Joint {
        var leftStart: GridPoint
        var leftEnd: GridPoint
        var rightStart: GridPoint
        var rightEnd: GridPoint
    }

    /// Outlines a joint: the outer side as the style says, the inner side as the lines meet.
    private mutating func join(at point: LinePoint, _ from: Ray, _ to: Ray) -> Joint {
        let place = point.place
        let cosine = from.direction.dx * to.direction.dx + from.direction.dy * to.direction.dy
        let sine = from.direction.dx * to.direction.dy - from.direction.dy * to.direction.dx
        // It turns to the right where the sine is positive: then the left side is the outer one.
        let outer: Double = sine >= 0 ? 1 : -1
        let outside = joinOutside(
            at: place, from, to, outer, cosine: cosine, sine: abs(sine), isSmooth: point.isSmooth)
        let inside = joinInside(at: place, from, to, -outer, cosine: cosine)
        if outer > 0 {
            return Joint(
                leftStart: outside.start, leftEnd: outside.end, rightStart: inside.start,
                rightEnd: inside.end)
        }
        return Joint(
            leftStart: inside.start, leftEnd: inside.end, rightStart: outside.start,
            rightEnd: outside.end)
    }

    /// Where both lines' edges on a side meet.
    @inline(__always)
    private func meeting(
        at place: CGPoint, _ from: Ray, _ to: Ray, _ side: Double, _ cosine: Double
    ) -> GridPoint {
        let reach = pen.radius * side / (1 + cosine)
        return pen.grid(
            CGPoint(
                x: place.x + (from.direction.dy + to.direction.dy) * reach,
                y: place.y - (from.direction.dx + to.direction.dx) * reach))
    }

    private mutating func joinOutside(
        at place: CGPoint, _ from: Ray, _ to: Ray, _ outer: Double, cosine: Double, sine: Double,
        isSmooth: Bool
    ) -> (start: GridPoint, end: GridPoint) {
        // The cosine of half the turn.
        let half = max(0, (1 + cosine) / 2).squareRoot()
        let isMitred: Bool
        if isSmooth || style.join == .round {
            // As good as round.
            isMitred = pen.radius * (1 - half) <= tolerance * half
        } else {
            isMitred = style.join == .miter && half > 1e-6 && style.miterLimit * half >= 1
        }
        if isMitred {
            let tip = meeting(at: place, from, to, outer, cosine)
            return (tip, tip)
        }
        let start = side(of: place, from, outer)
        let end = side(of: place, to, outer)
        if isSmooth || style.join == .round {
            let normal = CGVector(dx: from.direction.dy * outer, dy: -from.direction.dx * outer)
            arc(
                about: place, from: normal, cosine: cosine, sine: sine, turn: outer, start, end)
        } else {
            add(start, end, outer)
        }
        return (start, end)
    }

    private mutating func joinInside(
        at place: CGPoint, _ from: Ray, _ to: Ray, _ inner: Double, cosine: Double
    ) -> (start: GridPoint, end: GridPoint) {
        // Where the edges meet, if that is within half of both lines: radius · tan(turn / 2).
        let room = min(from.length, to.length) / 2
        if pen.radius * pen.radius * (1 - cosine) <= room * room * (1 + cosine) {
            let point = meeting(at: place, from, to, inner, cosine)
            return (point, point)
        }
        // Else through the joint itself: each line keeps its whole end.
        let start = side(of: place, from, inner)
        let end = side(of: place, to, inner)
        let middle = pen.grid(place)
        add(start, middle, inner)
        add(middle, end, inner)
        return (start, end)
    }

    /// Adds an edge along the left side (1), or against the right one (−1).
    @inline(__always)
    private mutating func add(_ from: GridPoint, _ to: GridPoint, _ side: Double) {
        if side > 0 { edges.add(from, to) } else { edges.add(to, from) }
    }

    /// Adds an arc about a place.
    ///
    /// It is halved until its chords are as good as round, and each piece turns on by the same angle.
    ///
    /// - Parameters:
    ///   - from: The direction in which it begins, of length 1.
    ///   - cosine: The cosine of the angle that it turns by, up to half a turn; `sine` its sine.
    ///   - turn: 1 to the right, on the left side; −1 to the left, on the right one.
    ///   - start: Where it begins on the grid; `end` where it ends.
    private mutating func arc(
        about place: CGPoint, from: CGVector, cosine: Double, sine: Double, turn: Double,
        _ start: GridPoint, _ end: GridPoint
    ) {
        var cosine = cosine
        var sine = sine
        var halvings = 0
        while halvings < PathLimits.arcHalvings {
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
                    x: place.x + direction.dx * pen.radius, y: place.y + direction.dy * pen.radius))
            add(last, next, turn)
            last = next
            piece += 1
        }
        add(last, end, turn)
    }
}

/// The direction of a straight line, of length 1, and the line's length.
struct Ray {
    let direction: CGVector
    let length: Double

    init(direction: CGVector, length: Double) {
        self.direction = direction
        self.length = length
    }

    /// From a place to another one.
    @inline(__always)
    init(_ from: CGPoint, _ to: CGPoint) {
        let dx = to.x - from.x
        let dy = to.y - from.y
        length = (dx * dx + dy * dy).squareRoot()
        direction = CGVector(dx: dx / length, dy: dy / length)
    }

    var reversed: Ray {
        Ray(direction: CGVector(dx: -direction.dx, dy: -direction.dy), length: length)
    }
}
