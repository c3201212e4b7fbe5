import TouchKit

/// A badge that indicates that the drawing is not being saved: a crossed-out disk icon with an
/// optional text to its left.
final class StatusBadge: UIView {
    /// The text to the left of the icon, or `nil` to show only the icon.
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
    private let disk = UIBezierPath()
    private var shutter = CGRect.zero
    private let slash = UIBezierPath()

    /// The width and height of the badge without text, in points. A badge with one line of text has
    /// the same height.
    private static let height: CGFloat = 32
    private static let cornerRadius: CGFloat = 8
    /// The horizontal distance between the text and the edge of the badge, in points.
    private static let inset: CGFloat = 10
    private static let backgroundColor = UIColor(white: 0.1, alpha: 0.88)
    private static let gapColor = UIColor(white: 0.1, alpha: 1)
    private static let borderColor = UIColor(white: 1, alpha: 0.35)
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
        slash.lineCapStyle = .round
        disk.lineWidth = 2
        disk.lineJoinStyle = .round
    }

    /// Returns the size that the badge needs for its text, in points. The width is at most the
    /// width of `size`; the height grows if the text needs several lines.
    override func sizeThatFits(_ size: CGSize) -> CGSize {
        guard text != nil else { return CGSize(width: Self.height, height: Self.height) }
        let availableSize = CGSize(
            width: size.width - Self.height - Self.inset, height: size.height)
        let text = label.sizeThatFits(availableSize)
        return CGSize(
            width: min(text.width, availableSize.width) + Self.height + Self.inset,
            height: max(Self.height, text.height + 10))
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        label.frame = CGRect(
            x: Self.inset, y: 0, width: max(0, bounds.width - Self.height - Self.inset),
            height: bounds.height)
        outline = UIBezierPath(
            roundedRect: bounds.insetBy(dx: 0.5, dy: 0.5), cornerRadius: Self.cornerRadius)
        updateIconPaths(center: CGPoint(x: bounds.maxX - Self.height / 2, y: Self.height / 2))
        setNeedsDisplay()
    }

    /// Builds the paths of the icon around `center`: a floppy disk, the usual symbol for saving,
    /// crossed out by a diagonal line.
    private func updateIconPaths(center: CGPoint) {
        let (left, top) = (center.x - 8, center.y - 8)
        disk.removeAllPoints()
        disk.move(to: CGPoint(x: left + 1, y: top + 1))
        disk.addLine(to: CGPoint(x: left + 12, y: top + 1))
        disk.addLine(to: CGPoint(x: left + 15, y: top + 4))
        disk.addLine(to: CGPoint(x: left + 15, y: top + 15))
        disk.addLine(to: CGPoint(x: left + 1, y: top + 15))
        disk.close()
        shutter = CGRect(x: left + 4, y: top, width: 7, height: 6)
        slash.removeAllPoints()
        slash.move(to: CGPoint(x: center.x - 10, y: center.y - 10))
        slash.addLine(to: CGPoint(x: center.x + 10, y: center.y + 10))
    }

    override func draw(_ rect: CGRect) {
        guard let context = UIGraphicsGetCurrentContext() else { return }
        Self.backgroundColor.setFill()
        outline.fill()
        Self.borderColor.setStroke()
        outline.stroke()
        UIColor.white.set()
        disk.stroke()
        context.fill(shutter)
        // A gap separates the diagonal line from the disk.
        Self.gapColor.setStroke()
        slash.lineWidth = 5
        slash.stroke()
        Self.slashColor.setStroke()
        slash.lineWidth = 2
        slash.stroke()
    }
}
