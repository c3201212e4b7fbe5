/// The physics simulation of one animator: an impulse solver for rigid rectangles.
///
/// A substep applies half of the forces, solves velocities, moves the bodies, corrects positions,
/// applies the other half of the forces and solves velocities again. This scheme is second-order
/// accurate for free fall and undamped springs, and adds no energy to them. Behaviors and items are
/// processed in the order in which they were added, so the motion is deterministic.
@MainActor
final class DynamicWorld {
    /// The bodies of all items of the behaviors.
    private(set) var bodies: [DynamicBody] = []
    /// All behaviors including children, in the order in which they were added.
    private(set) var behaviors: [UIDynamicBehavior] = []
    /// The joints of the attachment behaviors.
    var joints: [DistanceJoint] = []
    /// The contacts of the current substep.
    private var contacts: [ContactConstraint] = []
    /// The contacts of the previous substep, for warm starting.
    private var previousContacts: [ContactConstraint] = []

    /// Returns the body of an item, or `nil` if no behavior contains the item.
    func body(of item: any UIDynamicItem) -> DynamicBody? {
        for body in bodies where body.item === item { return body }
        return nil
    }

    /// Replaces the behaviors, and creates the bodies of new items. The motion of existing bodies
    /// does not change.
    func rebuild(_ behaviors: [UIDynamicBehavior]) {
        self.behaviors = behaviors
        var newBodies: [DynamicBody] = []
        for behavior in behaviors {
            for item in behavior.dynamicItems where !newBodies.contains(where: { $0.item === item })
            {
                newBodies.append(reusableBody(of: item) ?? DynamicBody(item))
            }
        }
        bodies = newBodies
        for body in bodies {
            body.isOrphaned = false
            body.properties = DynamicProperties()
        }
        // Joints and contacts must not retain removed bodies.
        joints.removeAll(keepingCapacity: true)
        contacts.removeAll(keepingCapacity: true)
        previousContacts.removeAll(keepingCapacity: true)
        // Reserves space for the contacts of all four corners with two walls, so that the first
        // collision does not allocate.
        contacts.reserveCapacity(bodies.count * 8)
        previousContacts.reserveCapacity(bodies.count * 8)
        for behavior in behaviors { behavior.bind(to: self) }
    }

    /// Returns the existing body of an item, or `nil` if the item has no body, or if the body was
    /// orphaned and the item was moved afterwards.
    private func reusableBody(of item: any UIDynamicItem) -> DynamicBody? {
        guard let body = body(of: item), !body.isOrphaned || body.isItemUnmoved else { return nil }
        return body
    }

    /// Sets `isOrphaned` of all bodies, to `true` if none of `behaviors`, the remaining behaviors,
    /// contains the body's item.
    func markOrphans(_ behaviors: [UIDynamicBehavior]) {
        for body in bodies {
            body.isOrphaned = !behaviors.contains { behavior in
                behavior.dynamicItems.contains { $0 === body.item }
            }
        }
    }

    /// Advances the simulation by a number of substeps, as one frame.
    func step(substeps: Int) {
        for joint in joints { joint.beginFrame(substeps: substeps) }
        for _ in 0..<substeps { step() }
        for joint in joints { joint.endFrame() }
    }

    /// Advances the simulation by one substep.
    private func step() {
        for body in bodies { body.beginSubstep() }
        for joint in joints { joint.beginSubstep() }
        swap(&contacts, &previousContacts)
        contacts.removeAll(keepingCapacity: true)
        for behavior in behaviors { behavior.findContacts(into: &contacts) }
        applyForces()
        for index in contacts.indices { contacts[index].includeForces() }
        for index in contacts.indices { contacts[index].warmStart(from: previousContacts) }
        solveVelocities(iterations: DynamicConstants.velocityIterations)
        weakenBounces()
        for body in bodies { body.integrate() }
        for _ in 0..<DynamicConstants.positionIterations {
            for joint in joints { joint.solvePosition() }
            for contact in contacts { contact.solvePosition() }
        }
        applyForces()
        // Resting bodies would otherwise keep the velocity that half a substep of gravity adds.
        for index in contacts.indices { contacts[index].prepareForFinalSolve() }
        solveVelocities(iterations: DynamicConstants.velocityIterations / 3)
    }

    /// Weakens bounces until the contacts add no kinetic energy in total; several simultaneous
    /// bounces of one body could otherwise add energy.
    private func weakenBounces() {
        for _ in 0..<5 {
            var energy = 0.0
            for contact in contacts { energy += contact.addedEnergy }
            guard energy > 1e-6 else { return }
            for index in contacts.indices { contacts[index].weakenBounce() }
            solveVelocities(iterations: DynamicConstants.velocityIterations)
        }
    }

    /// Applies the forces of behaviors and springs for half a substep.
    private func applyForces() {
        for behavior in behaviors { behavior.applyForcesForHalfSubstep() }
        for joint in joints { joint.applySpringForHalfSubstep() }
    }

    /// Solves the velocities of all rods and contacts one after the other, `iterations` times.
    private func solveVelocities(iterations: Int) {
        for _ in 0..<iterations {
            for joint in joints { joint.solveVelocity() }
            for index in contacts.indices { contacts[index].solveVelocity() }
        }
    }
}
