/// An animation that applies a spring-like force to a layer's properties.
///
/// `timingFunction` has no effect. As with Core Animation, the animation ends after `duration`; set
/// that to `settlingDuration` to let the spring settle.
///
/// ```swift
/// let drop = CASpringAnimation(keyPath: "position.y")
/// drop.fromValue = 0
/// drop.damping = 5
/// drop.duration = drop.settlingDuration
/// view.layer.add(drop, forKey: "drop")
/// ```
@MainActor
public final class CASpringAnimation: CABasicAnimation {
    /// The mass of the object attached to the end of the spring; must be greater than 0.
    public var mass: CGFloat = 1
    /// The spring stiffness coefficient; must be greater than 0.
    public var stiffness: CGFloat = 100
    /// The damping coefficient of the spring's motion, at least 0. Critical damping is 2 · √(mass ·
    /// stiffness); larger values count as critical damping, values near 0 as a hundredth of it.
    public var damping: CGFloat = 10
    /// The initial velocity, as a multiple of the distance between the values per second. Negative
    /// values start in the opposite direction.
    public var initialVelocity: CGFloat = 0

    /// The estimated time until the spring's oscillation has decayed to 1/1000 of the distance, in
    /// seconds.
    public var settlingDuration: Double {
        let ratio = dampingRatio
        return (ratio < 1 ? 6.907_755 / ratio : 9.233_413) / frequency
    }

    /// The undamped angular frequency, in radians per second.
    private var frequency: Double { (max(stiffness, 1e-6) / max(mass, 1e-6)).squareRoot() }

    /// The damping in relation to critical damping, 0.01…1.
    private var dampingRatio: Double {
        let critical = 2 * (max(stiffness, 1e-6) * max(mass, 1e-6)).squareRoot()
        return min(max(damping / critical, 0.01), 1)
    }

    /// Returns an animation with the same properties.
    public override func copy() -> CAAnimation {
        let copy = CASpringAnimation(keyPath: keyPath)
        copy.setValues(from: self)
        copy.mass = mass
        copy.stiffness = stiffness
        copy.damping = damping
        copy.initialVelocity = initialVelocity
        return copy
    }

    override func curve(duration: Double) -> AnimationCurve? {
        .spring(
            SpringCurve(
                dampingRatio: dampingRatio, frequency: frequency * duration,
                velocity: initialVelocity * duration))
    }
}
