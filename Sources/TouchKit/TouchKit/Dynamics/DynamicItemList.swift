/// The items of a behavior, and their bodies while the behavior belongs to an animator.
@MainActor
struct DynamicItemList {
    /// The behavior's items, in the order in which they were added.
    private(set) var items: [any UIDynamicItem]
    /// The bodies of the items; empty without an animator.
    private(set) var bodies: [DynamicBody] = []

    /// Creates a list of the distinct items among `items`.
    init(_ items: [any UIDynamicItem]) {
        self.items = []
        for item in items { add(item) }
    }

    /// Adds an item.
    ///
    /// - Returns: Whether the item was added; `false` if the list already contains the item.
    @discardableResult
    mutating func add(_ item: any UIDynamicItem) -> Bool {
        if items.contains(where: { $0 === item }) { return false }
        items.append(item)
        return true
    }

    /// Removes an item.
    ///
    /// - Returns: Whether the list contained the item.
    mutating func remove(_ item: any UIDynamicItem) -> Bool {
        guard let index = items.firstIndex(where: { $0 === item }) else { return false }
        items.remove(at: index)
        return true
    }

    /// Stores the bodies that `world` contains for the items.
    mutating func bind(to world: DynamicWorld) {
        bodies = items.compactMap { world.body(of: $0) }
    }

    /// Releases the bodies.
    mutating func unbind() {
        bodies = []
    }
}
