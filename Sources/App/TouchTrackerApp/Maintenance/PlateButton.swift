import TouchKit

/// A button that is a plate with a word on it.
final class PlateButton: UIButton {
    /// Makes a button without an extent.
    init(_ title: String) {
        super.init(frame: .zero, type: .custom)
        layer.cornerRadius = 12
        isOpaque = false
        titleLabel?.font = .systemFont(ofSize: 17)
        setTitle(title, for: .normal)
        setTitleColor(MaintenanceColors.ink, for: .normal)
        setTitleColor(.white, for: .selected)
        setTitleColor(UIColor(white: 0.13, alpha: 0.3), for: .disabled)
        setBackgroundColor(MaintenanceColors.plate, for: .normal)
        setBackgroundColor(MaintenanceColors.pressed, for: .highlighted)
        setBackgroundColor(MaintenanceColors.chosen, for: .selected)
    }
}
