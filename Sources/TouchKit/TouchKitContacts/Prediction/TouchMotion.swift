import TouchKitGeometry

/// The velocity and acceleration of a touch, from which its position is extrapolated.
struct TouchMotion: Hashable, Sendable {
    /// The velocity, in points per millisecond.
    var velocity = CGVector.zero
    /// The acceleration, in points per millisecond².
    var acceleration = CGVector.zero

    /// The motion of a resting touch: velocity and acceleration are zero.
    static let rest = TouchMotion()

    /// Returns the displacement that the motion causes in `milliseconds`, in points.
    func displacement(after milliseconds: Double) -> CGVector {
        let half = milliseconds * milliseconds / 2
        return CGVector(
            dx: velocity.dx * milliseconds + acceleration.dx * half,
            dy: velocity.dy * milliseconds + acceleration.dy * half)
    }

    /// Adds the velocity and acceleration of `other`, multiplied by `weight`.
    mutating func add(_ other: TouchMotion, weight: Double) {
        velocity.dx += other.velocity.dx * weight
        velocity.dy += other.velocity.dy * weight
        acceleration.dx += other.acceleration.dx * weight
        acceleration.dy += other.acceleration.dy * weight
    }
}
