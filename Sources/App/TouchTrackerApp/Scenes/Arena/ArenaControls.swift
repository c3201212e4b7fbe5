import TouchKit

/// A button that is lit while something is on, and framed while it is chosen.
final class ArenaButton: UIControl {
    /// What it says.
    var title: String {
        didSet { if title != oldValue { setNeedsDisplay() } }
    }
    /// What it says above its title, or nothing.
    var caption = "" {
        didSet { if caption != oldValue { setNeedsDisplay() } }
    }
    /// Whether it is lit.
    var isOn = false {
        didSet { if isOn != oldValue { setNeedsDisplay() } }
    }

    private static let lit = UIColor(red: 0, green: 0.4, blue: 0.85, alpha: 1)
    private static let unlit = UIColor(white: 0.84, alpha: 1)
    /// The largest one that a title has room for is taken.
    private static let fonts = [17, 13, 11].map { UIFont.systemFont(ofSize: $0) }

    init(title: String) {
        self.title = title
        super.init(frame: .zero)
    }

    /// What it draws fits its size.
    override func layoutSubviews() {
        setNeedsDisplay()
    }

    override func draw(_ rect: CGRect) {
        let box = bounds.insetBy(dx: 2, dy: 2)
        let outline = UIBezierPath(roundedRect: box, cornerRadius: 8)
        (isOn ? Self.lit : Self.unlit).setFill()
        outline.fill()
        if isHighlighted {
            UIColor.black.withAlphaComponent(0.25).setFill()
            outline.fill()
        }
        if isSelected {
            UIColor.orange.setStroke()
            let frame = UIBezierPath(roundedRect: box.insetBy(dx: 1, dy: 1), cornerRadius: 7)
            frame.lineWidth = 3
            frame.stroke()
        }
        var look: [TextAttribute: Any] = [
            .foregroundColor: isOn ? UIColor.white : UIColor.black
        ]
        for font in Self.fonts where bounds.width >= 80 || font.pointSize < 17 {
            look[.font] = font
            if title.size(withAttributes: look).width <= box.width - 4 { break }
        }
        if caption.isEmpty {
            draw(title, middle: bounds.midY, look)
        } else {
            draw(caption, middle: bounds.midY - 8, look)
            draw(title, middle: bounds.midY + 8, look)
        }
    }

    private func draw(_ text: String, middle: CGFloat, _ look: [TextAttribute: Any]) {
        let size = text.size(withAttributes: look)
        text.draw(
            at: CGPoint(x: bounds.midX - size.width / 2, y: middle - size.height / 2),
            withAttributes: look)
    }
}

/// A rule of the chosen recognizer: its name and a switch.
final class ArenaRuleView: UIView {
    /// Is told when a finger turned the switch.
    var onChange: (ArenaRule, Bool) -> Void = { _, _ in }
    private let rule: ArenaRule
    private let label = UILabel(frame: .zero)
    private let toggle = UISwitch(frame: .zero)

    init(_ rule: ArenaRule) {
        self.rule = rule
        super.init(frame: .zero)
        label.text = rule.title
        label.font = .systemFont(ofSize: 13)
        label.numberOfLines = 2
        addSubview(label)
        toggle.addTarget(self, action: { $0.turned }, for: .valueChanged)
        addSubview(toggle)
    }

    /// Shows what is set of a recognizer.
    func show(_ contender: ArenaContender) {
        toggle.setOn(contender[rule], animated: true)
        toggle.isEnabled = contender.has(rule)
        label.textColor = contender.has(rule) ? .black : .gray
    }

    private func turned() {
        onChange(rule, toggle.isOn)
    }

    override func layoutSubviews() {
        let size = toggle.intrinsicContentSize
        let isNarrow = bounds.width < 130
        let margin: CGFloat = isNarrow ? 3 : 6
        label.font = .systemFont(ofSize: isNarrow ? 11 : bounds.width < 300 ? 13 : 17)
        let x = bounds.maxX - size.width - margin
        toggle.frame = CGRect(
            x: x, y: (bounds.height - size.height) / 2, width: size.width, height: size.height)
        label.frame = CGRect(x: margin, y: 0, width: x - 2 * margin, height: bounds.height)
    }
}
