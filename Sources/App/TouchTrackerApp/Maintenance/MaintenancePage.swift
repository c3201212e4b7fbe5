import TouchKit

/// One page of the maintenance menu, such as the grid of menu items or the display settings.
package protocol MaintenancePage: UIView {
    /// The page's title in the title bar of the maintenance menu.
    var title: String { get }
    /// Called by the page with a one-line message that the menu shows to the user.
    var onMessage: ((String) -> Void)? { get set }

    /// Ends all tasks that the page has started. The menu calls this method before it removes the
    /// page for any reason.
    func pageWillClose()
}
