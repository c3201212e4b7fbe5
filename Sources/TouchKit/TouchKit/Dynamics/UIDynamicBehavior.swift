/// An object that confers a behavioral configuration on one or more dynamic items, and can group
/// other behaviors.
@MainActor
open class UIDynamicBehavior {
    /// The dynamic behaviors that are children of this behavior, in the order in which they were
    /// added.
    public private(set) var childBehaviors: [UIDynamicBehavior] = []
    /// The block to execute in each frame, after the items were moved. The block is not called
    /// while the animator is paused.
    public var action: (() -> Void)?
    /// The dynamic animator associated with the behavior or its parent, or `nil` if there is none.
    public private(set) weak var dynamicAnimator: UIDynamicAnimator?

    /// Creates a behavior without effect.
    public init() {}

    /// Adds a dynamic behavior, as a child, to a custom dynamic behavior.
    public func addChildBehavior(_ behavior: UIDynamicBehavior) {
        guard !childBehaviors.contains(where: { $0 === behavior }) else { return }
        childBehaviors.append(behavior)
        behavior.move(to: dynamicAnimator)
        dynamicAnimator?.behaviorsDidChange()
    }

    /// Removes a child dynamic behavior.
    public func removeChildBehavior(_ behavior: UIDynamicBehavior) {
        guard let index = childBehaviors.firstIndex(where: { $0 === behavior }) else { return }
        childBehaviors.remove(at: index)
        behavior.move(to: nil)
        dynamicAnimator?.behaviorsWereRemoved()
    }

    /// Called when the behavior is about to be added to, or removed from, a dynamic animator; `nil`
    /// for removal.
    open func willMove(to dynamicAnimator: UIDynamicAnimator?) {}

    /// Sets the animator of the behavior and its descendants, or removes them from their animator
    /// if `animator` is `nil`.
    func move(to animator: UIDynamicAnimator?) {
        willMove(to: animator)
        dynamicAnimator = animator
        if animator == nil { unbind() }
        for child in childBehaviors { child.move(to: animator) }
    }

    /// Appends the behavior and all its descendants to `list`.
    func appendTree(to list: inout [UIDynamicBehavior]) {
        list.append(self)
        for child in childBehaviors { child.appendTree(to: &list) }
    }

    // MARK: Simulation

    /// The behavior's items, and their bodies while the behavior belongs to an animator.
    final var itemList = DynamicItemList([])

    /// The items that the behavior affects.
    var dynamicItems: [any UIDynamicItem] { itemList.items }

    /// Stores the bodies of the behavior's items after the physics simulation was rebuilt.
    func bind(to world: DynamicWorld) {
        itemList.bind(to: world)
    }

    /// Releases the bodies after the behavior was removed from its animator.
    func unbind() {
        itemList.unbind()
    }

    /// Applies the behavior's forces for half a substep to the bodies' velocities.
    func applyForcesForHalfSubstep() {}

    /// Appends the contacts of the behavior's items in the current substep.
    func findContacts(into contacts: inout [ContactConstraint]) {}

    /// Notifies the behavior's delegate of the events of a frame, after the items were moved.
    func frameDidEnd() {}
}
