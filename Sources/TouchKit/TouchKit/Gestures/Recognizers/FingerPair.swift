import Glibc

/// How two fingers lie to each other, as pinch and rotation see it.
struct FingerPair {
    /// How far they are apart, in points.
    let distance: Double
    /// The direction from the first to the second, in radians; clockwise, as y grows downwards.
    let angle: Double

    /// The first two of these touches; nil for fewer.
    @MainActor
    init?(_ touches: [UITouch], without lifted: Set<UITouch> = []) {
        var first: UITouch?
        for touch in touches where !lifted.contains(touch) {
            guard let known = first else {
                first = touch
                continue
            }
            let dx = touch.place.x - known.place.x
            let dy = touch.place.y - known.place.y
            distance = (dx * dx + dy * dy).squareRoot()
            angle = atan2(dy, dx)
            return
        }
        return nil
    }

    /// How far it has turned since another one, the short way round, in radians.
    func turn(since earlier: FingerPair) -> Double {
        let turn = (angle - earlier.angle).truncatingRemainder(dividingBy: 2 * .pi)
        if turn > .pi { return turn - 2 * .pi }
        if turn < -.pi { return turn + 2 * .pi }
        return turn
    }
}
