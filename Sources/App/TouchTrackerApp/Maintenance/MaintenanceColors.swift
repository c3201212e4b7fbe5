import TouchKit

/// The colors of the lock, the maintenance menu and its pages: light buttons on a dark background.
@MainActor
package enum MaintenanceColors {
    /// The background color of a screen.
    package static let background = UIColor(white: 0.11, alpha: 1)
    /// The background color of a button.
    package static let button = UIColor(white: 0.92, alpha: 1)
    /// The background color of a highlighted button.
    package static let highlightedButton = UIColor(white: 0.68, alpha: 1)
    /// The background color of a selected button.
    package static let selectedButton = UIColor(red: 0.16, green: 0.45, blue: 0.85, alpha: 1)
    /// The color of the text on a button.
    package static let buttonText = UIColor(white: 0.13, alpha: 1)
    /// The color of an error message or of a bad result.
    package static let errorText = UIColor(red: 1, green: 0.58, blue: 0.5, alpha: 1)
    /// The color of the text of a good result.
    package static let successText = UIColor(red: 0.55, green: 0.9, blue: 0.6, alpha: 1)
    /// The color of text of secondary importance.
    package static let secondaryText = UIColor(white: 0.66, alpha: 1)
}
