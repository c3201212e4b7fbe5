import TouchKit

/// One page of the maintenance menu, shown below the title bar.
package protocol MaintenancePage: UIView {
    /// The page's title in the title bar of the maintenance menu.
    var title: String { get }
    /// Called with a one-line message to show to the user.
    var onMessage: ((String) -> Void)? { get set }

    /// Ends all tasks that the page has started. Called before the page is removed, for any reason.
    func pageWillClose()
}
