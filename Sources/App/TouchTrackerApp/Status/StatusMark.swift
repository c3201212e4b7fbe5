import TouchKit
import TouchTrackerStore

/// A window above the scene that shows a small mark in the upper right corner while the drawing
/// cannot be saved. The reason is shown beside the mark for the first ten seconds. The window does
/// not react to touches.
///
/// After these ten seconds, no timer runs and nothing is drawn while the mark is visible.
package final class StatusMark: UIWindow {
    /// The time for which the reason why the drawing cannot be saved is shown, in seconds.
    package static let textDuration = 10.0

    /// The reason why the drawing cannot be saved, or `nil` while the mark is hidden.
    package private(set) var error: StoreError?

    private let badge = StatusBadge(frame: .zero)

    /// Creates a hidden mark whose window covers the main screen.
    package convenience init() {
        self.init(frame: UIScreen.main.bounds)
    }

    /// Creates a hidden mark in a window with the given frame.
    package override init(frame: CGRect) {
        super.init(frame: frame)
        windowLevel = .statusBar
        isUserInteractionEnabled = false
        isOpaque = false
        addSubview(badge)
    }

    /// Shows the mark and, for `textDuration`, the reason beside it. Another call with the same
    /// error does not show the reason again.
    package func show(_ error: StoreError) {
        if error == self.error { return }
        self.error = error
        badge.text = error.statusText
        isHidden = false
        setNeedsLayout()
        UIResponder.cancelPreviousPerformRequests(withTarget: self)
        perform(Self.endText, with: nil, afterDelay: Self.textDuration)
    }

    /// Hides the mark and the reason. The method is called when the drawing can be saved again.
    package func hide() {
        error = nil
        isHidden = true
        UIResponder.cancelPreviousPerformRequests(withTarget: self)
    }

    private static let endText = Selector("endText") { (mark: StatusMark) in mark.endText }

    /// Hides the reason. The mark remains visible.
    private func endText() {
        badge.text = nil
        setNeedsLayout()
    }

    /// Places the mark in the upper right corner of the window.
    package override func layoutSubviews() {
        super.layoutSubviews()
        let room = bounds.insetBy(dx: Self.margin, dy: Self.margin)
        let size = badge.sizeThatFits(room.size)
        badge.frame = CGRect(
            x: room.maxX - size.width, y: room.minY, width: size.width, height: size.height)
    }

    /// The distance between the badge and the screen's edges, in points.
    private static let margin: CGFloat = 8
}
