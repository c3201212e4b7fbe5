import Glibc

/// Lets items fall.
@MainActor
public final class UIGravityBehavior: UIDynamicBehavior {
    private var list: ItemList

    /// The direction and strength; a length of 1 is 1,000 points per second².
    public var gravityDirection = CGVector(dx: 0, dy: 1) {
        didSet { if gravityDirection != oldValue { dynamicAnimator?.wake() } }
    }

    /// Makes a gravity of magnitude 1 that points downwards.
    public init(items: [any UIDynamicItem]) {
        list = ItemList(items)
    }

    /// The items that fall.
    public var items: [any UIDynamicItem] { list.items }

    /// The direction in radians, clockwise from the right.
    public var angle: CGFloat {
        get { atan2(gravityDirection.dy, gravityDirection.dx) }
        set { setAngle(newValue, magnitude: magnitude) }
    }

    /// The strength, in units of 1,000 points per second².
    public var magnitude: CGFloat {
        get { DynamicVector(gravityDirection).length }
        set { setAngle(angle, magnitude: newValue) }
    }

    /// Sets direction (radians, clockwise from the right) and strength.
    public func setAngle(_ angle: CGFloat, magnitude: CGFloat) {
        gravityDirection = CGVector(dx: cos(angle) * magnitude, dy: sin(angle) * magnitude)
    }

    /// Lets one item more fall.
    public func addItem(_ item: any UIDynamicItem) {
        if list.add(item) { dynamicAnimator?.behaviorsChanged() }
    }

    /// Lets an item fall no more.
    public func removeItem(_ item: any UIDynamicItem) {
        if list.remove(item) { dynamicAnimator?.behaviorsRemoved() }
    }

    override var dynamicItems: [any UIDynamicItem] { list.items }

    override func bind(to world: DynamicWorld) {
        list.bind(to: world)
    }

    override func unbind() {
        list.unbind()
    }

    override func applyHalfASubstep() {
        let change =
            DynamicVector(gravityDirection)
            * (DynamicConstants.gravity * DynamicConstants.substep / 2)
        for body in list.bodies where body.inverseMass > 0 { body.velocity += change }
    }
}
