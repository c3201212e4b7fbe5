import Glibc

/// The distance and direction between two touches, for pinch and rotation recognizers.
struct TouchPair {
    /// The distance between the touches, in points.
    let distance: Double
    /// The direction from the first touch to the second, in radians, positive clockwise on the
    /// screen.
    let angle: Double

    /// Creates a pair of the first two of `touches`, or returns `nil` if there are fewer than two.
    @MainActor
    init?(_ touches: [UITouch]) {
        guard touches.count >= 2 else { return nil }
        let (first, second) = (touches[0].windowLocation, touches[1].windowLocation)
        let (dx, dy) = (second.x - first.x, second.y - first.y)
        distance = (dx * dx + dy * dy).squareRoot()
        angle = atan2(dy, dx)
    }

    /// Returns the rotation from the direction of `earlier` to the direction of this pair, in
    /// radians (−π…π).
    func rotation(since earlier: TouchPair) -> Double {
        (angle - earlier.angle).remainder(dividingBy: 2 * .pi)
    }
}
