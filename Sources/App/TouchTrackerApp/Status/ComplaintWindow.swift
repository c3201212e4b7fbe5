import TouchKit

/// A window in front of everything with what is wrong with the board's configuration, for ten seconds. Fingers
/// go through it.
final class ComplaintWindow: UIWindow {
    /// In front of the lock and the maintenance menu, behind the touch overlay.
    static let level = UIWindow.Level(rawValue: 8_000)
    /// Between the plate and the screen's edges, in points.
    private static let margin: CGFloat = 8
    /// Longer lines are hard to read; in points.
    private static let widest: CGFloat = 640
    /// The most lines of text, and the most of the screen's height that they take.
    private static let mostLines = 8
    private static let highest = 0.6

    private static let end = Selector("end") { (window: ComplaintWindow) in window.end }
    private let notice = NoticeView(frame: .zero)

    /// Shows complaints, a line each; nil where there are none.
    convenience init?(_ complaints: [String]) {
        if complaints.isEmpty { return nil }
        self.init(frame: UIScreen.main.bounds)
        windowLevel = Self.level
        isUserInteractionEnabled = false
        isOpaque = false
        addSubview(notice)
        notice.show(complaints.joined(separator: "\n"))
        isHidden = false
        perform(Self.end, with: nil, afterDelay: NoticeView.stay)
    }

    /// What is read; nil when it is over.
    var text: String? { isHidden ? nil : notice.text }

    private func end() {
        notice.hide()
        isHidden = true
    }

    /// Keeps the plate at the top, whatever size the screen has.
    override func layoutSubviews() {
        super.layoutSubviews()
        let width = min(bounds.width - 2 * Self.margin, Self.widest)
        notice.place(
            below: Self.margin, width: width, x: (bounds.width - width) / 2,
            mostLines: Self.mostLines, highest: bounds.height * Self.highest)
    }
}
