import TouchKit

/// A line that comes, stays for ten seconds, and goes; fingers go through it.
final class NoticeView: UIView {
    /// How long it stays, in seconds.
    static let stay = 10.0
    private static let hide = Selector("hide") { (view: NoticeView) in view.hide }
    private let label = UILabel(frame: .zero)

    /// Makes one that isn't to be seen.
    override init(frame: CGRect) {
        super.init(frame: frame)
        isUserInteractionEnabled = false
        isOpaque = false
        isHidden = true
        backgroundColor = UIColor(red: 0.5, green: 0.1, blue: 0.08, alpha: 1)
        layer.cornerRadius = 12
        label.textColor = .white
        label.textAlignment = .center
        label.numberOfLines = 0
        label.lineBreakMode = .byWordWrapping
        addSubview(label)
    }

    /// What it says; nil while it isn't there.
    var text: String? { isHidden ? nil : label.text }

    /// Says something, in place of what it said.
    func show(_ text: String) {
        label.text = text
        isHidden = false
        superview?.setNeedsLayout()
        Self.cancelPreviousPerformRequests(withTarget: self)
        perform(Self.hide, with: nil, afterDelay: Self.stay)
    }

    /// Goes.
    func hide() {
        Self.cancelPreviousPerformRequests(withTarget: self)
        isHidden = true
    }

    /// Lies above a line, as high as its text needs.
    func place(above bottom: CGFloat, width: CGFloat, x: CGFloat) {
        let size = label.sizeThatFits(CGSize(width: width - 24, height: 0))
        let height = size.height + 16
        frame = CGRect(x: x, y: bottom - height, width: width, height: height)
        label.frame = bounds.insetBy(dx: 12, dy: 8)
    }

    /// Lies below a line, as high as its text needs, but for text beyond so many lines or so much height, in
    /// points.
    func place(
        below top: CGFloat, width: CGFloat, x: CGFloat, mostLines: Int, highest: CGFloat
    ) {
        label.numberOfLines = mostLines
        label.lineBreakMode = .byTruncatingTail
        let size = label.sizeThatFits(CGSize(width: width - 24, height: 0))
        frame = CGRect(x: x, y: top, width: width, height: min(size.height + 16, highest))
        label.frame = bounds.insetBy(dx: 12, dy: 8)
    }
}
