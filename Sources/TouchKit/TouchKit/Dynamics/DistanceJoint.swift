/// A connection between a point of a body and a point of another body or an anchor: a spring if
/// `frequency` is positive, otherwise a rod, or a pin if the rod's length is about 0.
@MainActor
final class DistanceJoint {
    /// The body at the first end.
    let first: DynamicBody
    /// The attachment point relative to the center of the unrotated first body.
    private let firstOffset: DynamicVector
    /// The body at the second end, or `nil` for an anchor.
    let second: DynamicBody?
    /// The attachment point relative to the center of the unrotated second body.
    private let secondOffset: DynamicVector
    /// The length of the rod or the rest length of the spring, in points.
    var length: Double
    /// The frequency of the spring in oscillations per second; 0 for a rod.
    var frequency = 0.0
    /// The damping ratio of the spring, 0…1; 1 is critically damped.
    var damping = 0.0

    /// The position of the anchor at the end of the frame, in the reference view. The value has no
    /// effect if there is a second body.
    var anchor: DynamicVector
    /// The position of the anchor in the current substep, in the reference view.
    private var currentAnchor: DynamicVector
    /// The velocity of the anchor during the frame, in points per second.
    private var anchorVelocity = DynamicVector.zero

    /// Creates a rod between a body and another body or an anchor.
    ///
    /// - Parameters:
    ///   - first: The body at the first end.
    ///   - firstOffset: The attachment point relative to the center of the unrotated first body.
    ///   - second: The body at the second end, or `nil` for an anchor.
    ///   - secondOffset: The attachment point relative to the center of the unrotated second body.
    ///   - anchor: The position of the anchor in the reference view. The value has no effect if
    ///     there is a second body.
    ///   - length: The length, in points.
    init(
        _ first: DynamicBody, at firstOffset: DynamicVector, to second: DynamicBody?,
        at secondOffset: DynamicVector, anchor: DynamicVector, length: Double
    ) {
        self.first = first
        self.firstOffset = firstOffset
        self.second = second
        self.secondOffset = secondOffset
        self.anchor = anchor
        self.length = length
        currentAnchor = anchor
    }

    /// Begins a frame. The anchor moves to its new position at constant velocity over `substeps`
    /// substeps, so that the attached body gains that velocity.
    func beginFrame(substeps: Int) {
        guard substeps > 0 else { return }
        anchorVelocity =
            (anchor - currentAnchor) / (Double(substeps) * DynamicConstants.substep)
    }

    /// Moves the anchor by one substep.
    func beginSubstep() {
        currentAnchor += anchorVelocity * DynamicConstants.substep
    }

    /// Ends the frame with the anchor at its new position.
    func endFrame() {
        currentAnchor = anchor
    }

    /// The positions and velocities of both ends at one time.
    private struct State {
        /// The vector from the first body's center to the first end.
        var arm: DynamicVector
        /// The vector from the second body's center to the second end; zero for an anchor.
        var otherArm: DynamicVector
        /// The vector from the second to the first end.
        var distance: DynamicVector
        /// The velocity of the first end relative to the second end.
        var velocity: DynamicVector
    }

    /// Returns the current positions and velocities of both ends.
    private func state() -> State {
        let arm = first.arm(to: firstOffset)
        var state = State(
            arm: arm, otherArm: .zero, distance: first.position + arm - currentAnchor,
            velocity: first.velocity(at: arm) - anchorVelocity)
        if let second {
            state.otherArm = second.arm(to: secondOffset)
            state.distance = first.position + arm - second.position - state.otherArm
            state.velocity = first.velocity(at: arm) - second.velocity(at: state.otherArm)
        }
        return state
    }

    /// Returns the reciprocal of the effective mass of both ends in a direction.
    private func inverseEffectiveMass(_ state: State, along direction: DynamicVector) -> Double {
        first.inverseEffectiveMass(at: state.arm, along: direction)
            + (second?.inverseEffectiveMass(at: state.otherArm, along: direction) ?? 0)
    }

    // MARK: Spring

    /// Applies the spring's impulse for half a substep; does nothing for a rod.
    func applySpringForHalfSubstep() {
        guard frequency > 0 else { return }
        let state = state()
        let currentLength = state.distance.length
        let isPoint = length < DynamicConstants.minimumRodLength
        guard currentLength > 1e-9 || isPoint else { return }
        let direction = currentLength > 1e-9 ? state.distance / currentLength : DynamicVector(0, 1)
        let inverseEffectiveMass = inverseEffectiveMass(state, along: direction)
        guard inverseEffectiveMass > 0 else { return }
        let angularFrequency = 2 * Double.pi * min(frequency, DynamicConstants.maximumFrequency)
        let dampingRate = 2 * min(max(damping, 0), 1) * angularFrequency
        let time = DynamicConstants.substep / 2
        let change: DynamicVector
        if isPoint {
            change =
                state.distance * (angularFrequency * angularFrequency) + state.velocity
                * dampingRate
        } else {
            change =
                direction
                * (angularFrequency * angularFrequency * (currentLength - length) + dampingRate
                    * state.velocity.dot(direction))
        }
        applyImpulse(change * (-time / inverseEffectiveMass), state)
    }

    /// Applies an impulse to the first end and the opposite impulse to the second end.
    private func applyImpulse(_ impulse: DynamicVector, _ state: State) {
        first.applyImpulse(impulse, at: state.arm)
        second?.applyImpulse(-impulse, at: state.otherArm)
    }

    // MARK: Rod

    /// Returns the direction from the second to the first end, the distance between the ends, and
    /// the reciprocal of their effective mass in this direction, or `nil` if there is no direction.
    private func rod(
        _ state: State
    ) -> (direction: DynamicVector, length: Double, inverseMass: Double)? {
        let currentLength = state.distance.length
        guard currentLength > 1e-9 else { return nil }
        let direction = state.distance / currentLength
        let inverseMass = inverseEffectiveMass(state, along: direction)
        return inverseMass > 0 ? (direction, currentLength, inverseMass) : nil
    }

    /// Removes the velocity that would change a rod's length; does nothing for a spring.
    func solveVelocity() {
        guard frequency <= 0 else { return }
        let state = state()
        if length < DynamicConstants.minimumRodLength {
            applyImpulse(-solvePin(state, state.velocity), state)
            return
        }
        guard let rod = rod(state) else { return }
        applyImpulse(rod.direction * (-state.velocity.dot(rod.direction) / rod.inverseMass), state)
    }

    /// Moves both ends so that the distance between them equals the rod's length; does nothing for
    /// a spring.
    func solvePosition() {
        guard frequency <= 0 else { return }
        let state = state()
        if length < DynamicConstants.minimumRodLength {
            applyPositionImpulse(-solvePin(state, state.distance), state)
            return
        }
        guard let rod = rod(state) else { return }
        applyPositionImpulse(rod.direction * ((length - rod.length) / rod.inverseMass), state)
    }

    /// Applies a position impulse to the first end and the opposite impulse to the second end.
    private func applyPositionImpulse(_ impulse: DynamicVector, _ state: State) {
        first.applyPositionImpulse(impulse, at: state.arm)
        second?.applyPositionImpulse(-impulse, at: state.otherArm)
    }

    /// Returns the impulse on the first end that, with the opposite impulse on the second end,
    /// changes the relative velocity or position of the ends by `change`. Uses the inverse of the 2
    /// × 2 effective mass matrix.
    private func solvePin(_ state: State, _ change: DynamicVector) -> DynamicVector {
        var (a, b, d) = (0.0, 0.0, 0.0)
        func add(_ body: DynamicBody, _ arm: DynamicVector) {
            a += body.inverseMass + body.inverseInertia * arm.y * arm.y
            b -= body.inverseInertia * arm.x * arm.y
            d += body.inverseMass + body.inverseInertia * arm.x * arm.x
        }
        add(first, state.arm)
        if let second { add(second, state.otherArm) }
        let determinant = a * d - b * b
        guard determinant > 0 else { return .zero }
        return DynamicVector(d * change.x - b * change.y, a * change.y - b * change.x) / determinant
    }
}
