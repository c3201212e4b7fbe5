import TouchKit

/// The view of the maintenance menu: a title bar with the buttons *Back* and *Done*, the page below
/// it, and a message banner over the page.
final class MaintenanceView: UIView {
    /// The button that returns from another page to the page with the menu items.
    let backButton = FilledButton("Back")
    /// The button that closes the maintenance menu.
    let doneButton = FilledButton("Done")
    /// The banner for messages, shown at the lower edge of the page.
    let banner = MessageBanner(frame: .zero)
    private let titleLabel = UILabel(frame: .zero)

    /// The visible page. Setting this property closes and removes the previous page.
    var page: (any MaintenancePage)? {
        didSet {
            oldValue?.pageWillClose()
            oldValue?.removeFromSuperview()
            titleLabel.text = page?.title
            if let page { insertSubview(page, belowSubview: banner) }
            setNeedsLayout()
        }
    }

    /// Creates a view without a page.
    override init(frame: CGRect) {
        super.init(frame: frame)
        backgroundColor = MaintenanceColors.background
        titleLabel.textAlignment = .center
        titleLabel.textColor = .white
        addSubview(titleLabel)
        addSubview(backButton)
        addSubview(doneButton)
        addSubview(banner)
    }

    /// Places the buttons in the upper corners and the page below them.
    override func layoutSubviews() {
        let margin = MaintenanceStyle.margin(in: bounds.size)
        let size = MaintenanceStyle.cornerButtonSize(in: bounds.size)
        let top = bounds.minY + margin
        backButton.frame = CGRect(origin: CGPoint(x: margin, y: top), size: size)
        doneButton.frame = CGRect(
            origin: CGPoint(x: bounds.maxX - margin - size.width, y: top), size: size)
        titleLabel.frame = CGRect(
            x: backButton.frame.maxX + margin, y: top,
            width: bounds.width - 2 * (size.width + 2 * margin), height: size.height)
        titleLabel.font = MaintenanceStyle.titleFont(
            for: titleLabel.text ?? "", in: bounds.size, width: titleLabel.frame.width)
        let pageTop = top + size.height + margin
        page?.frame = CGRect(
            x: margin, y: pageTop, width: bounds.width - 2 * margin,
            height: bounds.maxY - margin - pageTop)
        banner.layOut(bottom: bounds.maxY - margin, width: bounds.width - 2 * margin, x: margin)
    }
}
