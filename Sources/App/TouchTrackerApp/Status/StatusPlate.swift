import TouchKit

/// A dark plate with a crossed-out disk, and a text to its left where there is one: seen on any ground.
final class StatusPlate: UIView {
    /// What is said.
    var text: String? {
        didSet {
            line.text = text
            line.isHidden = text == nil
            setNeedsLayout()
            setNeedsDisplay()
        }
    }

    private let line = UILabel(frame: .zero)
    private var outline = UIBezierPath()
    private let disk = UIBezierPath()
    private var shutter = CGRect.zero
    private let slash = UIBezierPath()

    /// The plate's height with one line or none, and the side of the mark's square, in points.
    private static let height: CGFloat = 32
    private static let cornerRadius: CGFloat = 8
    /// Between the text and the plate's edge, in points.
    private static let inset: CGFloat = 10
    private static let plate = UIColor(white: 0.1, alpha: 0.88)
    private static let ground = UIColor(white: 0.1, alpha: 1)
    private static let rim = UIColor(white: 1, alpha: 0.35)
    private static let slashColor = UIColor(red: 1, green: 0.35, blue: 0.3, alpha: 1)

    override init(frame: CGRect) {
        super.init(frame: frame)
        isOpaque = false
        isUserInteractionEnabled = false
        line.font = .systemFont(ofSize: 15)
        line.textColor = .white
        line.numberOfLines = 0
        line.isHidden = true
        addSubview(line)
        slash.lineCapStyle = .round
        disk.lineWidth = 2
        disk.lineJoinStyle = .round
    }

    /// As wide as its text, or just the mark; higher where the text takes several lines.
    override func sizeThatFits(_ size: CGSize) -> CGSize {
        guard text != nil else { return CGSize(width: Self.height, height: Self.height) }
        let room = CGSize(width: size.width - Self.height - Self.inset, height: size.height)
        let text = line.sizeThatFits(room)
        return CGSize(
            width: min(text.width, room.width) + Self.height + Self.inset,
            height: max(Self.height, text.height + 10))
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        line.frame = CGRect(
            x: Self.inset, y: 0, width: max(0, bounds.width - Self.height - Self.inset),
            height: bounds.height)
        outline = UIBezierPath(
            roundedRect: bounds.insetBy(dx: 0.5, dy: 0.5), cornerRadius: Self.cornerRadius)
        traceDisk(middle: CGPoint(x: bounds.maxX - Self.height / 2, y: Self.height / 2))
        setNeedsDisplay()
    }

    /// A disk as it was put into a drive once, which still means saving, and a line across it.
    private func traceDisk(middle: CGPoint) {
        let (left, top) = (middle.x - 8, middle.y - 8)
        disk.removeAllPoints()
        disk.move(to: CGPoint(x: left + 1, y: top + 1))
        disk.addLine(to: CGPoint(x: left + 12, y: top + 1))
        disk.addLine(to: CGPoint(x: left + 15, y: top + 4))
        disk.addLine(to: CGPoint(x: left + 15, y: top + 15))
        disk.addLine(to: CGPoint(x: left + 1, y: top + 15))
        disk.close()
        shutter = CGRect(x: left + 4, y: top, width: 7, height: 6)
        slash.removeAllPoints()
        slash.move(to: CGPoint(x: middle.x - 10, y: middle.y - 10))
        slash.addLine(to: CGPoint(x: middle.x + 10, y: middle.y + 10))
    }

    override func draw(_ rect: CGRect) {
        guard let context = UIGraphicsGetCurrentContext() else { return }
        Self.plate.setFill()
        outline.fill()
        Self.rim.setStroke()
        outline.stroke()
        UIColor.white.set()
        disk.stroke()
        context.fill(shutter)
        // The gap that sets the line off.
        Self.ground.setStroke()
        slash.lineWidth = 5
        slash.stroke()
        Self.slashColor.setStroke()
        slash.lineWidth = 2
        slash.stroke()
    }
}
