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
