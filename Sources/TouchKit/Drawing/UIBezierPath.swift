import Raster

/// How an open end of a path is finished.
public enum CGLineCap: Int, Sendable {
    /// Cut off at the end point.
    case butt = 0
    /// A half disc about the end point.
    case round = 1
    /// Cut off half a width beyond the end point.
    case square = 2
}

/// A path of straight lines, to be stroked. Joints between lines are round.
///
/// Each line is painted by itself: where a translucent path overlaps itself, and at its joints, it
/// is painted twice.
///
/// Keep a path and fill it again after `removeAllPoints()`: then drawing it allocates nothing.
@MainActor
public final class UIBezierPath {
    enum Step {
        case move(CGPoint)
        case line(CGPoint)
        case close
    }

    private(set) var steps: [Step] = []

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

    /// Begins a line elsewhere; a place where nothing follows is not stroked.
    public func move(to point: CGPoint) {
        steps.append(.move(point))
    }

    /// Goes on straight; does nothing on an empty path, which has no place to go on from.
    public func addLine(to point: CGPoint) {
        if !steps.isEmpty { steps.append(.line(point)) }
    }

    /// Goes back to where the line began.
    public func close() {
        if !steps.isEmpty { steps.append(.close) }
    }

    /// Empties the path and keeps its memory.
    public func removeAllPoints() {
        steps.removeAll(keepingCapacity: true)
    }
}
