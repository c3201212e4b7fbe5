import Glibc

/// An item as dynamics sees it: a rectangle with a mass that moves and turns.
@MainActor
final class DynamicBody {
    let item: any UIDynamicItem

    // MARK: Motion

    var position: DynamicVector
    /// Radians, clockwise on the screen.
    var angle: Double
    /// Points per second.
    var velocity = DynamicVector.zero
    /// Radians per second.
    var spin = 0.0
    /// Where it was a substep ago.
    private(set) var lastPosition: DynamicVector
    private(set) var lastAngle: Double

    // MARK: Properties

    /// Half of its extent.
    private(set) var half: DynamicVector
    private(set) var inverseMass = 0.0
    private(set) var inverseInertia = 0.0
    var properties = DynamicProperties() {
        didSet { weigh() }
    }

    /// The item's transform where its angle was `firstAngle`: it may be stretched as well.
    private var firstTransform: CGAffineTransform
    private var firstAngle: Double
    private var writtenAngle: Double
    private var writtenCenter: CGPoint
    /// Whether no behaviour has it any more; it is kept until the next step, as one may have it
    /// again by then.
    var isOrphan = false

    // MARK: Rest

    private var restPosition: DynamicVector
    private var restAngle: Double

    init(_ item: any UIDynamicItem) {
        self.item = item
        position = DynamicVector(item.center)
        lastPosition = position
        restPosition = position
        firstTransform = item.transform
        firstAngle = Self.angle(of: item.transform)
        angle = firstAngle
        lastAngle = firstAngle
        writtenAngle = firstAngle
        writtenCenter = item.center
        restAngle = firstAngle
        half = Self.half(of: item)
        weigh()
    }

    static func angle(of transform: CGAffineTransform) -> Double {
        atan2(transform.b, transform.a)
    }

    private static func half(of item: any UIDynamicItem) -> DynamicVector {
        // What has no extent would have no mass.
        DynamicVector(max(item.bounds.width, 1), max(item.bounds.height, 1)) / 2
    }

    /// Takes the item's state over again, as it is now; its motion is kept.
    func readItem() {
        position = DynamicVector(item.center)
        firstTransform = item.transform
        firstAngle = Self.angle(of: item.transform)
        angle = firstAngle
        writtenAngle = firstAngle
        writtenCenter = item.center
        half = Self.half(of: item)
        weigh()
        markSubstep()
    }

    private func weigh() {
        guard !properties.isAnchored else {
            inverseMass = 0
            inverseInertia = 0
            return
        }
        let mass =
            max(properties.density, 1e-6) * half.x * half.y * 4 / DynamicConstants.areaOfUnitMass
        inverseMass = 1 / mass
        inverseInertia =
            properties.allowsRotation ? 3 / (mass * (half.x * half.x + half.y * half.y)) : 0
    }

    // MARK: Geometry

    /// A place on the item, from its middle, as it is turned now.
    func arm(_ local: DynamicVector) -> DynamicVector { local.rotated(by: angle) }

    /// A corner, from the middle, as if the item weren't turned.
    func corner(_ index: Int) -> DynamicVector {
        DynamicVector(index == 0 || index == 3 ? -half.x : half.x, index < 2 ? -half.y : half.y)
    }

    /// How far its corners are from its middle.
    var radius: Double { half.length }

    /// How far any of its places can come in a substep.
    var reach: Double {
        (velocity.length + abs(spin) * radius) * DynamicConstants.substep
    }

    // MARK: Impulses

    /// The velocity of a place on the item.
    func velocity(at arm: DynamicVector) -> DynamicVector { velocity + arm.turned * spin }

    /// How easily a place is moved in a direction.
    func mobility(at arm: DynamicVector, along direction: DynamicVector) -> Double {
        let lever = arm.cross(direction)
        return inverseMass + inverseInertia * lever * lever
    }

    /// Changes the velocity by an impulse on a place.
    func push(_ impulse: DynamicVector, at arm: DynamicVector) {
        velocity += impulse * inverseMass
        spin += inverseInertia * arm.cross(impulse)
    }

    /// Changes the place as an impulse would the velocity.
    func shift(_ impulse: DynamicVector, at arm: DynamicVector) {
        position += impulse * inverseMass
        angle += inverseInertia * arm.cross(impulse)
    }

    // MARK: Time

    /// A substep begins.
    func markSubstep() {
        lastPosition = position
        lastAngle = angle
    }

    /// Moves by its velocity.
    func move() {
        let step = DynamicConstants.substep
        if properties.isAnchored {
            velocity = .zero
            spin = 0
        }
        if properties.resistance > 0 { velocity *= exp(-properties.resistance * step) }
        if properties.angularResistance > 0 { spin *= exp(-properties.angularResistance * step) }
        if !properties.allowsRotation { spin = 0 }
        position += velocity * step
        angle += spin * step
    }

    /// Places the item between the last two substeps.
    ///
    /// - Parameter part: 0 for the earlier of them, 1 for the later one.
    func writeItem(part: Double) {
        let center = (lastPosition + (position - lastPosition) * part).point
        let turn = lastAngle + (angle - lastAngle) * part
        // A throw out of all bounds mustn't become a place that isn't one.
        guard center.x.isFinite, center.y.isFinite, turn.isFinite else { return }
        writtenCenter = center
        if item.center != center { item.center = center }
        guard turn != writtenAngle else { return }
        writtenAngle = turn
        item.transform = firstTransform.concatenating(
            CGAffineTransform(rotationAngle: turn - firstAngle))
    }

    /// Whether the item is still where it was put.
    var isWhereItWasPut: Bool { item.center == writtenCenter }

    /// Whether it has hardly moved since it was asked first.
    func hasRested() -> Bool {
        if (position - restPosition).length <= DynamicConstants.restDistance,
            abs(angle - restAngle) <= DynamicConstants.restAngle
        {
            return true
        }
        restPosition = position
        restAngle = angle
        return false
    }

    /// Comes to rest where it is.
    func stop() {
        velocity = .zero
        spin = 0
    }
}

/// What a `UIDynamicItemBehavior` says of its items.
struct DynamicProperties {
    var elasticity: CGFloat = 0
    var friction: CGFloat = 0.2
    var density: CGFloat = 1
    var resistance: CGFloat = 0
    var angularResistance: CGFloat = 0
    var allowsRotation = true
    var isAnchored = false
}
