import TouchKit

/// A stroke that fingers have taken hold of: where it is now, until they let go.
///
/// What fingers do adds up in one transform of the stroke as it was, so that a thousand small steps
/// leave it as exact as one. A step costs the same for every stroke, however long: its points are moved
/// and its path is made only when they are asked for, once for all steps since.
@MainActor
package final class CarriedStroke {
    /// Strokes of more points are invalidated by the box around them: their path isn't made in each
    /// step.
    static let mostPointsInSlices = 32

    /// The stroke as it was.
    package let stroke: Stroke
    /// How often all its points were moved, for tests.
    package private(set) var moveCount = 0

    /// What was done to it since it was picked up.
    private var transform = CGAffineTransform.identity
    /// The corners of the box around the stroke as it was; its points where they are few.
    private let corners: [CGPoint]
    /// Its outermost points as it was; all where they are few.
    private let outermost: [CGPoint]
    /// The least extent that may be left of it.
    private let leastExtent: CGFloat
    private var places: [CGPoint]
    private var placesAreOld = false
    private let tracedPath = UIBezierPath()
    private var pathIsOld = true

    /// Takes hold of a stroke.
    package init(_ stroke: Stroke) {
        self.stroke = stroke
        places = stroke.points
        let isShort = stroke.points.count <= Self.mostPointsInSlices
        outermost = isShort ? stroke.points : Self.outermost(of: stroke.points)
        let box = Self.box(around: outermost, .identity)
        corners =
            isShort
            ? stroke.points
            : [
                CGPoint(x: box.minX, y: box.minY), CGPoint(x: box.maxX, y: box.minY),
                CGPoint(x: box.minX, y: box.maxY), CGPoint(x: box.maxX, y: box.maxY),
            ]
        leastExtent = min(Stroke.extent(of: outermost), Stroke.smallestExtent)
        tracedPath.lineWidth = stroke.width
        tracedPath.lineCapStyle = .round
        tracedPath.lineJoinStyle = .round
    }

    /// Moves it on; a step that would leave nothing to be drawn, or nothing to take hold of, is left
    /// out.
    ///
    /// What is accepted here, `Stroke.canMove(to:)` accepts as well: no point goes farther than the
    /// corners of the box, and all of them extend at least as far as the outermost.
    ///
    /// - Complexity: O(1).
    package func move(by step: CGAffineTransform) {
        let next = transform.concatenating(step)
        for corner in corners where !Stroke.isDrawable(corner.applying(next)) { return }
        let box = Self.box(around: outermost, next)
        guard max(box.maxX - box.minX, box.maxY - box.minY) >= leastExtent else { return }
        transform = next
        placesAreOld = true
        pathIsOld = true
    }

    /// Where its points are now.
    ///
    /// - Complexity: O(points) after a step, then O(1).
    package var points: [CGPoint] {
        if placesAreOld {
            for index in places.indices { places[index] = stroke.points[index].applying(transform) }
            placesAreOld = false
            moveCount += 1
        }
        return places
    }

    /// What it looks like now.
    ///
    /// - Complexity: O(points) after a step, then O(1).
    package var path: UIBezierPath {
        if pathIsOld {
            Stroke.trace(points, drawnWith: stroke.tool, into: tracedPath)
            // A path paints nothing at a place where nothing follows; a stroke of one point is a dot.
            if stroke.tool == .pen, points.count == 1 { tracedPath.addLine(to: points[0]) }
            pathIsOld = false
        }
        return tracedPath
    }

    /// A rectangle that holds everything it paints now, in points; nil for one of few points, whose path
    /// says it better.
    ///
    /// A pen's curve stays within its points' box, for it is a spline.
    package var frame: CGRect? {
        if places.count <= Self.mostPointsInSlices { return nil }
        // A soft edge, and the pixel that the thinnest line is wide.
        let reach = max(stroke.width, 1) / 2 + 1
        let box = Self.box(around: corners, transform)
        return CGRect(
            x: box.minX - reach, y: box.minY - reach, width: box.maxX - box.minX + 2 * reach,
            height: box.maxY - box.minY + 2 * reach)
    }

    /// How far a place is from where it is now, in points.
    package func distance(to place: CGPoint) -> CGFloat {
        Stroke.distance(of: points, to: place)
    }

    private typealias Box = (minX: CGFloat, minY: CGFloat, maxX: CGFloat, maxY: CGFloat)

    /// The box around points after a transform; all zero for none.
    private static func box(around points: [CGPoint], _ transform: CGAffineTransform) -> Box {
        guard let first = points.first?.applying(transform) else { return (0, 0, 0, 0) }
        var box: Box = (first.x, first.y, first.x, first.y)
        for point in points {
            let place = point.applying(transform)
            box.minX = min(box.minX, place.x)
            box.minY = min(box.minY, place.y)
            box.maxX = max(box.maxX, place.x)
            box.maxY = max(box.maxY, place.y)
        }
        return box
    }

    /// The points that lie farthest out in eight directions. However the stroke is turned, they extend
    /// over 70 % of it at least: beyond two neighbours, it bulges by a fifth of their distance at most
    /// (half the tangent of 22.5°).
    private static func outermost(of points: [CGPoint]) -> [CGPoint] {
        let directions: [(x: CGFloat, y: CGFloat)] = [
            (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1),
        ]
        return directions.compactMap { direction in
            points.max {
                $0.x * direction.x + $0.y * direction.y < $1.x * direction.x + $1.y * direction.y
            }
        }
    }
}
