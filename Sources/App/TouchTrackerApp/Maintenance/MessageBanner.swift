import TouchKit

/// A banner that shows a message for ten seconds and does not react to touches.
final class MessageBanner: UIView {
    /// The time for which a message is shown, in seconds.
    static let displayDuration = 10.0
    private static let hide = Selector("hide") { (banner: MessageBanner) in banner.hide }
    private let label = UILabel(frame: .zero)

    /// Creates a hidden banner.
    override init(frame: CGRect) {
        super.init(frame: frame)
        isUserInteractionEnabled = false
        isOpaque = false
        isHidden = true
        backgroundColor = UIColor(red: 0.5, green: 0.1, blue: 0.08, alpha: 1)
        layer.cornerRadius = MaintenanceStyle.cornerRadius
        label.textColor = .white
        label.textAlignment = .center
        label.numberOfLines = 0
        label.lineBreakMode = .byWordWrapping
        addSubview(label)
    }

    /// The visible message, or `nil` while the banner is hidden.
    var text: String? { isHidden ? nil : label.text }

    /// Shows `text` as the message for `displayDuration`, and replaces any visible message.
    func show(_ text: String) {
        label.text = text
        isHidden = false
        superview?.setNeedsLayout()
        Self.cancelPreviousPerformRequests(withTarget: self)
        perform(Self.hide, with: nil, afterDelay: Self.displayDuration)
    }

    /// Hides the banner immediately.
    func hide() {
        Self.cancelPreviousPerformRequests(withTarget: self)
        isHidden = true
    }

    /// Sets the frame of the banner so that its lower edge is at `bottom`, its left edge is at `x`,
    /// and its height fits the text. All lengths are in points of the superview.
    func layOut(bottom: CGFloat, width: CGFloat, x: CGFloat) {
        let size = label.sizeThatFits(CGSize(width: width - 24, height: 0))
        let height = size.height + 16
        frame = CGRect(x: x, y: bottom - height, width: width, height: height)
        label.frame = bounds.insetBy(dx: 12, dy: 8)
    }

    /// Sets the frame of the banner so that its upper edge is at `top`, its left edge is at `x`,
    /// and its height fits the text. All lengths are in points of the superview. Text that needs
    /// more than `maximumLineCount` lines or `maximumHeight` is truncated.
    func layOut(
        top: CGFloat, width: CGFloat, x: CGFloat, maximumLineCount: Int, maximumHeight: CGFloat
    ) {
        label.numberOfLines = maximumLineCount
        label.lineBreakMode = .byTruncatingTail
        let size = label.sizeThatFits(CGSize(width: width - 24, height: 0))
        frame = CGRect(
            x: x, y: top, width: width, height: min(size.height + 16, maximumHeight))
        label.frame = bounds.insetBy(dx: 12, dy: 8)
    }
}
