import Glibc

/// The rigid body of a dynamic item: a rectangle with mass that moves and rotates.
@MainActor
final class DynamicBody {
    /// The item that the body moves.
    let item: any UIDynamicItem

    // MARK: Motion

    /// The center of the body in the reference view, in points.
    var position: DynamicVector
    /// The rotation in radians, clockwise on the screen.
    var angle: Double {
        didSet { if angle != oldValue { axis = DynamicVector(cos(angle), sin(angle)) } }
    }
    /// The unit vector that points to the right in the unrotated body.
    private var axis: DynamicVector
    /// The linear velocity, in points per second.
    var velocity = DynamicVector.zero
    /// The angular velocity in radians per second, clockwise on the screen.
    var angularVelocity = 0.0
    /// The position at the start of the current substep.
    private(set) var previousPosition: DynamicVector
    /// The angle at the start of the current substep.
    private(set) var previousAngle: Double

    // MARK: Properties

    /// Half the width and height of the body, in points.
    private(set) var halfExtent: DynamicVector
    /// The reciprocal of the mass; 0 for an anchored body.
    private(set) var inverseMass = 0.0
    /// The reciprocal of the moment of inertia; 0 for a body that cannot rotate.
    private(set) var inverseInertia = 0.0
    /// The physical properties assigned by `UIDynamicItemBehavior`s.
    var properties = DynamicProperties() {
        didSet { updateMass() }
    }

    /// The item's transform at `initialAngle`, which may include a scale.
    private var initialTransform: CGAffineTransform
    /// The rotation of `initialTransform`, in radians.
    private var initialAngle: Double
    /// The angle last written to the item.
    private var writtenAngle: Double
    /// The center last written to the item.
    private var writtenCenter: CGPoint
    /// Whether no behavior contains the item any more. The body remains until the next step,
    /// because the item may be added to another behavior before then.
    var isOrphaned = false

    // MARK: Rest

    /// The position from which the rest detection measures movement.
    private var restPosition: DynamicVector
    /// The angle from which the rest detection measures rotation, in radians.
    private var restAngle: Double

    /// Creates the body of an item at its current position, without motion.
    init(_ item: any UIDynamicItem) {
        self.item = item
        position = DynamicVector(item.center)
        previousPosition = position
        restPosition = position
        initialTransform = item.transform
        initialAngle = Self.angle(of: item.transform)
        angle = initialAngle
        axis = DynamicVector(cos(initialAngle), sin(initialAngle))
        previousAngle = initialAngle
        writtenAngle = initialAngle
        writtenCenter = item.center
        restAngle = initialAngle
        halfExtent = Self.halfExtent(of: item)
        updateMass()
    }

    /// Returns the rotation of a transform, in radians.
    static func angle(of transform: CGAffineTransform) -> Double {
        atan2(transform.b, transform.a)
    }

    /// Returns half the size of an item, in points.
    private static func halfExtent(of item: any UIDynamicItem) -> DynamicVector {
        // An item without an area would have no mass.
        DynamicVector(max(item.bounds.width, 1), max(item.bounds.height, 1)) / 2
    }

    /// Reads the position, rotation and size of the item again. The body's velocity does not
    /// change.
    func readItem() {
        position = DynamicVector(item.center)
        initialTransform = item.transform
        initialAngle = Self.angle(of: item.transform)
        angle = initialAngle
        writtenAngle = initialAngle
        writtenCenter = item.center
        halfExtent = Self.halfExtent(of: item)
        updateMass()
        beginSubstep()
    }

    /// Updates mass and moment of inertia after the size or the properties changed.
    private func updateMass() {
        guard !properties.isAnchored else {
            inverseMass = 0
            inverseInertia = 0
            return
        }
        let mass =
            max(properties.density, 1e-6) * halfExtent.x * halfExtent.y * 4
            / DynamicConstants.unitMassArea
        inverseMass = 1 / mass
        inverseInertia =
            properties.allowsRotation
            ? 3 / (mass * (halfExtent.x * halfExtent.x + halfExtent.y * halfExtent.y)) : 0
    }

    // MARK: Geometry

    /// Returns the vector from the center to a point of the body, rotated by the body's angle.
    ///
    /// - Parameter local: The point relative to the center of the unrotated body.
    func arm(to local: DynamicVector) -> DynamicVector {
        axis * local.x + axis.perpendicular * local.y
    }

    /// Returns the point relative to the center of the unrotated body to which `arm(to:)` returns
    /// `arm`.
    func local(of arm: DynamicVector) -> DynamicVector {
        DynamicVector(arm.dot(axis), arm.dot(axis.perpendicular))
    }

    /// Returns a corner relative to the center of the unrotated body; `index` is 0…3, clockwise
    /// from the top left.
    func corner(_ index: Int) -> DynamicVector {
        DynamicVector(
            index == 0 || index == 3 ? -halfExtent.x : halfExtent.x,
            index < 2 ? -halfExtent.y : halfExtent.y)
    }

    /// The distance from the center to the corners, in points.
    var radius: Double { halfExtent.length }

    /// The maximum distance that any point of the body can move in a substep, in points.
    var maximumTravel: Double {
        (velocity.length + abs(angularVelocity) * radius) * DynamicConstants.substep
    }

    // MARK: Impulses

    /// Returns the velocity of a point of the body. `arm` is the vector from the body's center to
    /// the point.
    func velocity(at arm: DynamicVector) -> DynamicVector {
        velocity + arm.perpendicular * angularVelocity
    }

    /// Returns the reciprocal of the effective mass for impulses at a point in a direction.
    ///
    /// - Parameters:
    ///   - arm: The vector from the center to the point.
    ///   - direction: The unit direction of the impulse.
    func inverseEffectiveMass(at arm: DynamicVector, along direction: DynamicVector) -> Double {
        let lever = arm.cross(direction)
        return inverseMass + inverseInertia * lever * lever
    }

    /// Changes the velocities by an impulse at a point.
    ///
    /// - Parameters:
    ///   - impulse: The impulse to apply.
    ///   - arm: The vector from the center to the point.
    func applyImpulse(_ impulse: DynamicVector, at arm: DynamicVector) {
        velocity += impulse * inverseMass
        angularVelocity += inverseInertia * arm.cross(impulse)
    }

    /// Moves and rotates the body by a pseudo-impulse, which changes position and angle in the way
    /// an impulse changes the velocities.
    ///
    /// - Parameters:
    ///   - impulse: The pseudo-impulse to apply.
    ///   - arm: The vector from the center to the point.
    func applyPositionImpulse(_ impulse: DynamicVector, at arm: DynamicVector) {
        position += impulse * inverseMass
        angle += inverseInertia * arm.cross(impulse)
    }

    // MARK: Time

    /// Stores the current position and angle as `previousPosition` and `previousAngle`.
    func beginSubstep() {
        previousPosition = position
        previousAngle = angle
    }

    /// Damps the velocities, and then moves and rotates the body with these velocities for one
    /// substep.
    func integrate() {
        let step = DynamicConstants.substep
        if properties.isAnchored {
            velocity = .zero
            angularVelocity = 0
        }
        if properties.resistance > 0 { velocity *= exp(-properties.resistance * step) }
        if properties.angularResistance > 0 {
            angularVelocity *= exp(-properties.angularResistance * step)
        }
        if !properties.allowsRotation { angularVelocity = 0 }
        position += velocity * step
        angle += angularVelocity * step
    }

    /// Writes the position and rotation to the item, interpolated within the current substep.
    ///
    /// - Parameter fraction: The part of the substep that has elapsed: 0 at its start, 1 at its
    ///   end.
    func writeItem(fraction: Double) {
        let center = (previousPosition + (position - previousPosition) * fraction).point
        let angle = previousAngle + (self.angle - previousAngle) * fraction
        // Diverging motion must not write a non-finite position to the item.
        guard center.x.isFinite, center.y.isFinite, angle.isFinite else { return }
        writtenCenter = center
        if item.center != center { item.center = center }
        guard angle != writtenAngle else { return }
        writtenAngle = angle
        item.transform = initialTransform.concatenating(
            CGAffineTransform(rotationAngle: angle - initialAngle))
    }

    /// Whether the item is still at the center that the body last wrote to it.
    var isItemUnmoved: Bool { item.center == writtenCenter }

    /// Returns whether the body is within the rest tolerances of the reference position and angle.
    /// If the body is outside of the tolerances, the current position and angle become the
    /// reference.
    func updateRestState() -> Bool {
        if (position - restPosition).length <= DynamicConstants.restDistance,
            abs(angle - restAngle) <= DynamicConstants.restAngle
        {
            return true
        }
        restPosition = position
        restAngle = angle
        return false
    }

    /// Sets the velocities to zero.
    func stop() {
        velocity = .zero
        angularVelocity = 0
    }
}

/// The physical properties that a `UIDynamicItemBehavior` assigns to its items.
struct DynamicProperties {
    /// The fraction of the velocity that remains after a bounce, 0…1.
    var elasticity: CGFloat = 0
    /// The friction against other items, from 0 (no friction) to 1 (strong friction).
    var friction: CGFloat = 0.2
    /// The relative density: an item of 100 × 100 points with density 1 has mass 1.
    var density: CGFloat = 1
    /// The damping rate of the linear velocity, per second.
    var resistance: CGFloat = 0
    /// The damping rate of the angular velocity, per second.
    var angularResistance: CGFloat = 0
    /// Whether the body can rotate.
    var allowsRotation = true
    /// Whether the body stays fixed when other bodies collide with it.
    var isAnchored = false
}
