/// One entry of the menu.
@MainActor
public final class UIMenuItem {
    /// What it is called.
    public var title: String
    /// What it does: a method of the first responder, or of one after it.
    public var action: Selector

    /// Makes an item.
    public init(title: String, action: Selector) {
        self.title = title
        self.action = action
    }
}
