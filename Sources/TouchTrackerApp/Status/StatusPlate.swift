import TouchKit

/// A dark plate with a crossed-out disk, and a text to its left where there is one: seen on any ground.
final class StatusPlate: UIView {
    /// What is said.
    var text: String? {
        didSet {
            label.text = text
            label.isHidden = text == nil
            setNeedsLayout()
            setNeedsDisplay()
        }
    }

    private let label = UILabel(frame: .zero)
    private var outline = UIBezierPath()
    private let icon = UIBezierPath()
    private let slash = UIBezierPath()

    /// The plate's height with one line or none, and the side of the icon's square, in points.
    private static let height: CGFloat = 28
    private static let cornerRadius: CGFloat = 7
    /// Between the text and the plate's edge, in points.
    private static let inset: CGFloat = 10
    private static let plate = UIColor(white: 0.1, alpha: 0.88)
    private static let rim = UIColor(white: 1, alpha: 0.35)
    private static let slashColor = UIColor(red: 1, green: 0.35, blue: 0.3, alpha: 1)

    override init(frame: CGRect) {
        super.init(frame: frame)
        isOpaque = false
        isUserInteractionEnabled = false
        label.font = .systemFont(ofSize: 15)
        label.textColor = .white
        label.numberOfLines = 0
        label.isHidden = true
        addSubview(label)
        icon.lineJoinStyle = .round
        icon.lineCapStyle = .round
        icon.lineWidth = 1.5
        slash.lineCapStyle = .round
    }

    /// As wide as its text, or just the mark; higher where the text takes several lines.
    override func sizeThatFits(_ size: CGSize) -> CGSize {
        guard text != nil else { return CGSize(width: Self.height, height: Self.height) }
        let room = CGSize(width: size.width - Self.height - Self.inset, height: size.height)
        let text = label.sizeThatFits(room)
        return CGSize(
            width: min(text.width, room.width) + Self.height + Self.inset,
            height: max(Self.height, text.height + 10))
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        label.frame = CGRect(
            x: Self.inset, y: 0, width: max(0, bounds.width - Self.height - Self.inset),
            height: bounds.height)
        outline = UIBezierPath(
            roundedRect: bounds.insetBy(dx: 0.5, dy: 0.5), cornerRadius: Self.cornerRadius)
        traceDisk(middle: CGPoint(x: bounds.maxX - Self.height / 2, y: Self.height / 2))
        setNeedsDisplay()
    }

    /// A disk as it was put into a drive once, which still means saving, and a line across it.
    private func traceDisk(middle: CGPoint) {
        let (left, top) = (middle.x - 7, middle.y - 7)
        icon.removeAllPoints()
        icon.move(to: CGPoint(x: left, y: top))
        icon.addLine(to: CGPoint(x: left + 11, y: top))
        icon.addLine(to: CGPoint(x: left + 14, y: top + 3))
        icon.addLine(to: CGPoint(x: left + 14, y: top + 14))
        icon.addLine(to: CGPoint(x: left, y: top + 14))
        icon.close()
        icon.move(to: CGPoint(x: left + 4, y: top))
        icon.addLine(to: CGPoint(x: left + 4, y: top + 4))
        icon.addLine(to: CGPoint(x: left + 10, y: top + 4))
        icon.addLine(to: CGPoint(x: left + 10, y: top))
        icon.move(to: CGPoint(x: left + 3, y: top + 14))
        icon.addLine(to: CGPoint(x: left + 3, y: top + 9))
        icon.addLine(to: CGPoint(x: left + 11, y: top + 9))
        icon.addLine(to: CGPoint(x: left + 11, y: top + 14))
        slash.removeAllPoints()
        slash.move(to: CGPoint(x: middle.x - 9.5, y: middle.y + 9.5))
        slash.addLine(to: CGPoint(x: middle.x + 9.5, y: middle.y - 9.5))
    }

    override func draw(_ rect: CGRect) {
        Self.plate.setFill()
        outline.fill()
        Self.rim.setStroke()
        outline.stroke()
        UIColor.white.setStroke()
        icon.stroke()
        // The gap that sets the line off.
        Self.gap.setStroke()
        slash.lineWidth = 5
        slash.stroke()
        Self.slashColor.setStroke()
        slash.lineWidth = 2
        slash.stroke()
    }

    private static let gap = UIColor(white: 0.1, alpha: 1)
}
