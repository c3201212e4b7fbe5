/// A contact point between a body and another body or a boundary, solved as a non-penetration
/// constraint with friction.
@MainActor
struct ContactConstraint {
    /// The body that is pushed along the normal.
    let body: DynamicBody
    /// The other body, or `nil` for a boundary.
    let other: DynamicBody?
    /// The contact point relative to the center of the unrotated body.
    private let localPoint: DynamicVector
    /// The contact point relative to the center of the unrotated other body, or in the reference
    /// view for a boundary.
    private let otherLocalPoint: DynamicVector
    /// The unit direction in which the body is pushed.
    private let normal: DynamicVector
    /// The friction coefficient of the contact.
    private let friction: Double
    /// The minimum relative velocity along the normal that the solver must reach, in points per
    /// second; negative velocities approach.
    private var minimumNormalVelocity: Double
    /// Whether the bodies must separate at `minimumNormalVelocity`. If `false`, the constraint only
    /// prevents the bodies from overlapping.
    private let bounces: Bool
    /// The relative velocity along the normal before the solver applies impulses, in points per
    /// second.
    private var previousNormalVelocity: Double
    /// The accumulated impulse along the normal.
    private var normalImpulse = 0.0
    /// The accumulated impulse along the tangent.
    private var frictionImpulse = 0.0
    /// Whether the bodies touch now or will touch within the current substep.
    let isTouching: Bool
    /// The position of the contact in the reference view, in points.
    let point: DynamicVector

    /// Creates a contact.
    ///
    /// - Parameters:
    ///   - body: The body that is pushed along the normal.
    ///   - point: The contact point on `body`, in the reference view.
    ///   - other: The other body, or `nil` for a boundary.
    ///   - otherPoint: The contact point on `other` or on the boundary, in the reference view.
    ///   - normal: The unit direction in which `body` is pushed.
    init(
        _ body: DynamicBody, at point: DynamicVector, on other: DynamicBody?,
        at otherPoint: DynamicVector, normal: DynamicVector
    ) {
        self.body = body
        self.other = other
        self.normal = normal
        self.point = point
        let arm = point - body.position
        self.localPoint = body.local(of: arm)
        var velocity = body.velocity(at: arm)
        var elasticity = body.properties.elasticity
        if let other {
            let otherArm = otherPoint - other.position
            self.otherLocalPoint = other.local(of: otherArm)
            velocity -= other.velocity(at: otherArm)
            elasticity = max(elasticity, other.properties.elasticity)
            friction =
                (max(body.properties.friction, 0) * max(other.properties.friction, 0)).squareRoot()
        } else {
            self.otherLocalPoint = otherPoint
            friction = max(body.properties.friction, 0)
        }
        let gap = (point - otherPoint).dot(normal)
        previousNormalVelocity = velocity.dot(normal)
        let approach = -previousNormalVelocity
        // A gap that is not closed in this substep may shrink to zero.
        minimumNormalVelocity = -max(gap, 0) / DynamicConstants.substep
        let isReached = approach * DynamicConstants.substep >= gap
        let bounce = min(max(elasticity, 0), 1) * approach
        bounces = isReached && bounce > DynamicConstants.minimumBounceVelocity
        if bounces { minimumNormalVelocity = bounce }
        isTouching = gap <= DynamicConstants.contactDistance || isReached
    }

    /// The vectors from the centers of `body` and `other` to the contact point, under the current
    /// rotation; the second vector is zero for a boundary.
    private var arms: (DynamicVector, DynamicVector) {
        (body.arm(to: localPoint), other?.arm(to: otherLocalPoint) ?? .zero)
    }

    /// Returns the reciprocal of the pair's effective mass in a direction.
    private func inverseEffectiveMass(
        _ arms: (DynamicVector, DynamicVector), along direction: DynamicVector
    ) -> Double {
        body.inverseEffectiveMass(at: arms.0, along: direction)
            + (other?.inverseEffectiveMass(at: arms.1, along: direction) ?? 0)
    }

    /// Returns the velocity of the body relative to the other body at the contact point, in points
    /// per second.
    private func velocity(_ arms: (DynamicVector, DynamicVector)) -> DynamicVector {
        body.velocity(at: arms.0) - (other?.velocity(at: arms.1) ?? .zero)
    }

    /// Applies an impulse to the body and its opposite to the other body.
    private func applyImpulse(_ impulse: DynamicVector, _ arms: (DynamicVector, DynamicVector)) {
        body.applyImpulse(impulse, at: arms.0)
        other?.applyImpulse(-impulse, at: arms.1)
    }

    /// Adds the velocity change that forces have caused in this substep to the velocity of a
    /// bounce. Without this correction, gravity would add energy to each bounce.
    mutating func includeForces() {
        let now = velocity(arms).dot(normal)
        if bounces { minimumNormalVelocity += now - previousNormalVelocity }
        previousNormalVelocity = now
    }

    /// The kinetic energy that the normal impulses have added.
    var addedEnergy: Double {
        normalImpulse * (velocity(arms).dot(normal) + previousNormalVelocity) / 2
    }

    /// Reduces the velocity at which the bodies separate after a bounce by 20 %.
    mutating func weakenBounce() {
        if bounces { minimumNormalVelocity *= 0.8 }
    }

    /// Applies the normal and friction impulses that make the relative velocity satisfy the
    /// constraint. The solver calls this method repeatedly, because the impulses of other contacts
    /// change the velocity.
    mutating func solveVelocity() {
        let arms = arms
        let inverseEffectiveMass = inverseEffectiveMass(arms, along: normal)
        guard inverseEffectiveMass > 0 else { return }
        let missingVelocity = minimumNormalVelocity - velocity(arms).dot(normal)
        let newNormalImpulse = max(0, normalImpulse + missingVelocity / inverseEffectiveMass)
        applyImpulse(normal * (newNormalImpulse - normalImpulse), arms)
        normalImpulse = newNormalImpulse
        let along = normal.perpendicular
        let slip = velocity(arms).dot(along)
        let limit = friction * normalImpulse
        let newFrictionImpulse = min(
            max(frictionImpulse - slip / self.inverseEffectiveMass(arms, along: along), -limit),
            limit)
        applyImpulse(along * (newFrictionImpulse - frictionImpulse), arms)
        frictionImpulse = newFrictionImpulse
    }

    /// Prepares for solving velocities after the second half of the forces. A bounce becomes a
    /// contact that only prevents overlap; any other contact applies its accumulated impulses
    /// again.
    mutating func prepareForFinalSolve() {
        if bounces {
            minimumNormalVelocity = 0
            normalImpulse = 0
            frictionImpulse = 0
        } else {
            applyAccumulatedImpulses()
        }
    }

    /// Applies the impulses of the matching contact in `previous`, the contacts of the previous
    /// substep, as the starting point of the solver. Without a warm start, a stack of items would
    /// lean, because a few solver iterations do not converge.
    mutating func warmStart(from previous: [ContactConstraint]) {
        if bounces { return }
        for contact in previous
        where contact.body === body && contact.other === other && !contact.bounces {
            guard (contact.localPoint - localPoint).length < DynamicConstants.contactMatchDistance,
                contact.normal.dot(normal) > 0.9
            else { continue }
            normalImpulse = contact.normalImpulse
            frictionImpulse = contact.frictionImpulse
            applyAccumulatedImpulses()
            return
        }
    }

    /// Applies the accumulated normal and friction impulses.
    private mutating func applyAccumulatedImpulses() {
        applyImpulse(normal * normalImpulse + normal.perpendicular * frictionImpulse, arms)
    }

    /// Moves overlapping bodies apart by a part of the overlap. Does nothing if the overlap is at
    /// most `DynamicConstants.allowedPenetration`.
    func solvePosition() {
        let arms = arms
        let otherEnd = other.map { $0.position + arms.1 } ?? otherLocalPoint
        let gap = (body.position + arms.0 - otherEnd).dot(normal)
        let inverseEffectiveMass = inverseEffectiveMass(arms, along: normal)
        let overlap = -gap - DynamicConstants.allowedPenetration
        guard overlap > 0, inverseEffectiveMass > 0 else { return }
        // Limits the correction, so that deep overlaps are resolved over several substeps without a
        // jump.
        let impulse =
            normal
            * (min(overlap * DynamicConstants.positionCorrectionFactor, 20) / inverseEffectiveMass)
        body.applyPositionImpulse(impulse, at: arms.0)
        other?.applyPositionImpulse(-impulse, at: arms.1)
    }
}
