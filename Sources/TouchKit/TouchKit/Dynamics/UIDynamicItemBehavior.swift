/// Says how items are: how heavy, how they bounce and slide, how they are braked.
@MainActor
public final class UIDynamicItemBehavior: UIDynamicBehavior {
    private var list: ItemList
    private var properties = DynamicProperties()
    /// Velocities that were given before the behaviour acted.
    private var pending: [(item: any UIDynamicItem, linear: DynamicVector, angular: Double)] = []

    /// Says nothing yet of these items.
    public init(items: [any UIDynamicItem]) {
        list = ItemList(items)
    }

    /// The items.
    public var items: [any UIDynamicItem] { list.items }

    // MARK: Properties

    /// How much of its velocity an item keeps when it bounces, 0…1; of two that meet the greater.
    public var elasticity: CGFloat {
        get { properties.elasticity }
        set { change { $0.elasticity = newValue } }
    }
    /// How much items rub: 0 slide freely, 1 rub much. Of two that meet, the geometric mean.
    public var friction: CGFloat {
        get { properties.friction }
        set { change { $0.friction = newValue } }
    }
    /// How heavy they are: at 1, 100 × 100 points have mass 1.
    public var density: CGFloat {
        get { properties.density }
        set { change { $0.density = newValue } }
    }
    /// How fast velocity dies down: by a factor of e in 1/resistance seconds; 0 never.
    public var resistance: CGFloat {
        get { properties.resistance }
        set { change { $0.resistance = newValue } }
    }
    /// How fast turning dies down, likewise.
    public var angularResistance: CGFloat {
        get { properties.angularResistance }
        set { change { $0.angularResistance = newValue } }
    }
    /// Whether they turn.
    public var allowsRotation: Bool {
        get { properties.allowsRotation }
        set { change { $0.allowsRotation = newValue } }
    }
    /// Whether they stay where they are, whatever meets them.
    public var isAnchored: Bool {
        get { properties.isAnchored }
        set { change { $0.isAnchored = newValue } }
    }

    private func change(_ change: (inout DynamicProperties) -> Void) {
        change(&properties)
        dynamicAnimator?.behaviorsChanged()
    }

    // MARK: Items and velocities

    /// Says it of one item more.
    public func addItem(_ item: any UIDynamicItem) {
        if list.add(item) { dynamicAnimator?.behaviorsChanged() }
    }

    /// Says it of an item no more.
    public func removeItem(_ item: any UIDynamicItem) {
        if list.remove(item) { dynamicAnimator?.behaviorsRemoved() }
    }

    /// Adds to an item's velocity, in points per second. It counts from when the behaviour acts.
    public func addLinearVelocity(_ velocity: CGPoint, for item: any UIDynamicItem) {
        add(DynamicVector(velocity), 0, for: item)
    }

    /// Adds to an item's turning, in radians per second. It counts from when the behaviour acts.
    public func addAngularVelocity(_ velocity: CGFloat, for item: any UIDynamicItem) {
        add(.zero, velocity, for: item)
    }

    private func add(
        _ linear: DynamicVector, _ angular: Double, for item: any UIDynamicItem
    ) {
        guard list.items.contains(where: { $0 === item }) else { return }
        pending.append((item, linear, angular))
        dynamicAnimator?.behaviorsChanged()
    }

    /// An item's velocity, in points per second.
    public func linearVelocity(for item: any UIDynamicItem) -> CGPoint {
        var sum = dynamicAnimator?.world.body(of: item)?.velocity ?? .zero
        for added in pending where added.item === item { sum += added.linear }
        return sum.point
    }

    /// How fast an item turns, in radians per second.
    public func angularVelocity(for item: any UIDynamicItem) -> CGFloat {
        var sum = dynamicAnimator?.world.body(of: item)?.spin ?? 0
        for added in pending where added.item === item { sum += added.angular }
        return sum
    }

    // MARK: For the world

    override var dynamicItems: [any UIDynamicItem] { list.items }

    override func bind(to world: DynamicWorld) {
        for item in list.items { world.body(of: item)?.properties = properties }
        for added in pending {
            guard let body = world.body(of: added.item) else { continue }
            body.velocity += added.linear
            body.spin += added.angular
        }
        pending = []
    }
}
