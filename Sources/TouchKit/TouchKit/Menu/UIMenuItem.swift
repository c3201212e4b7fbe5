/// A custom item in the menu managed by `UIMenuController`.
@MainActor
public final class UIMenuItem {
    /// The menu-item title.
    public var title: String
    /// The selector that identifies the method of a responder to invoke.
    public var action: Selector

    /// Creates a menu item with a title and an action.
    public init(title: String, action: Selector) {
        self.title = title
        self.action = action
    }
}
