/// All items of an animator and what acts on them: a small impulse solver.
///
/// A substep is: half of what forces do; impulses until no rod changes its length and nothing comes
/// too near; motion; shifts until nothing overlaps; the other half of the forces. So free fall and
/// undamped springs are exact to second order and win no energy. Everything is done in the order in
/// which it was added: the same calls give the same motion.
@MainActor
final class DynamicWorld {
    private(set) var bodies: [DynamicBody] = []
    /// All behaviours, children too, in the order in which they were added.
    private(set) var behaviors: [UIDynamicBehavior] = []
    var links: [DynamicLink] = []
    private var contacts: [DynamicContact] = []
    /// Those of the substep before.
    private var earlierContacts: [DynamicContact] = []

    /// The body of an item; nil where no behaviour has it.
    func body(of item: any UIDynamicItem) -> DynamicBody? {
        for body in bodies where body.item === item { return body }
        return nil
    }

    /// Takes behaviours over. Items that were there go on as they move.
    func rebuild(_ behaviors: [UIDynamicBehavior]) {
        self.behaviors = behaviors
        var kept: [DynamicBody] = []
        for behavior in behaviors {
            for item in behavior.dynamicItems where !kept.contains(where: { $0.item === item }) {
                kept.append(reusableBody(of: item) ?? DynamicBody(item))
            }
        }
        bodies = kept
        for body in bodies {
            body.isOrphan = false
            body.properties = DynamicProperties()
        }
        // Nothing of what was taken out may be held.
        links.removeAll(keepingCapacity: true)
        contacts.removeAll(keepingCapacity: true)
        earlierContacts.removeAll(keepingCapacity: true)
        // Room for all corners on two walls each, or the first meeting of a corner allocates.
        contacts.reserveCapacity(bodies.count * 8)
        earlierContacts.reserveCapacity(bodies.count * 8)
        for behavior in behaviors { behavior.bind(to: self) }
    }

    /// The body of an item, unless nobody had it for a while and it was moved meanwhile.
    private func reusableBody(of item: any UIDynamicItem) -> DynamicBody? {
        guard let body = body(of: item), !body.isOrphan || body.isWhereItWasPut else { return nil }
        return body
    }

    /// Takes note of the items that only behaviours have had which are no longer there.
    func markOrphans(_ behaviors: [UIDynamicBehavior]) {
        for body in bodies {
            body.isOrphan = !behaviors.contains { behavior in
                behavior.dynamicItems.contains { $0 === body.item }
            }
        }
    }

    /// Moves on by some substeps.
    func step(substeps: Int) {
        for link in links { link.beginFrame(substeps: substeps) }
        for _ in 0..<substeps { step() }
        for link in links { link.endFrame() }
    }

    private func step() {
        for body in bodies { body.markSubstep() }
        for link in links { link.beginSubstep() }
        swap(&contacts, &earlierContacts)
        contacts.removeAll(keepingCapacity: true)
        for behavior in behaviors { behavior.findContacts(into: &contacts) }
        applyForces()
        for index in contacts.indices { contacts[index].takeForces() }
        for index in contacts.indices { contacts[index].begin(as: earlierContacts) }
        solveVelocities(rounds: DynamicConstants.velocityRounds)
        weakenBounces()
        for body in bodies { body.move() }
        for _ in 0..<DynamicConstants.positionRounds {
            for link in links { link.solvePosition() }
            for contact in contacts { contact.solvePosition() }
        }
        applyForces()
        // Or what rests would be said to fall as fast as half a substep makes it.
        for index in contacts.indices { contacts[index].settle() }
        solveVelocities(rounds: DynamicConstants.velocityRounds / 3)
    }

    /// Where several corners meet at once, each bouncing for itself could bring energy together.
    private func weakenBounces() {
        for _ in 0..<5 {
            var energy = 0.0
            for contact in contacts { energy += contact.energyWon }
            guard energy > 1e-6 else { return }
            for index in contacts.indices { contacts[index].weaken() }
            solveVelocities(rounds: DynamicConstants.velocityRounds)
        }
    }

    private func applyForces() {
        for behavior in behaviors { behavior.applyHalfASubstep() }
        for link in links { link.pullHalfASubstep() }
    }

    private func solveVelocities(rounds: Int) {
        for _ in 0..<rounds {
            for link in links { link.solveVelocity() }
            for index in contacts.indices { contacts[index].solveVelocity() }
        }
    }
}
