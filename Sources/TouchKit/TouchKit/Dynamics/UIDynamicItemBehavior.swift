/// A base dynamic animation configuration for one or more items: density, elasticity, friction and
/// resistance.
@MainActor
public final class UIDynamicItemBehavior: UIDynamicBehavior {
    /// The properties to assign to the items' bodies.
    private var properties = DynamicProperties()
    /// The velocities to add to the items' bodies when the animator's physics simulation is next
    /// rebuilt.
    private var pendingVelocities:
        [(item: any UIDynamicItem, linear: DynamicVector, angular: Double)] = []

    /// Creates a dynamic item behavior with an array of dynamic items and default properties.
    public init(items: [any UIDynamicItem]) {
        super.init()
        itemList = DynamicItemList(items)
    }

    /// The dynamic items that the behavior applies to.
    public var items: [any UIDynamicItem] { itemList.items }

    // MARK: Properties

    /// The amount of elasticity applied to collisions: the fraction of the velocity that remains
    /// after a bounce, 0…1. For two colliding items, the greater of the two values applies.
    public var elasticity: CGFloat {
        get { properties.elasticity }
        set { updateProperties { $0.elasticity = newValue } }
    }
    /// The linear resistance when items slide against each other, from 0 (no friction) to 1 (strong
    /// friction). For two touching items, the geometric mean of the two values applies.
    public var friction: CGFloat {
        get { properties.friction }
        set { updateProperties { $0.friction = newValue } }
    }
    /// The relative mass density: an item of 100 × 100 points with density 1 has mass 1.
    public var density: CGFloat {
        get { properties.density }
        set { updateProperties { $0.density = newValue } }
    }
    /// The linear resistance: the velocity decreases by a factor of e in 1/resistance seconds; 0
    /// for no resistance.
    public var resistance: CGFloat {
        get { properties.resistance }
        set { updateProperties { $0.resistance = newValue } }
    }
    /// The angular resistance: the angular velocity decreases by a factor of e in
    /// 1/angularResistance seconds; 0 for no resistance.
    public var angularResistance: CGFloat {
        get { properties.angularResistance }
        set { updateProperties { $0.angularResistance = newValue } }
    }
    /// A Boolean value that indicates whether the items can rotate.
    public var allowsRotation: Bool {
        get { properties.allowsRotation }
        set { updateProperties { $0.allowsRotation = newValue } }
    }
    /// A Boolean value that indicates whether the items stay fixed when other items collide with
    /// them.
    public var isAnchored: Bool {
        get { properties.isAnchored }
        set { updateProperties { $0.isAnchored = newValue } }
    }

    /// Changes the properties and rebuilds the animator's physics simulation.
    private func updateProperties(_ update: (inout DynamicProperties) -> Void) {
        update(&properties)
        dynamicAnimator?.behaviorsDidChange()
    }

    // MARK: Items and velocities

    /// Adds a dynamic item to the dynamic item behavior.
    public func addItem(_ item: any UIDynamicItem) {
        if itemList.add(item) { dynamicAnimator?.behaviorsDidChange() }
    }

    /// Removes a dynamic item from the dynamic item behavior.
    public func removeItem(_ item: any UIDynamicItem) {
        if itemList.remove(item) { dynamicAnimator?.behaviorsWereRemoved() }
    }

    /// Adds a linear velocity, in points per second, to a dynamic item of the behavior. If the
    /// behavior has no animator, the velocity takes effect when the behavior is added to an
    /// animator.
    public func addLinearVelocity(_ velocity: CGPoint, for item: any UIDynamicItem) {
        add(DynamicVector(velocity), 0, for: item)
    }

    /// Adds an angular velocity, in radians per second, to a dynamic item of the behavior. If the
    /// behavior has no animator, the velocity takes effect when the behavior is added to an
    /// animator.
    public func addAngularVelocity(_ velocity: CGFloat, for item: any UIDynamicItem) {
        add(.zero, velocity, for: item)
    }

    /// Stores velocities for an item, and rebuilds the animator's physics simulation to apply them.
    private func add(
        _ linear: DynamicVector, _ angular: Double, for item: any UIDynamicItem
    ) {
        guard itemList.items.contains(where: { $0 === item }) else { return }
        pendingVelocities.append((item, linear, angular))
        dynamicAnimator?.behaviorsDidChange()
    }

    /// Returns the linear velocity of a dynamic item, in points per second, including added
    /// velocities that have not taken effect yet.
    public func linearVelocity(for item: any UIDynamicItem) -> CGPoint {
        var sum = dynamicAnimator?.world.body(of: item)?.velocity ?? .zero
        for added in pendingVelocities where added.item === item { sum += added.linear }
        return sum.point
    }

    /// Returns the angular velocity of a dynamic item, in radians per second, including added
    /// velocities that have not taken effect yet.
    public func angularVelocity(for item: any UIDynamicItem) -> CGFloat {
        var sum = dynamicAnimator?.world.body(of: item)?.angularVelocity ?? 0
        for added in pendingVelocities where added.item === item { sum += added.angular }
        return sum
    }

    // MARK: Simulation

    override func bind(to world: DynamicWorld) {
        for item in itemList.items { world.body(of: item)?.properties = properties }
        for added in pendingVelocities {
            guard let body = world.body(of: added.item) else { continue }
            body.velocity += added.linear
            body.angularVelocity += added.angular
        }
        pendingVelocities = []
    }
}
