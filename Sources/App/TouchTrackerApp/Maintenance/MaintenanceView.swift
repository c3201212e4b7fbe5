import TouchKit

/// The frame around the pages: a title between *Back* and *Done*, the page, and a line over it when there
/// is something to say.
final class MaintenanceView: UIView {
    /// Leads back to the menu.
    let backButton = PlateButton("Back")
    /// Takes everything away.
    let doneButton = PlateButton("Done")
    /// Over the page's lower edge.
    let notice = NoticeView(frame: .zero)
    fileprivate let titleLabel = UILabel(frame: .zero)

    /// The page that is shown.
    var page: MaintenancePage? {
        didSet {
            oldValue?.leave()
            oldValue?.removeFromSuperview()
            titleLabel.text = page?.title
            if let page { insertSubview(page, belowSubview: notice) }
            setNeedsLayout()
        }
    }

    /// Makes one without a page.
    override init(frame: CGRect) {
        super.init(frame: frame)
        backgroundColor = MaintenanceColors.ground
        titleLabel.textAlignment = .center
        titleLabel.textColor = .white
        addSubview(titleLabel)
        addSubview(backButton)
        addSubview(doneButton)
        addSubview(notice)
    }

    /// The buttons are in the upper corners, the page has the rest.
    override func layoutSubviews() {
        let isSmall = min(bounds.width, bounds.height) < 300
        let margin: CGFloat = isSmall ? 4 : 10
        let height: CGFloat = isSmall ? 44 : 52
        let width: CGFloat = isSmall || bounds.width < 420 ? 76 : 104
        let top = bounds.minY + margin
        backButton.frame = CGRect(x: margin, y: top, width: width, height: height)
        doneButton.frame = CGRect(
            x: bounds.maxX - margin - width, y: top, width: width, height: height)
        layOutTitle(size: isSmall ? 18 : 24, in: doneButton.frame, margin: margin)
        let pageTop = top + height + margin
        page?.frame = CGRect(
            x: margin, y: pageTop, width: bounds.width - 2 * margin,
            height: bounds.maxY - margin - pageTop)
        notice.place(above: bounds.maxY - margin, width: bounds.width - 2 * margin, x: margin)
    }
}

extension MaintenanceView {
    /// In the middle between the buttons; where there is no room, nearer to where no button is, and
    /// smaller.
    fileprivate func layOutTitle(size: CGFloat, in done: CGRect, margin: CGFloat) {
        let middle = CGRect(
            x: done.width + 2 * margin, y: done.minY,
            width: bounds.width - 2 * (done.width + 2 * margin), height: done.height)
        var room = middle
        titleLabel.font = .boldSystemFont(ofSize: size)
        var width = titleLabel.sizeThatFits(.zero).width
        if width > room.width, backButton.isHidden {
            room = CGRect(
                x: margin, y: done.minY, width: done.minX - 2 * margin, height: done.height)
        }
        var smaller = size
        while width > room.width, smaller > 12 {
            smaller -= 1
            titleLabel.font = .boldSystemFont(ofSize: smaller)
            width = titleLabel.sizeThatFits(.zero).width
        }
        titleLabel.frame = room
    }
}
