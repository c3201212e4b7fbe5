import TouchKit

/// The scale at which a stored drawing is shown, so that the whole drawing is visible on a screen
/// that is smaller than its canvas. Stored strokes have canvas coordinates; shown strokes have
/// screen coordinates. Both coordinate systems have their origin in the upper left corner.
struct CanvasFit: Hashable {
    /// A fit that shows strokes at their stored size.
    static let identity = CanvasFit()

    /// The number of screen points per canvas point, at most 1.
    let scale: CGFloat

    private init() {
        scale = 1
    }

    /// Creates the fit of a canvas into a screen, both in points. A canvas that is unknown, or not
    /// larger than the screen, is shown at its stored size.
    init(canvas: CGSize?, screen: CGSize) {
        guard let canvas, screen.width > 0, screen.height > 0 else {
            scale = 1
            return
        }
        scale = min(1, screen.width / canvas.width, screen.height / canvas.height)
    }

    /// Returns whether `other` shows each stroke at the same place, except for rounding errors.
    func matches(_ other: CanvasFit) -> Bool { abs(scale - other.scale) <= 1e-6 }

    /// Returns a stored stroke as shown on the screen.
    func shown(_ stroke: Stroke) -> Stroke {
        scale == 1 ? stroke : Self.scaled(stroke, by: scale)
    }

    /// Returns a shown stroke in canvas coordinates.
    func stored(_ stroke: Stroke) -> Stroke {
        scale == 1 ? stroke : Self.scaled(stroke, by: 1 / scale)
    }

    /// Returns the part of the canvas that a screen of size `screen` shows.
    func visibleCanvas(of screen: CGSize) -> CGSize {
        CGSize(width: screen.width / scale, height: screen.height / scale)
    }

    /// Returns a stroke with all lengths multiplied by `factor`, within the limits of strokes.
    private static func scaled(_ stroke: Stroke, by factor: CGFloat) -> Stroke {
        func coordinate(_ value: CGFloat) -> CGFloat {
            max(-Stroke.maximumCoordinate, min(value * factor, Stroke.maximumCoordinate))
        }
        var stroke = stroke
        for index in stroke.points.indices {
            stroke.points[index].x = coordinate(stroke.points[index].x)
            stroke.points[index].y = coordinate(stroke.points[index].y)
        }
        stroke.width = max(
            Stroke.validWidths.lowerBound,
            min(stroke.width * factor, Stroke.validWidths.upperBound))
        return stroke
    }
}
