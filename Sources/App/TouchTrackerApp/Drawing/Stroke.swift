import TouchKit

/// A finished stroke of a drawing.
package struct Stroke: Hashable, Sendable, Identifiable {
    /// Names a stroke for good: none is given twice in the life of a drawing.
    package typealias ID = Int

    /// Its name.
    package let id: ID
    /// What it was drawn with.
    package var tool: Tool
    /// Where fingers were, in points of the drawing: a line's two ends, or what a pen's finger
    /// reported; a single one is a dot.
    package var points: [CGPoint]
    /// What it is drawn in.
    package var color: InkColor
    /// How thick it is, in points.
    package var width: CGFloat
    /// Its place in the drawing order: higher ones lie over lower ones. No two have the same.
    package var level: Int

    /// Makes a stroke.
    package init(
        id: ID, tool: Tool, points: [CGPoint], color: InkColor, width: CGFloat, level: Int
    ) {
        self.id = id
        self.tool = tool
        self.points = points
        self.color = color
        self.width = width
        self.level = level
    }

    /// How far from a drawing's origin a point of a stroke may be, in points: far beyond any screen,
    /// well within what is painted exactly.
    package static let farthest: CGFloat = 100_000
    /// To how little a stroke may shrink, in points, unless it was smaller before: a finger finds it
    /// again and can make it larger.
    package static let smallestExtent: CGFloat = 1

    /// Whether it can be drawn: it has points, and no number in it is beyond all bounds.
    package var isDrawable: Bool { Self.areDrawable(points) && width > 0 && width <= Self.farthest }

    /// Whether it may go to other places: as many points, which can be drawn and don't all fall
    /// together.
    package func canMove(to places: [CGPoint]) -> Bool {
        places.count == points.count && Self.areDrawable(places)
            && Self.extent(of: places) >= min(Self.extent(of: points), Self.smallestExtent)
    }

    /// How far a place is from the stroke's middle line, in points; the straight pieces between its
    /// points count.
    package func distance(to place: CGPoint) -> CGFloat { Self.distance(of: points, to: place) }

    /// How far a place is from the nearest of the straight pieces between points, in points; infinite
    /// where there are none.
    package static func distance(of points: [CGPoint], to place: CGPoint) -> CGFloat {
        var least = CGFloat.infinity
        for index in points.indices {
            let start = points[max(index - 1, 0)]
            let (dx, dy) = (points[index].x - start.x, points[index].y - start.y)
            let (px, py) = (place.x - start.x, place.y - start.y)
            let square = dx * dx + dy * dy
            let along = square > 0 ? min(max((px * dx + py * dy) / square, 0), 1) : 0
            let (ex, ey) = (px - along * dx, py - along * dy)
            least = min(least, ex * ex + ey * ey)
        }
        return least.squareRoot()
    }

    /// Makes a path of what the stroke looks like.
    @MainActor
    func trace(into path: UIBezierPath) {
        path.lineWidth = width
        Self.trace(points, drawnWith: tool, into: path)
    }

    /// Makes a path of points: straight from one end to the other, or smoothed.
    @MainActor
    static func trace(_ points: [CGPoint], drawnWith tool: Tool, into path: UIBezierPath) {
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

    /// Whether a point is finite, and within all bounds.
    static func isDrawable(_ point: CGPoint) -> Bool {
        abs(point.x) <= farthest && abs(point.y) <= farthest
    }

    /// The longer side of the box around points.
    static func extent(of points: [CGPoint]) -> CGFloat {
        guard var low = points.first, var high = points.first else { return 0 }
        for point in points {
            low = CGPoint(x: min(low.x, point.x), y: min(low.y, point.y))
            high = CGPoint(x: max(high.x, point.x), y: max(high.y, point.y))
        }
        return max(high.x - low.x, high.y - low.y)
    }
}
