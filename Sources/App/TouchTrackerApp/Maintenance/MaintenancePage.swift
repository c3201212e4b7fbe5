import TouchKit

/// What one page of the maintenance menu is about.
class MaintenancePage: UIView {
    /// Stands above it.
    let title: String
    /// Is called with a line that whoever stands there has to know.
    var onNotice: ((String) -> Void)?

    /// Makes a page without an extent.
    init(title: String) {
        self.title = title
        super.init(frame: .zero)
    }

    /// It is about to go, for whatever reason: what it began ends.
    func leave() {}
}
