import Glibc

/// A behavior that applies a continuous or instantaneous force to one or more dynamic items.
///
/// A force of magnitude 1 accelerates an item of 100 × 100 points and density 1 by 100 points per
/// second². An instantaneous force of magnitude 1 changes the velocity of that item by 100 points
/// per second. The force acts on the center of the item.
@MainActor
public final class UIPushBehavior: UIDynamicBehavior {
    /// The type of a push.
    public enum Mode: Int, Sendable {
        /// A force that acts while the behavior is active.
        case continuous = 0
        /// A force that acts once; afterwards the behavior is inactive.
        case instantaneous = 1
    }

    /// The force of magnitude 1, in points per second² for an item with mass 1.
    private static let unitForce = 100.0

    /// The type of the push.
    public let mode: Mode

    /// Whether the force acts. Activate an instantaneous push again to repeat it.
    public var active = true {
        didSet { if active && !oldValue { dynamicAnimator?.wake() } }
    }
    /// The direction and magnitude of the force, expressed as a vector.
    public var pushDirection = CGVector(dx: 0, dy: 0) {
        didSet { if pushDirection != oldValue { dynamicAnimator?.wake() } }
    }

    /// Creates an active push behavior without a force.
    ///
    /// - Parameters:
    ///   - items: The items to push.
    ///   - mode: The type of the push.
    public init(items: [any UIDynamicItem], mode: Mode) {
        self.mode = mode
        super.init()
        itemList = DynamicItemList(items)
    }

    /// The dynamic items that the behavior applies to.
    public var items: [any UIDynamicItem] { itemList.items }

    /// The angle, in radians, of the force vector, clockwise from the positive x-axis.
    public var angle: CGFloat {
        get { atan2(pushDirection.dy, pushDirection.dx) }
        set { setAngle(newValue, magnitude: magnitude) }
    }

    /// The magnitude of the force vector.
    public var magnitude: CGFloat {
        get { DynamicVector(pushDirection).length }
        set { setAngle(angle, magnitude: newValue) }
    }

    /// Sets the angle, in radians clockwise from the positive x-axis, and magnitude of the force
    /// vector.
    public func setAngle(_ angle: CGFloat, magnitude: CGFloat) {
        pushDirection = CGVector(dx: cos(angle) * magnitude, dy: sin(angle) * magnitude)
    }

    /// Adds a dynamic item to the push behavior.
    public func addItem(_ item: any UIDynamicItem) {
        if itemList.add(item) { dynamicAnimator?.behaviorsDidChange() }
    }

    /// Removes a dynamic item from the push behavior.
    public func removeItem(_ item: any UIDynamicItem) {
        if itemList.remove(item) { dynamicAnimator?.behaviorsWereRemoved() }
    }

    override func applyForcesForHalfSubstep() {
        guard active else { return }
        var change = DynamicVector(pushDirection) * Self.unitForce
        if mode == .continuous { change *= DynamicConstants.substep / 2 }
        for body in itemList.bodies { body.velocity += change * body.inverseMass }
        if mode == .instantaneous { active = false }
    }
}
