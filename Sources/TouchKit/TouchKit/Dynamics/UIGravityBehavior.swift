import Glibc

/// An object that applies a gravity-like force to all of its associated dynamic items.
@MainActor
public final class UIGravityBehavior: UIDynamicBehavior {
    /// The direction and magnitude of the gravitational force, expressed as a vector; a length of 1
    /// is 1000 points per second².
    public var gravityDirection = CGVector(dx: 0, dy: 1) {
        didSet { if gravityDirection != oldValue { dynamicAnimator?.wake() } }
    }

    /// Creates a gravity behavior with an array of dynamic items, a magnitude of 1 and a downward
    /// direction.
    public init(items: [any UIDynamicItem]) {
        super.init()
        itemList = DynamicItemList(items)
    }

    /// The dynamic items that the behavior applies to.
    public var items: [any UIDynamicItem] { itemList.items }

    /// The angle, in radians, of the gravity vector, clockwise from the positive x-axis.
    public var angle: CGFloat {
        get { atan2(gravityDirection.dy, gravityDirection.dx) }
        set { setAngle(newValue, magnitude: magnitude) }
    }

    /// The magnitude of the gravity vector, in units of 1000 points per second².
    public var magnitude: CGFloat {
        get { DynamicVector(gravityDirection).length }
        set { setAngle(angle, magnitude: newValue) }
    }

    /// Sets the angle, in radians clockwise from the positive x-axis, and magnitude of the gravity
    /// vector.
    public func setAngle(_ angle: CGFloat, magnitude: CGFloat) {
        gravityDirection = CGVector(dx: cos(angle) * magnitude, dy: sin(angle) * magnitude)
    }

    /// Adds a dynamic item to the gravity behavior.
    public func addItem(_ item: any UIDynamicItem) {
        if itemList.add(item) { dynamicAnimator?.behaviorsDidChange() }
    }

    /// Removes a dynamic item from the gravity behavior.
    public func removeItem(_ item: any UIDynamicItem) {
        if itemList.remove(item) { dynamicAnimator?.behaviorsWereRemoved() }
    }

    override func applyForcesForHalfSubstep() {
        let change =
            DynamicVector(gravityDirection)
            * (DynamicConstants.gravity * DynamicConstants.substep / 2)
        for body in itemList.bodies where body.inverseMass > 0 { body.velocity += change }
    }
}
