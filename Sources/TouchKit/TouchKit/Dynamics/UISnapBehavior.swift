/// Pulls an item to a place like a spring, and turns it upright.
@MainActor
public final class UISnapBehavior: UIDynamicBehavior {
    private let item: any UIDynamicItem
    private var body: DynamicBody?

    /// Where the item's middle is to be, in points of the reference view.
    public var snapPoint: CGPoint {
        didSet { if snapPoint != oldValue { dynamicAnimator?.wake() } }
    }

    /// How soon it comes to rest: 0 never, 1 without swinging back.
    public var damping: CGFloat = 0.5 {
        didSet { if damping != oldValue { dynamicAnimator?.wake() } }
    }

    /// Snaps an item to a place.
    public init(item: any UIDynamicItem, snapTo point: CGPoint) {
        self.item = item
        snapPoint = point
    }

    override var dynamicItems: [any UIDynamicItem] { [item] }

    override func bind(to world: DynamicWorld) {
        body = world.body(of: item)
    }

    override func unbind() {
        body = nil
    }

    override func applyHalfASubstep() {
        guard let body, body.inverseMass > 0 else { return }
        let pace = 2 * Double.pi * DynamicConstants.snapFrequency
        let brake = 2 * min(max(damping, 0), 1) * pace
        let time = DynamicConstants.substep / 2
        let way = DynamicVector(snapPoint) - body.position
        body.velocity += (way * (pace * pace) - body.velocity * brake) * time
        guard body.inverseInertia > 0 else { return }
        // Upright is any whole turn; the nearest one is the shortest way.
        let turn = -body.angle.remainder(dividingBy: 2 * .pi)
        body.spin += (turn * pace * pace - body.spin * brake) * time
    }
}
