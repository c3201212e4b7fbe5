/// A place where an item touches another one or a boundary, or is about to.
@MainActor
struct DynamicContact {
    let body: DynamicBody
    /// Nil for a boundary.
    let other: DynamicBody?
    /// Where it touches, from the middle of each, as if they weren't turned; on a boundary the place
    /// itself.
    private let place: DynamicVector
    private let otherPlace: DynamicVector
    /// The direction in which the item is pushed.
    private let normal: DynamicVector
    private let friction: Double
    /// The least velocity along the normal that they may have.
    private var leastVelocity: Double
    /// Whether they fly apart, and not only mustn't come nearer.
    private let bounces: Bool
    /// The velocity along the normal when they were found, and before impulses.
    private var velocityBefore: Double
    private var pushed = 0.0
    private var rubbed = 0.0
    /// Whether they touch, or will before the substep is over.
    let isTouching: Bool
    /// Where, on the screen.
    let point: DynamicVector

    /// - Parameters:
    ///   - place: Where on the item, on the screen.
    ///   - otherPlace: Where on the other one or on the boundary, on the screen.
    init(
        _ body: DynamicBody, at place: DynamicVector, on other: DynamicBody?,
        at otherPlace: DynamicVector, normal: DynamicVector
    ) {
        self.body = body
        self.other = other
        self.normal = normal
        point = place
        let arm = place - body.position
        self.place = arm.rotated(by: -body.angle)
        var velocity = body.velocity(at: arm)
        var elasticity = body.properties.elasticity
        if let other {
            let otherArm = otherPlace - other.position
            self.otherPlace = otherArm.rotated(by: -other.angle)
            velocity -= other.velocity(at: otherArm)
            elasticity = max(elasticity, other.properties.elasticity)
            friction =
                (max(body.properties.friction, 0) * max(other.properties.friction, 0)).squareRoot()
        } else {
            self.otherPlace = otherPlace
            friction = max(body.properties.friction, 0)
        }
        let gap = (place - otherPlace).dot(normal)
        velocityBefore = velocity.dot(normal)
        let approach = -velocityBefore
        // What isn't reached in this substep may come as near as it is.
        leastVelocity = -max(gap, 0) / DynamicConstants.substep
        let isReached = approach * DynamicConstants.substep >= gap
        let bounce = min(max(elasticity, 0), 1) * approach
        bounces = isReached && bounce > DynamicConstants.leastBounce
        if bounces { leastVelocity = bounce }
        isTouching = gap <= DynamicConstants.touchingDistance || isReached
    }

    private var arms: (DynamicVector, DynamicVector) {
        (body.arm(place), other?.arm(otherPlace) ?? .zero)
    }

    private func mobility(
        _ arms: (DynamicVector, DynamicVector), along direction: DynamicVector
    ) -> Double {
        body.mobility(at: arms.0, along: direction)
            + (other?.mobility(at: arms.1, along: direction) ?? 0)
    }

    private func velocity(_ arms: (DynamicVector, DynamicVector)) -> DynamicVector {
        body.velocity(at: arms.0) - (other?.velocity(at: arms.1) ?? .zero)
    }

    private func push(_ impulse: DynamicVector, _ arms: (DynamicVector, DynamicVector)) {
        body.push(impulse, at: arms.0)
        other?.push(-impulse, at: arms.1)
    }

    /// Forces have acted since they were found: what flies apart is held against what it had before,
    /// or gravity would add to each bounce.
    mutating func takeForces() {
        let now = velocity(arms).dot(normal)
        if bounces { leastVelocity += now - velocityBefore }
        velocityBefore = now
    }

    /// The energy that impulses along the normal have brought.
    var energyWon: Double { pushed * (velocity(arms).dot(normal) + velocityBefore) / 2 }

    /// Lets a bounce be weaker.
    mutating func weaken() {
        if bounces { leastVelocity *= 0.8 }
    }

    /// Pushes them apart as far as they come too near, and rubs as far as they are pushed.
    mutating func solveVelocity() {
        let arms = arms
        let mobility = mobility(arms, along: normal)
        guard mobility > 0 else { return }
        let missing = leastVelocity - velocity(arms).dot(normal)
        let sum = max(0, pushed + missing / mobility)
        push(normal * (sum - pushed), arms)
        pushed = sum
        let along = normal.turned
        let slip = velocity(arms).dot(along)
        let limit = friction * pushed
        let rub = min(max(rubbed - slip / self.mobility(arms, along: along), -limit), limit)
        push(along * (rub - rubbed), arms)
        rubbed = rub
    }

    /// The other half of the forces has acted. Bounces are over: from now on they only mustn't come
    /// nearer. What rests is pushed as before.
    mutating func settle() {
        if bounces {
            leastVelocity = 0
            pushed = 0
            rubbed = 0
        } else {
            pushAgain()
        }
    }

    /// Begins with what it took to hold the same corner in the substep before: what rests is held at
    /// once, where a few rounds would leave a stack leaning.
    mutating func begin(as earlier: [DynamicContact]) {
        if bounces { return }
        for contact in earlier
        where contact.body === body && contact.other === other && !contact.bounces {
            guard (contact.place - place).length < DynamicConstants.sameCorner,
                contact.normal.dot(normal) > 0.9
            else { continue }
            pushed = contact.pushed
            rubbed = contact.rubbed
            pushAgain()
            return
        }
    }

    private mutating func pushAgain() {
        push(normal * pushed + normal.turned * rubbed, arms)
    }

    /// Moves apart what overlaps.
    func solvePosition() {
        let arms = arms
        let otherEnd = other.map { $0.position + arms.1 } ?? otherPlace
        let gap = (body.position + arms.0 - otherEnd).dot(normal)
        let mobility = mobility(arms, along: normal)
        let overlap = -gap - DynamicConstants.allowedOverlap
        guard overlap > 0, mobility > 0 else { return }
        // What begins far inside comes out over some substeps, not with a jump.
        let impulse = normal * (min(overlap * DynamicConstants.correction, 20) / mobility)
        body.shift(impulse, at: arms.0)
        other?.shift(-impulse, at: arms.1)
    }
}
