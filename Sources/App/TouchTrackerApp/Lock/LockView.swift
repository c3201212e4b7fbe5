import TouchKit
import TouchTrackerLock

/// The nine dots on a dark ground, a line of text above them or beside them, and a button.
final class LockView: UIView {
    /// How a line is meant.
    enum Tone {
        case plain
        case trouble
    }

    /// The dots.
    let patternView = PatternView(frame: .zero) { _ in false }
    /// Takes the window away.
    let cancelButton = PlateButton("Cancel")
    private let label = UILabel(frame: .zero)

    /// Makes one that asks.
    override init(frame: CGRect) {
        super.init(frame: frame)
        backgroundColor = MaintenanceColors.ground
        patternView.fewestDots = Pattern.fewestDots
        label.textAlignment = .center
        label.numberOfLines = 0
        label.lineBreakMode = .byWordWrapping
        addSubview(patternView)
        addSubview(label)
        addSubview(cancelButton)
    }

    /// What it says.
    var text: String? { label.text }

    /// Says something.
    func say(_ text: String, _ tone: Tone = .plain) {
        label.text = text
        label.textColor = tone == .trouble ? MaintenanceColors.trouble : .white
    }

    /// On an upright screen text, dots and button lie below each other; else the dots lie beside the
    /// other two.
    override func layoutSubviews() {
        let area = bounds.insetBy(dx: 8, dy: 8)
        let side: CGFloat
        let text: CGRect
        if bounds.width > bounds.height {
            side = area.height
            patternView.frame = CGRect(
                x: area.maxX - side - max((area.width - 2 * side) / 4, 0), y: area.minY,
                width: side, height: side)
            let width = patternView.frame.minX - area.minX
            text = CGRect(x: area.minX, y: area.minY, width: width, height: area.height)
        } else {
            side = min(area.width, area.height - 200)
            patternView.frame = CGRect(
                x: area.midX - side / 2, y: area.midY - side / 2, width: side, height: side)
            text = area
        }
        let size = min(max(min(bounds.width, bounds.height) / 14, 17), 32)
        label.font = .boldSystemFont(ofSize: size)
        cancelButton.titleLabel?.font = .systemFont(ofSize: min(size, 22))
        let button = CGSize(width: max(text.width * 0.4, 110), height: max(size * 2, 48))
        if bounds.width > bounds.height {
            let middle = text.midY - button.height / 2
            label.frame = CGRect(
                x: text.minX, y: text.minY, width: text.width, height: middle - text.minY + 8)
            cancelButton.frame = CGRect(
                x: text.midX - button.width / 2, y: middle + button.height * 0.75,
                width: button.width, height: button.height)
        } else {
            let room = patternView.frame.minY - text.minY
            label.frame = CGRect(x: text.minX, y: text.minY, width: text.width, height: room)
            let rest = text.maxY - patternView.frame.maxY
            cancelButton.frame = CGRect(
                x: text.midX - button.width / 2,
                y: patternView.frame.maxY + (rest - button.height) / 2, width: button.width,
                height: button.height)
        }
    }
}
