import Glibc

/// The distance and direction between two touches, for pinch and rotation recognizers.
struct TouchPair {
    /// The distance between the touches, in points.
    let distance: Double
    /// The direction from the first touch to the second, in radians, positive clockwise on the
    /// screen.
    let angle: Double

    /// Creates a pair of the first two of `touches` that are not in `excluded`, or returns `nil` if
    /// there are fewer than two.
    @MainActor
    init?(_ touches: [UITouch], excluding excluded: Set<UITouch> = []) {
        var first: UITouch?
        for touch in touches where !excluded.contains(touch) {
            guard let origin = first else {
                first = touch
                continue
            }
            let dx = touch.windowLocation.x - origin.windowLocation.x
            let dy = touch.windowLocation.y - origin.windowLocation.y
            distance = (dx * dx + dy * dy).squareRoot()
            angle = atan2(dy, dx)
            return
        }
        return nil
    }

    /// Returns the rotation from the direction of `earlier` to the direction of this pair, in
    /// radians (−π…π).
    func rotation(since earlier: TouchPair) -> Double {
        let rotation = (angle - earlier.angle).truncatingRemainder(dividingBy: 2 * .pi)
        if rotation > .pi { return rotation - 2 * .pi }
        if rotation < -.pi { return rotation + 2 * .pi }
        return rotation
    }
}
