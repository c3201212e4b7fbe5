import TouchKit

/// A stroke that is being dragged, rotated or scaled by touches.
///
/// All changes are combined in one transform of the original points, so that rounding errors don't
/// accumulate. Applying a transform costs the same for any stroke; the transformed points and their
/// path are computed on first access after a change.
@MainActor
package final class TransformedStroke {
    /// The maximum number of points of a short stroke. The `frame` of a short stroke is `nil`, so
    /// that the caller invalidates the stroke's path instead of its bounding box.
    static let maximumPointsWithoutFrame = 32

    /// The stroke before the transformation.
    package let stroke: Stroke
    /// The number of times that `points` was recomputed, for tests.
    package private(set) var pointUpdateCount = 0

    /// The combined transform of all steps since the stroke was picked up.
    private var transform = CGAffineTransform.identity
    /// The points that each step must keep within the drawable range: all points of a short stroke,
    /// otherwise the corners of the original bounding box.
    private let corners: [CGPoint]
    /// The original points that determine the extent: all points of a short stroke, otherwise the
    /// outermost points in eight directions.
    private let extremePoints: [CGPoint]
    /// The minimum extent that the stroke must have after a step, in points.
    private let minimumExtent: CGFloat
    private var transformedPoints: [CGPoint]
    private var needsPointUpdate = false
    private let cachedPath = UIBezierPath()
    private var needsPathUpdate = true

    /// Creates an untransformed copy of `stroke`.
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
        cachedPath.lineCapStyle = .round
        cachedPath.lineJoinStyle = .round
    }

    /// Appends `step` to the transform; ignores a step that would move the stroke out of the
    /// drawable range or make it too small.
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

    /// The transformed points.
    ///
    /// - Complexity: O(points) on the first access after a step, then O(1).
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

    /// The path of the transformed stroke.
    ///
    /// - Complexity: O(points) on the first access after a step, then O(1).
    package var path: UIBezierPath {
        if needsPathUpdate {
            Stroke.setContents(of: cachedPath, to: points, drawnWith: stroke.tool)
            // A path with a single point paints nothing, but a pen stroke with one point is a dot.
            if stroke.tool == .pen, points.count == 1 { cachedPath.addLine(to: points[0]) }
            needsPathUpdate = false
        }
        return cachedPath
    }

    /// A rectangle that contains everything the transformed stroke paints, in points, or `nil` for
    /// a short stroke, because the path of a short stroke bounds the damage more tightly.
    ///
    /// A pen's curve stays inside its points' bounding box because it is a B-spline.
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

    /// Returns the bounding box of `points` after `transform`, or a zero box if there are no
    /// points.
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

    /// Returns the outermost point in each of eight directions. For any rotation, the extent of
    /// these points is at least 70 % of the stroke's extent: between two neighboring points the
    /// stroke bulges by at most a fifth of their distance (half the tangent of 22.5°).
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
