import TouchKit
import TouchTrackerLock

/// The view of the lock screen: a grid of nine dots for drawing the unlock pattern, a message and a
/// *Cancel* button.
final class LockView: UIView {
    /// The kind of a message on the lock screen, which determines the color of the text.
    enum MessageKind {
        case normal
        case error
    }

    /// The grid of dots on which the user draws the unlock pattern.
    let patternView = PatternView(frame: .zero) { _ in false }
    /// The button that closes the lock screen.
    let cancelButton = FilledButton("Cancel")
    private let label = UILabel(frame: .zero)

    /// Creates a lock screen view without a message.
    override init(frame: CGRect) {
        super.init(frame: frame)
        backgroundColor = MaintenanceColors.background
        patternView.minimumDotCount = Pattern.minimumDotCount
        label.textAlignment = .center
        label.numberOfLines = 0
        label.lineBreakMode = .byWordWrapping
        addSubview(patternView)
        addSubview(label)
        addSubview(cancelButton)
    }

    /// The visible message, or `nil` if no message has been shown yet.
    var text: String? { label.text }

    /// Replaces the visible message with `text`, in the color for `kind`.
    func showMessage(_ text: String, _ kind: MessageKind = .normal) {
        label.text = text
        label.textColor = kind == .error ? MaintenanceColors.errorText : .white
    }

    /// Stacks the message, the dots and the button in portrait orientation, and places the dots to
    /// the right of the message and the button in landscape orientation.
    override func layoutSubviews() {
        let margin = MaintenanceStyle.margin(in: bounds.size)
        let area = bounds.insetBy(dx: margin, dy: margin)
        let isLandscape = bounds.width > bounds.height
        let fontSize = min(max(min(bounds.width, bounds.height) / 14, 17), 32)
        label.font = .boldSystemFont(ofSize: fontSize)
        cancelButton.titleLabel?.font = .systemFont(ofSize: min(fontSize, 22))
        let buttonHeight = max(fontSize * 2, 48)
        let side: CGFloat
        let textArea: CGRect
        if isLandscape {
            side = area.height
            patternView.frame = CGRect(
                x: area.maxX - side - max((area.width - 2 * side) / 4, 0), y: area.minY,
                width: side, height: side)
            let width = patternView.frame.minX - area.minX
            textArea = CGRect(x: area.minX, y: area.minY, width: width, height: area.height)
        } else {
            let labelHeight = (2 * label.font.lineHeight).rounded(.up)
            side = min(area.width, area.height - labelHeight - buttonHeight)
            // The middle of the screen, unless two lines of the message or the button need space.
            let top = min(
                max(area.midY - side / 2, area.minY + labelHeight),
                area.maxY - buttonHeight - side)
            patternView.frame = CGRect(
                x: area.midX - side / 2, y: top, width: side, height: side)
            textArea = area
        }
        let buttonSize = CGSize(
            width: min(max(textArea.width * 0.4, 110), textArea.width), height: buttonHeight)
        let buttonX = textArea.midX - buttonSize.width / 2
        if isLandscape {
            let middle = textArea.midY - buttonSize.height / 2
            label.frame = CGRect(
                x: textArea.minX, y: textArea.minY, width: textArea.width,
                height: middle - textArea.minY + 8)
            cancelButton.frame = CGRect(
                x: buttonX, y: middle + buttonSize.height * 0.75, width: buttonSize.width,
                height: buttonSize.height)
        } else {
            label.frame = CGRect(
                x: textArea.minX, y: textArea.minY, width: textArea.width,
                height: patternView.frame.minY - textArea.minY)
            let rest = textArea.maxY - patternView.frame.maxY
            cancelButton.frame = CGRect(
                x: buttonX, y: patternView.frame.maxY + (rest - buttonSize.height) / 2,
                width: buttonSize.width, height: buttonSize.height)
        }
    }
}
