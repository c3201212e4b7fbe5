import TouchKit

/// A stroke that fingers have taken hold of: where it is now, until they let go.
///
/// What fingers do adds up in one transform of the stroke as it was, so that a thousand small steps
/// leave it as exact as one.
@MainActor
final class CarriedStroke {
    /// The stroke as it was.
    let stroke: Stroke
    /// Where it is now.
    private(set) var points: [CGPoint]
    /// What it looks like now.
    let path = UIBezierPath()

    private var transform = CGAffineTransform.identity
    private var places: [CGPoint]

    /// Takes hold of a stroke.
    init(_ stroke: Stroke) {
        self.stroke = stroke
        points = stroke.points
        places = stroke.points
        path.lineCapStyle = .round
        path.lineJoinStyle = .round
        stroke.trace(into: path)
    }

    /// Moves it on; a step that would leave nothing to be drawn, or nothing to take hold of, is left
    /// out.
    func move(by step: CGAffineTransform) {
        let next = transform.concatenating(step)
        for index in places.indices { places[index] = stroke.points[index].applying(next) }
        guard stroke.canMove(to: places) else { return }
        transform = next
        swap(&points, &places)
        Stroke.trace(points, drawnWith: stroke.tool, into: path)
    }

    /// How far a place is from where it is now, in points.
    func distance(to place: CGPoint) -> CGFloat { Stroke.distance(of: points, to: place) }
}
