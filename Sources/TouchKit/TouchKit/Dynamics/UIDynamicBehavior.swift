/// What acts on items of an animator; on its own it groups others.
@MainActor
open class UIDynamicBehavior {
    /// The behaviours it is made of, in the order in which they were added.
    public private(set) var childBehaviors: [UIDynamicBehavior] = []
    /// Is called with each frame, after the items were moved. Not while the animator pauses.
    public var action: (() -> Void)?
    /// The animator that it, or the behaviour that it is a child of, was added to.
    public private(set) weak var dynamicAnimator: UIDynamicAnimator?

    /// Makes a behaviour that does nothing yet.
    public init() {}

    /// Adds a behaviour to this one; it acts when this one does.
    public func addChildBehavior(_ behavior: UIDynamicBehavior) {
        guard !childBehaviors.contains(where: { $0 === behavior }) else { return }
        childBehaviors.append(behavior)
        behavior.move(to: dynamicAnimator)
        dynamicAnimator?.behaviorsChanged()
    }

    /// Takes a behaviour out of this one.
    public func removeChildBehavior(_ behavior: UIDynamicBehavior) {
        guard let index = childBehaviors.firstIndex(where: { $0 === behavior }) else { return }
        childBehaviors.remove(at: index)
        behavior.move(to: nil)
        dynamicAnimator?.behaviorsRemoved()
    }

    /// It is about to be added to an animator, or taken out of one (nil).
    open func willMove(to dynamicAnimator: UIDynamicAnimator?) {}

    /// It and its children belong to another animator, or to none.
    func move(to animator: UIDynamicAnimator?) {
        willMove(to: animator)
        dynamicAnimator = animator
        if animator == nil { unbind() }
        for child in childBehaviors { child.move(to: animator) }
    }

    /// It and all below it.
    func appendTree(to list: inout [UIDynamicBehavior]) {
        list.append(self)
        for child in childBehaviors { child.appendTree(to: &list) }
    }

    // MARK: For the world

    /// The items that it acts on.
    var dynamicItems: [any UIDynamicItem] { [] }

    /// Takes note of its items' bodies.
    func bind(to world: DynamicWorld) {}

    /// Lets go of them.
    func unbind() {}

    /// Changes velocities by what it does in half a substep.
    func applyHalfASubstep() {}

    /// Adds the places where its items touch something.
    func findContacts(into contacts: inout [DynamicContact]) {}

    /// A frame is over: tells its own delegate.
    func frameEnded() {}
}
