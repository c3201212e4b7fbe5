import TouchKit

/// A finished stroke of a drawing.
package struct Stroke: Hashable, Sendable, Identifiable {
    /// The type of the identifiers of strokes. An identifier is never reused within one drawing.
    package typealias ID = Int

    /// The stroke's identifier.
    package let id: ID
    /// The identifier of the first stroke that the same touch drew. Equal to `id`, except for a
    /// stroke that continues a long touch.
    package var firstPartID: ID
    /// The tool that drew the stroke.
    package var tool: Tool
    /// The stroke's color.
    package var color: InkColor
    /// The stroke's points, in points of the drawing's coordinate system: the two ends of a line,
    /// or the touch locations of a pen stroke. A single point is a dot.
    package var points: [CGPoint]
    /// The line width, in points.
    package var width: CGFloat
    /// The position in the drawing order: strokes with higher levels cover strokes with lower
    /// levels. Levels are unique within a drawing.
    package var level: Int

    /// Creates a stroke from the values of its properties, without checking that it can be drawn.
    /// If `firstPartID` is `nil`, the stroke does not continue another stroke.
    package init(
        id: ID, tool: Tool, points: [CGPoint], color: InkColor, width: CGFloat, level: Int,
        firstPartID: ID? = nil
    ) {
        self.id = id
        self.firstPartID = firstPartID ?? id
        self.tool = tool
        self.points = points
        self.color = color
        self.width = width
        self.level = level
    }

    /// The maximum absolute value of a stroke's coordinates, in points: much larger than any
    /// screen, but small enough for exact rasterization.
    package static let maximumCoordinate: CGFloat = 100_000
    /// The valid line widths, in points. The palette offers 4, 10 and 20. Painting a much wider
    /// stroke would take longer than a frame.
    package static let validWidths: ClosedRange<CGFloat> = 0.5...64
    /// The minimum extent (the longer side of the bounding box) to which a stroke can be scaled
    /// down, in points. The value is large enough for the user to find the stroke and enlarge it
    /// again. A stroke that is already smaller cannot be scaled down.
    package static let smallestExtent: CGFloat = 1

    /// Whether the stroke has points, and its coordinates and line width are within the limits for
    /// drawing.
    package var isDrawable: Bool {
        Self.validWidths ~= width && Self.areDrawable(points)
    }

    /// Returns whether `newPoints` may replace the stroke's points. The number of points must be
    /// equal, and the coordinates must be within the limits for drawing. The extent (the longer
    /// side of the bounding box) must be at least `smallestExtent`, or at least the stroke's
    /// current extent if that is smaller.
    package func canMove(to newPoints: [CGPoint]) -> Bool {
        newPoints.count == points.count && Self.areDrawable(newPoints)
            && Self.extent(of: newPoints) >= min(Self.extent(of: points), Self.smallestExtent)
    }

    /// Returns the distance from `point` to the polyline through the stroke's points, in points, or
    /// infinity if the stroke has no points.
    package func distance(to point: CGPoint) -> CGFloat {
        Self.distance(of: points, to: point)
    }

    /// Returns the distance from `point` to the polyline through `points`, in points, or infinity
    /// if `points` is empty.
    package static func distance(of points: [CGPoint], to point: CGPoint) -> CGFloat {
        var leastSquare = CGFloat.infinity
        for index in points.indices {
            let start = points[max(index - 1, 0)]
            let (dx, dy) = (points[index].x - start.x, points[index].y - start.y)
            let (px, py) = (point.x - start.x, point.y - start.y)
            let square = dx * dx + dy * dy
            let along = square > 0 ? min(max((px * dx + py * dy) / square, 0), 1) : 0
            let (ex, ey) = (px - along * dx, py - along * dy)
            leastSquare = min(leastSquare, ex * ex + ey * ey)
        }
        return leastSquare.squareRoot()
    }

    /// Replaces the contents of `path` with the stroke's curve, and sets the line width of `path`
    /// to the stroke's width.
    @MainActor
    func setContents(of path: UIBezierPath) {
        path.lineWidth = width
        Self.setContents(of: path, to: points, drawnWith: tool)
    }

    /// Replaces the contents of `path` with the curve that `tool` draws through `points`: a
    /// straight line between the first and the last point for `.line`, or a smoothed curve for
    /// `.pen`.
    @MainActor
    static func setContents(
        of path: UIBezierPath, to points: [CGPoint], drawnWith tool: Tool
    ) {
        switch tool {
        case .line:
            path.removeAllPoints()
            guard let first = points.first, let last = points.last else { return }
            path.move(to: first)
            path.addLine(to: last)
        case .pen:
            PenInk.smooth(points, into: path)
        }
    }

    private static func areDrawable(_ points: [CGPoint]) -> Bool {
        if points.isEmpty { return false }
        for point in points where !isDrawable(point) { return false }
        return true
    }

    /// Returns whether a point's coordinates are finite and at most `maximumCoordinate` in
    /// magnitude.
    static func isDrawable(_ point: CGPoint) -> Bool {
        abs(point.x) <= maximumCoordinate && abs(point.y) <= maximumCoordinate
    }

    /// Returns the longer side of the bounding box of `points`, in points, or 0 if `points` is
    /// empty.
    static func extent(of points: [CGPoint]) -> CGFloat {
        guard var low = points.first, var high = points.first else { return 0 }
        for point in points {
            low = CGPoint(x: min(low.x, point.x), y: min(low.y, point.y))
            high = CGPoint(x: max(high.x, point.x), y: max(high.y, point.y))
        }
        return max(high.x - low.x, high.y - low.y)
    }
}
