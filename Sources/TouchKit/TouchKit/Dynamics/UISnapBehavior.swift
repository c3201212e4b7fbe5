/// A spring-like behavior whose initial motion is dampened over time so that the object settles at
/// a specific point, upright.
@MainActor
public final class UISnapBehavior: UIDynamicBehavior {
    /// The point toward which the dynamic item snaps, in the reference view's coordinates.
    public var snapPoint: CGPoint {
        didSet { if snapPoint != oldValue { dynamicAnimator?.wake() } }
    }

    /// The amount of oscillation damping in the motion, from 0 (endless oscillation) to 1 (no
    /// oscillation).
    public var damping: CGFloat = 0.5 {
        didSet { if damping != oldValue { dynamicAnimator?.wake() } }
    }

    /// Creates a snap behavior for a dynamic item and a point.
    public init(item: any UIDynamicItem, snapTo point: CGPoint) {
        snapPoint = point
        super.init()
        itemList = DynamicItemList([item])
    }

    override func applyForcesForHalfSubstep() {
        guard let body = itemList.bodies.first, body.inverseMass > 0 else { return }
        let angularFrequency = 2 * Double.pi * DynamicConstants.snapFrequency
        let dampingRate = 2 * min(max(damping, 0), 1) * angularFrequency
        let time = DynamicConstants.substep / 2
        let distance = DynamicVector(snapPoint) - body.position
        body.velocity +=
            (distance * (angularFrequency * angularFrequency) - body.velocity * dampingRate) * time
        guard body.inverseInertia > 0 else { return }
        // Rotates in the shorter direction to the nearest multiple of 360°.
        let turn = -body.angle.remainder(dividingBy: 2 * .pi)
        body.angularVelocity +=
            (turn * angularFrequency * angularFrequency - body.angularVelocity * dampingRate) * time
    }
}
