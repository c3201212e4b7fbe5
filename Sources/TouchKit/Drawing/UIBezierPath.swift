import Raster

/// How an open end of a path is finished.
public enum CGLineCap: Int, Sendable {
    /// Cut off at the end point.
    case butt = 0
    /// A half disc about the end point.
    case round = 1
}

/// A path of straight lines, to be stroked. Joints between lines are round.
///
/// Keep a path and fill it again after `removeAllPoints()`: then drawing it allocates nothing.
@MainActor
public final class UIBezierPath {
    private enum Step {
        case move(CGPoint)
        case line(CGPoint)
        case close
    }

    private var steps: [Step] = []

    /// The width of the stroke, in points.
    public var lineWidth: CGFloat = 1
    /// How open ends are finished.
    public var lineCapStyle = CGLineCap.butt

    /// Makes an empty path.
    public init() {}

    /// Makes the outline of a rectangle.
    public convenience init(rect: CGRect) {
        self.init()
        move(to: CGPoint(x: rect.minX, y: rect.minY))
        addLine(to: CGPoint(x: rect.maxX, y: rect.minY))
        addLine(to: CGPoint(x: rect.maxX, y: rect.maxY))
        addLine(to: CGPoint(x: rect.minX, y: rect.maxY))
        close()
    }

    /// Whether there is nothing in it.
    public var isEmpty: Bool { steps.isEmpty }

    /// Where the next line would begin; zero for an empty path.
    public var currentPoint: CGPoint {
        var start = CGPoint.zero
        var point = CGPoint.zero
        for step in steps {
            switch step {
            case .move(let place):
                start = place
                point = place
            case .line(let place): point = place
            case .close: point = start
            }
        }
        return point
    }

    /// The box around its points, without the stroke's width; `null` for an empty path.
    public var bounds: CGRect {
        var box = CGRect.null
        for step in steps {
            switch step {
            case .move(let place), .line(let place):
                box = box.union(CGRect(origin: place, size: .zero))
            case .close: break
            }
        }
        return box
    }

    /// Begins a line elsewhere.
    public func move(to point: CGPoint) {
        steps.append(.move(point))
    }

    /// Goes on straight; begins here where nothing was begun.
    public func addLine(to point: CGPoint) {
        steps.append(steps.isEmpty ? .move(point) : .line(point))
    }

    /// Goes back to where the line began.
    public func close() {
        if !steps.isEmpty { steps.append(.close) }
    }

    /// Empties the path and keeps its memory.
    public func removeAllPoints() {
        steps.removeAll(keepingCapacity: true)
    }

    /// Strokes the path with the stroke colour, in the running `draw(_:)`.
    public func stroke() {
        guard let context = DrawingContext.current else { return }
        // Where round ends don't make a joint by themselves, a disc does.
        let needsJoints = lineCapStyle != .round
        var previous: CGPoint?
        forEachSegment { start, end in
            context.stroke(from: start, to: end, width: lineWidth, cap: cap)
            if needsJoints, previous == start {
                context.stroke(from: start, to: start, width: lineWidth, cap: .round)
            }
            previous = end
        }
    }

    private var cap: LineCap {
        switch lineCapStyle {
        case .butt: .butt
        case .round: .round
        }
    }

    /// Calls `body` for every straight piece, in order.
    func forEachSegment(_ body: (_ start: CGPoint, _ end: CGPoint) -> Void) {
        var start = CGPoint.zero
        var point = CGPoint.zero
        for step in steps {
            switch step {
            case .move(let place):
                start = place
                point = place
            case .line(let place):
                body(point, place)
                point = place
            case .close:
                if point != start { body(point, start) }
                point = start
            }
        }
    }
}
