import TouchKit

/// A stroke that is being dragged, rotated or scaled by touches.
///
/// All changes are combined in one transform of the original points, so that rounding errors don't
/// accumulate. Adding a change takes the same time for any stroke. The transformed points and their
/// path are computed on first access after a change.
@MainActor
package final class TransformedStroke {
    /// The maximum number of points of a short stroke. A short stroke has no `frame`, so that the
    /// view invalidates the area of its path and not a rectangle.
    static let maximumPointsWithoutFrame = 32
    /// The maximum number of points of a stroke whose `path` is exact: a minute of drawing.
    package static let maximumExactPoints = 8_192
    /// The maximum number of points through which the path of a longer stroke leads, so that each
    /// frame of a drag takes limited time.
    package static let maximumReducedPoints = 2_048

    /// The original stroke, without the transform.
    package let stroke: Stroke
    /// The number of times that `points` has been recomputed. Only tests use this value.
    package private(set) var pointUpdateCount = 0

    /// The combination of all transforms that have been applied since the stroke was picked up.
    private var transform = CGAffineTransform.identity
    /// The original points that must remain within the coordinate limits for drawing: all points of
    /// a short stroke, or the corners of the bounding box of a longer stroke.
    private let corners: [CGPoint]
    /// The original points from which the extent (the longer side of the bounding box) is
    /// calculated: all points of a short stroke, or the outermost points of a longer stroke in
    /// eight directions.
    private let extremePoints: [CGPoint]
    /// The minimum extent (longer side of the bounding box) of the transformed stroke, in points.
    private let minimumExtent: CGFloat
    private var transformedPoints: [CGPoint]
    private var needsPointUpdate = false
    private let cachedPath = UIBezierPath.withRoundLines()
    private var needsPathUpdate = true

    /// Creates a transformed stroke from `stroke`, initially with the identity transform.
    package init(_ stroke: Stroke) {
        self.stroke = stroke
        transformedPoints = stroke.points
        let isShort = stroke.points.count <= Self.maximumPointsWithoutFrame
        extremePoints = isShort ? stroke.points : Self.extremePoints(of: stroke.points)
        let box = Self.box(around: extremePoints, .identity)
        corners =
            isShort
            ? stroke.points
            : [
                CGPoint(x: box.minX, y: box.minY), CGPoint(x: box.maxX, y: box.minY),
                CGPoint(x: box.minX, y: box.maxY), CGPoint(x: box.maxX, y: box.maxY),
            ]
        minimumExtent = min(Stroke.extent(of: extremePoints), Stroke.smallestExtent)
        cachedPath.lineWidth = stroke.width
    }

    /// Applies `step` after all earlier transforms. Ignores a step that would move the stroke
    /// beyond the coordinate limits for drawing or make it too small.
    ///
    /// `Stroke.canMove(to:)` accepts every result: all points stay inside the box around `corners`,
    /// and their extent is at least the extent of `extremePoints`.
    ///
    /// - Complexity: O(1).
    package func apply(_ step: CGAffineTransform) {
        let next = transform.concatenating(step)
        for corner in corners where !Stroke.isDrawable(corner.applying(next)) { return }
        let box = Self.box(around: extremePoints, next)
        guard max(box.maxX - box.minX, box.maxY - box.minY) >= minimumExtent else { return }
        transform = next
        needsPointUpdate = true
        needsPathUpdate = true
    }

    /// The stroke's points with all transforms applied.
    ///
    /// - Complexity: O(*n*) on the first access after a change, where *n* is the number of points;
    ///   O(1) for later accesses.
    package var points: [CGPoint] {
        if needsPointUpdate {
            for index in transformedPoints.indices {
                transformedPoints[index] = stroke.points[index].applying(transform)
            }
            needsPointUpdate = false
            pointUpdateCount += 1
        }
        return transformedPoints
    }

    /// The path of the transformed stroke. If the stroke has more than `maximumExactPoints` points,
    /// the path leads through evenly chosen points.
    ///
    /// - Complexity: O(*n*) on the first access after a change, where *n* is the number of points,
    ///   at most `maximumExactPoints`; O(1) for later accesses.
    package var path: UIBezierPath {
        if needsPathUpdate {
            Stroke.setContents(of: cachedPath, to: pathPoints, drawnWith: stroke.tool)
            // A path with a single point paints nothing, but a pen stroke with one point is a dot.
            if stroke.tool == .pen, stroke.points.count == 1 {
                cachedPath.addLine(to: points[0])
            }
            needsPathUpdate = false
        }
        return cachedPath
    }

    /// The transformed points through which `path` leads, including the first and the last point.
    private var pathPoints: [CGPoint] {
        let count = stroke.points.count
        if count <= Self.maximumExactPoints { return points }
        let step = (count + Self.maximumReducedPoints - 2) / (Self.maximumReducedPoints - 1)
        return (stride(from: 0, to: count - 1, by: step).map { $0 } + [count - 1]).map {
            stroke.points[$0].applying(transform)
        }
    }

    /// A rectangle that contains all pixels of the transformed stroke, in points, or `nil` for a
    /// stroke with at most `maximumPointsWithoutFrame` points. For such a short stroke, the path
    /// bounds the damage more tightly.
    ///
    /// The curve of a pen stroke stays inside the bounding box of its points because it is a
    /// B-spline.
    package var frame: CGRect? {
        if transformedPoints.count <= Self.maximumPointsWithoutFrame { return nil }
        // Half the line width plus one pixel for antialiasing; a line is at least one pixel wide.
        let reach = max(stroke.width, 1) / 2 + 1
        let box = Self.box(around: corners, transform)
        return CGRect(
            x: box.minX - reach, y: box.minY - reach, width: box.maxX - box.minX + 2 * reach,
            height: box.maxY - box.minY + 2 * reach)
    }

    /// Returns the distance from `point` to the transformed stroke's center line, in points.
    package func distance(to point: CGPoint) -> CGFloat {
        Stroke.distance(of: points, to: point)
    }

    private typealias Box = (minX: CGFloat, minY: CGFloat, maxX: CGFloat, maxY: CGFloat)

    /// Returns the bounding box of `points` after `transform`, or an empty box at the origin if
    /// there are no points.
    private static func box(around points: [CGPoint], _ transform: CGAffineTransform) -> Box {
        guard let first = points.first?.applying(transform) else { return (0, 0, 0, 0) }
        var box: Box = (first.x, first.y, first.x, first.y)
        for point in points {
            let location = point.applying(transform)
            box.minX = min(box.minX, location.x)
            box.minY = min(box.minY, location.y)
            box.maxX = max(box.maxX, location.x)
            box.maxY = max(box.maxY, location.y)
        }
        return box
    }

    /// Returns the outermost point of `points` in each of eight directions. For any rotation, the
    /// extent (longer side of the bounding box) of these points is at least 70 % of the stroke's
    /// extent: between two neighboring points the stroke bulges by at most a fifth of their
    /// distance (half the tangent of 22.5°).
    private static func extremePoints(of points: [CGPoint]) -> [CGPoint] {
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
