import TouchKit

/// The colors of the lock screen, the maintenance menu and its pages: light buttons on a dark
/// background.
@MainActor
package enum MaintenanceColors {
    /// The background color of the lock screen and the maintenance menu.
    package static let background = UIColor(white: 0.11, alpha: 1)
    /// The background color of a button in its normal state.
    package static let button = UIColor(white: 0.92, alpha: 1)
    /// The background color of a button while it is pressed.
    package static let highlightedButton = UIColor(white: 0.68, alpha: 1)
    /// The background color of a selected button, for example the current scale.
    package static let selectedButton = UIColor(red: 0.16, green: 0.45, blue: 0.85, alpha: 1)
    /// The color of the title of a button.
    package static let buttonText = UIColor(white: 0.13, alpha: 1)
    /// The text color of an error message or a bad result.
    package static let errorText = UIColor(red: 1, green: 0.58, blue: 0.5, alpha: 1)
    /// The text color of a good result.
    package static let successText = UIColor(red: 0.55, green: 0.9, blue: 0.6, alpha: 1)
    /// The color of less important text, such as hints.
    package static let secondaryText = UIColor(white: 0.66, alpha: 1)
}

/// The lengths, font sizes and durations of the lock screen, the maintenance menu, its pages and
/// the sheet of the drawing's pages (docs/maintenance.md).
@MainActor
enum MaintenanceStyle {
    /// The corner radius of buttons and banners, in points.
    static let cornerRadius: CGFloat = 12
    /// The distance between buttons, tiles and rows, in points.
    static let spacing: CGFloat = 8
    /// The duration of the animation that shows or hides a view, in seconds.
    static let transitionDuration = 0.2
    /// The font size of the titles of buttons, in points.
    static let buttonFontSize: CGFloat = 17

    /// Whether a screen of a size has little space, so that margins and titles are smaller.
    static func isSmall(_ size: CGSize) -> Bool { min(size.width, size.height) < 300 }

    /// The distance of buttons and pages from the edges of a screen, in points.
    static func margin(in size: CGSize) -> CGFloat { isSmall(size) ? 6 : 12 }

    /// The size of the buttons in the upper corners of a screen, in points.
    static func cornerButtonSize(in size: CGSize) -> CGSize {
        CGSize(
            width: isSmall(size) || size.width < 420 ? 76 : 104, height: isSmall(size) ? 44 : 52)
    }

    /// Returns the bold font of a title that is centered in a line of a width. The font is smaller
    /// if the title would not fit.
    static func titleFont(for title: String, in size: CGSize, width: CGFloat) -> UIFont {
        var fontSize: CGFloat = isSmall(size) ? 18 : 24
        while fontSize > 12 {
            let font = UIFont.boldSystemFont(ofSize: fontSize)
            if title.size(withAttributes: [.font: font]).width <= width { return font }
            fontSize -= 1
        }
        return .boldSystemFont(ofSize: fontSize)
    }
}
