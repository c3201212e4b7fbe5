/// What keeps a place of an item at a distance from a place of another one, or from an anchor.
@MainActor
final class DynamicLink {
    let first: DynamicBody
    private let firstPlace: DynamicVector
    /// Nil where the other end is an anchor.
    let second: DynamicBody?
    private let secondPlace: DynamicVector
    var length: Double
    /// Oscillations per second; 0 for a rod.
    var frequency = 0.0
    /// The part of what would stop it from oscillating, 0…1.
    var damping = 0.0

    /// Where the anchor is to be at the end of the frame.
    var anchor: DynamicVector
    private var anchorNow: DynamicVector
    private var anchorVelocity = DynamicVector.zero

    /// - Parameters:
    ///   - firstPlace: Where it holds the item, from its middle, as if the item weren't turned.
    ///   - secondPlace: The same of the other item.
    init(
        _ first: DynamicBody, at firstPlace: DynamicVector, to second: DynamicBody?,
        at secondPlace: DynamicVector, anchor: DynamicVector, length: Double
    ) {
        self.first = first
        self.firstPlace = firstPlace
        self.second = second
        self.secondPlace = secondPlace
        self.anchor = anchor
        self.length = length
        anchorNow = anchor
    }

    /// A frame of so many substeps begins: the anchor moves evenly to where it is to be, so that
    /// what hangs on it gets its velocity.
    func beginFrame(substeps: Int) {
        guard substeps > 0 else { return }
        anchorVelocity =
            (anchor - anchorNow) / (Double(substeps) * DynamicConstants.substep)
    }

    /// A substep begins.
    func beginSubstep() {
        anchorNow += anchorVelocity * DynamicConstants.substep
    }

    /// A frame is over.
    func endFrame() {
        anchorNow = anchor
    }

    private struct State {
        var arm: DynamicVector
        var otherArm: DynamicVector
        /// From the other end to the item's.
        var distance: DynamicVector
        var velocity: DynamicVector
    }

    private func state() -> State {
        let arm = first.arm(firstPlace)
        var state = State(
            arm: arm, otherArm: .zero, distance: first.position + arm - anchorNow,
            velocity: first.velocity(at: arm) - anchorVelocity)
        if let second {
            state.otherArm = second.arm(secondPlace)
            state.distance = first.position + arm - second.position - state.otherArm
            state.velocity = first.velocity(at: arm) - second.velocity(at: state.otherArm)
        }
        return state
    }

    private func mobility(_ state: State, along direction: DynamicVector) -> Double {
        first.mobility(at: state.arm, along: direction)
            + (second?.mobility(at: state.otherArm, along: direction) ?? 0)
    }

    // MARK: Spring

    /// Pushes both ends by what a spring does in half a substep.
    func pullHalfASubstep() {
        guard frequency > 0 else { return }
        let state = state()
        let stretched = state.distance.length
        let isPoint = length < DynamicConstants.leastRod
        guard stretched > 1e-9 || isPoint else { return }
        let direction = stretched > 1e-9 ? state.distance / stretched : DynamicVector(0, 1)
        let mobility = mobility(state, along: direction)
        guard mobility > 0 else { return }
        let pace = 2 * Double.pi * min(frequency, DynamicConstants.highestFrequency)
        let brake = 2 * min(max(damping, 0), 1) * pace
        let time = DynamicConstants.substep / 2
        let change: DynamicVector
        if isPoint {
            change = state.distance * (pace * pace) + state.velocity * brake
        } else {
            change =
                direction
                * (pace * pace * (stretched - length) + brake * state.velocity.dot(direction))
        }
        push(change * (-time / mobility), state)
    }

    private func push(_ impulse: DynamicVector, _ state: State) {
        first.push(impulse, at: state.arm)
        second?.push(-impulse, at: state.otherArm)
    }

    // MARK: Rod

    /// Takes away the velocity that would change a rod's length.
    func solveVelocity() {
        guard frequency <= 0 else { return }
        let state = state()
        if length < DynamicConstants.leastRod {
            push(-solvePin(state, state.velocity), state)
            return
        }
        let stretched = state.distance.length
        guard stretched > 1e-9 else { return }
        let direction = state.distance / stretched
        let mobility = mobility(state, along: direction)
        guard mobility > 0 else { return }
        push(direction * (-state.velocity.dot(direction) / mobility), state)
    }

    /// Moves both ends until a rod has its length.
    func solvePosition() {
        guard frequency <= 0 else { return }
        let state = state()
        if length < DynamicConstants.leastRod {
            shift(-solvePin(state, state.distance), state)
            return
        }
        let stretched = state.distance.length
        guard stretched > 1e-9 else { return }
        let direction = state.distance / stretched
        let mobility = mobility(state, along: direction)
        guard mobility > 0 else { return }
        shift(direction * ((length - stretched) / mobility), state)
    }

    private func shift(_ impulse: DynamicVector, _ state: State) {
        first.shift(impulse, at: state.arm)
        second?.shift(-impulse, at: state.otherArm)
    }

    /// The impulse that changes the ends' difference by a vector: the mobility of both, as a matrix,
    /// inverted.
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
