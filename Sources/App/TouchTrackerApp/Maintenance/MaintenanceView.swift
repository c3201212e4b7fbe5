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
        let isSmall = min(bounds.width, bounds.height) < 300
        let margin: CGFloat = isSmall ? 4 : 10
        let height: CGFloat = isSmall ? 44 : 52
        let width: CGFloat = isSmall || bounds.width < 420 ? 76 : 104
        let top = bounds.minY + margin
        backButton.frame = CGRect(x: margin, y: top, width: width, height: height)
        doneButton.frame = CGRect(
            x: bounds.maxX - margin - width, y: top, width: width, height: height)
        layOutTitle(fontSize: isSmall ? 18 : 24, margin: margin)
        let pageTop = top + height + margin
        page?.frame = CGRect(
            x: margin, y: pageTop, width: bounds.width - 2 * margin,
            height: bounds.maxY - margin - pageTop)
        banner.layOut(bottom: bounds.maxY - margin, width: bounds.width - 2 * margin, x: margin)
    }

    /// Centers the title between the buttons. A title that is too wide also uses the area of the
    /// *Back* button if that button is hidden, and gets a smaller font if it still does not fit.
    private func layOutTitle(fontSize: CGFloat, margin: CGFloat) {
        let done = doneButton.frame
        var area = CGRect(
            x: done.width + 2 * margin, y: done.minY,
            width: bounds.width - 2 * (done.width + 2 * margin), height: done.height)
        titleLabel.font = .boldSystemFont(ofSize: fontSize)
        var width = titleLabel.sizeThatFits(.zero).width
        if width > area.width, backButton.isHidden {
            area = CGRect(
                x: margin, y: done.minY, width: done.minX - 2 * margin, height: done.height)
        }
        var smallerSize = fontSize
        while width > area.width, smallerSize > 12 {
            smallerSize -= 1
            titleLabel.font = .boldSystemFont(ofSize: smallerSize)
            width = titleLabel.sizeThatFits(.zero).width
        }
        titleLabel.frame = area
    }
}
