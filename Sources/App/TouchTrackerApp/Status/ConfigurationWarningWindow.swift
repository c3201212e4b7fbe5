import TouchKit

/// A window that shows the warnings about the configuration file for ten seconds, above the scene,
/// the lock screen and the maintenance menu. The window does not react to touches.
package final class ConfigurationWarningWindow: UIWindow {
    /// The level of the window: above the lock screen and the maintenance menu, below the touch
    /// overlay.
    static let level = UIWindow.Level(rawValue: 8_000)
    /// The distance between the text and the screen's edges, in points.
    private static let margin: CGFloat = 8
    /// The maximum width of the text, in points. Longer lines are difficult to read.
    private static let maximumWidth: CGFloat = 640
    /// The maximum number of lines of the text.
    private static let maximumLineCount = 8
    /// The maximum height of the text as a fraction of the screen's height.
    private static let maximumHeightFraction = 0.6

    private static let hideWarnings = Selector("hideWarnings") {
        (window: ConfigurationWarningWindow) in
        window.hideWarnings
    }
    private let banner = MessageBanner(frame: .zero)

    /// Creates a visible window that shows the warnings, one per line, or returns `nil` if
    /// `warnings` is empty.
    package convenience init?(_ warnings: [String]) {
        if warnings.isEmpty { return nil }
        self.init(frame: UIScreen.main.bounds)
        windowLevel = Self.level
        isUserInteractionEnabled = false
        isOpaque = false
        addSubview(banner)
        banner.show(warnings.joined(separator: "\n"))
        isHidden = false
        perform(Self.hideWarnings, with: nil, afterDelay: MessageBanner.displayDuration)
    }

    /// The displayed text, or `nil` if the window is hidden.
    var text: String? { isHidden ? nil : banner.text }

    private func hideWarnings() {
        isHidden = true
    }

    /// Places the text at the top of the screen.
    package override func layoutSubviews() {
        super.layoutSubviews()
        let width = min(bounds.width - 2 * Self.margin, Self.maximumWidth)
        banner.layOut(
            top: Self.margin, width: width, x: (bounds.width - width) / 2,
            maximumLineCount: Self.maximumLineCount,
            maximumHeight: bounds.height * Self.maximumHeightFraction)
    }
}
