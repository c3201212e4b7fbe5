import TouchKit

/// One page of the maintenance menu, shown below the title bar.
package protocol MaintenancePage: UIView {
    /// The title in the title bar.
    var title: String { get }
    /// Called with a one-line message for the user.
    var onMessage: ((String) -> Void)? { get set }

    /// Called before the page is removed, for any reason: ends everything that the page began.
    func pageWillClose()
}
