/// The items of a behaviour, and their bodies while it acts.
@MainActor
struct ItemList {
    private(set) var items: [any UIDynamicItem]
    private(set) var bodies: [DynamicBody] = []

    init(_ items: [any UIDynamicItem]) {
        self.items = []
        for item in items { add(item) }
    }

    /// - Returns: Whether it wasn't there before.
    @discardableResult
    mutating func add(_ item: any UIDynamicItem) -> Bool {
        if items.contains(where: { $0 === item }) { return false }
        items.append(item)
        return true
    }

    /// - Returns: Whether it was there before.
    mutating func remove(_ item: any UIDynamicItem) -> Bool {
        guard let index = items.firstIndex(where: { $0 === item }) else { return false }
        items.remove(at: index)
        return true
    }

    mutating func bind(to world: DynamicWorld) {
        bodies = items.compactMap { world.body(of: $0) }
    }

    mutating func unbind() {
        bodies = []
    }
}
