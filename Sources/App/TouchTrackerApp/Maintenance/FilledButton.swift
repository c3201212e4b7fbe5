import TouchKit

/// A button with a title on a rounded background of uniform color.
package final class FilledButton: UIButton {
    /// Creates a button with a title and an empty frame.
    package init(_ title: String) {
        super.init(frame: .zero, type: .custom)
        layer.cornerRadius = MaintenanceStyle.cornerRadius
        isOpaque = false
        titleLabel?.font = .systemFont(ofSize: MaintenanceStyle.buttonFontSize)
        setTitle(title, for: .normal)
        setTitleColor(MaintenanceColors.buttonText, for: .normal)
        setTitleColor(.white, for: .selected)
        setTitleColor(UIColor(white: 0.13, alpha: 0.3), for: .disabled)
        setBackgroundColor(MaintenanceColors.button, for: .normal)
        setBackgroundColor(MaintenanceColors.highlightedButton, for: .highlighted)
        setBackgroundColor(MaintenanceColors.selectedButton, for: .selected)
    }
}
